"""A game's page, opened from a file: whole games, texts that people pass on, what it remembers."""

from __future__ import annotations

import gzip
import random
import re

import pytest
from playwright.sync_api import Page, expect

import plyground as pg
from plyground.analysis.trace import Algorithm
from plyground.analysis.why import truth_of
from plyground.analysis.why import why as sentence
from plyground.browser import pages
from plyground.browser.inside import PLIES, PROVED
from plyground.browser.learned import shipped_file
from plyground.browser.modules import engine_module
from plyground.players import Learned, parse_player
from plyground.position import SELF_TAUGHT
from tests.browser.access import check, violations
from tests.browser.documents import (
    Sheet,
    Sheets,
    document,
    in_workers,
    sheets,
    stopping,
    with_bytes,
)
from tests.browser.playing import rest
from tests.reference.spoken import spoken
from tests.until import until

__all__ = ["sheets"]

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

ON_TOP = """(it) => {
  const { left, right, top, bottom } = it.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const places = [[x, y], [left + 2, y], [right - 2, y], [x, top + 2], [x, bottom - 2]];
  return places.every(([x, y]) => it.contains(document.elementFromPoint(x, y)));
}"""
"""Whether nothing lies over an element that can be clicked."""

GAMES = (pg.TicTacToe(), pg.NumericalTicTacToe(), pg.Sim(), pg.ConnectFour())
PHONE, DESKTOP = {"width": 375, "height": 667}, {"width": 1280, "height": 800}


def by_keyboard(sheet: Sheet, position: pg.Position, move: str = "") -> pg.Position:
    """Make a move by keys alone, by default the first legal one; the position after it."""
    keyboard = sheet.page.keyboard
    move = move or position.moves[0]
    if isinstance(sheet.game, pg.Sim):
        names = [f"Dot {dot}" for dot in move.split("-")]
    elif isinstance(sheet.game, pg.ConnectFour):
        names = [f"Column {move}"]
    else:
        names = [f"Cell {move.rpartition('@')[2]}"]
    for name in names:
        keyboard.press("Home")
        walk = random.Random(name)
        while not re.match(rf"{name}\b", focused(sheet)):
            keyboard.press(f"Arrow{walk.choice(('Left', 'Right', 'Up', 'Down'))}")
        keyboard.press("Enter")
    if isinstance(sheet.game, pg.NumericalTicTacToe):
        chooser = sheet.page.locator("#board .chooser button:visible")
        if chooser.count():  # the first number has the focus
            keyboard.press("Enter")
    return position.play(move)


def focused(sheet: Sheet) -> str:
    """The name of the target that has the focus."""
    label: str = sheet.page.evaluate(
        "document.activeElement.shadowRoot.activeElement.getAttribute('aria-label')"
    )
    return label


@pytest.mark.parametrize(
    ("game", "moves"), list(zip(GAMES, ["14253", "", "", "1213141"], strict=True)), ids=repr
)
def test_a_whole_game_by_keyboard(sheets: Sheets, game: pg.Game, moves: str) -> None:
    sheet = sheets(game)
    sheet.begin("here", "here")  # the focus is on the board now
    position = game.position()
    while not position.over:
        position = by_keyboard(sheet, position, moves[position.ply : position.ply + 1])
        expect(sheet.page.locator("#moves [aria-current]")).to_have_text(
            position.history[-1].replace("@", " in cell ")
        )
    assert sheet.moves() == list(position.history)
    assert position.outcome is not None
    ended = "won" if position.outcome.winner is not None else "Draw"
    expect(sheet.status).to_contain_text(ended)
    expect(sheet.page.locator("#said")).to_contain_text(ended)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_it_fits_on_one_screen(sheets: Sheets, game: pg.Game, subtests: pytest.Subtests) -> None:
    sheet = sheets(game)
    for size in PHONE, DESKTOP:
        with subtests.test(**size):
            sheet.page.set_viewport_size(size)
            wide, high = sheet.page.evaluate(
                "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
            )
            assert (wide, high) == (size["width"], size["height"])
            box = sheet.page.locator("#board").bounding_box()
            tools = sheet.page.locator(".tools").bounding_box()
            assert box is not None
            assert tools is not None
            assert box["height"] > size["height"] / 2.4
            assert tools["y"] + tools["height"] <= size["height"]


def test_the_end_has_all_its_buttons_and_no_colour_of_a_player(
    sheets: Sheets, subtests: pytest.Subtests
) -> None:
    game = pg.ConnectFour()
    sheet = sheets(game)
    sheet.begin("here", "here")
    ink = sheet.status.evaluate("each => getComputedStyle(each).color")
    for move in "4546474":
        sheet.target(f"Column {move}").click()
    expect(sheet.status).to_contain_text("won")
    assert sheet.status.evaluate("each => getComputedStyle(each).color") == ink
    buttons = sheet.page.locator("#actions button, .tools button:visible")
    expect(buttons).to_have_text(["Review", "Pass it on", "Again", "More"])
    whole = """all => all.map((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        const seen = (x, y) => each.contains(document.elementFromPoint(x, y));
        return seen(left + 4, (top + bottom) / 2) && seen(right - 4, (top + bottom) / 2)
            && seen((left + right) / 2, top + 2) && seen((left + right) / 2, bottom - 2);
    })"""
    for size in PHONE, DESKTOP:
        with subtests.test(**size):
            sheet.page.set_viewport_size(size)
            assert buttons.evaluate_all(whole) == [True] * 4


def test_a_tap_on_an_opponent_leads_to_the_others(sheets: Sheets) -> None:
    sheet = sheets(pg.ConnectFour(), viewport=PHONE)
    sheet.page.get_by_role("heading", name="Moss").click()
    assert sheet.page.locator(".faced span:not(.dots)").all_inner_texts() == [
        "Pip", "Moss", "Juno", "Vera", "Oracle",
    ]  # fmt: skip
    expect(sheet.page.get_by_role("img", name="strength 5 of 5")).to_have_count(1)


def test_a_small_screen_scrolls_to_a_whole_board(sheets: Sheets, subtests: pytest.Subtests) -> None:
    sheet = sheets(pg.ConnectFour())
    for width, height in (320, 256), (375, 330), (480, 320), (375, 400):
        with subtests.test(width=width, height=height):
            sheet.page.set_viewport_size({"width": width, "height": height})
            box = sheet.page.locator("#board").bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 240
            assert sheet.page.evaluate("document.documentElement.scrollWidth") == width
            sheet.page.locator("#more").click()
            sheet.press("Close")


SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries())
      shifts.push(...sources.map(({ node }) => node?.id || node?.className));
  }).observe({ type: "layout-shift" });
}"""
"""From now on list what moves without being asked to."""


@pytest.mark.parametrize(
    ("size", "embed"),
    [(PHONE, False), ({"width": 844, "height": 390}, False), (PHONE, True)],
    ids=str,
)
def test_nothing_moves_during_a_game(sheets: Sheets, size: dict[str, int], embed: bool) -> None:
    sheet = sheets(pg.TicTacToe(), embed, viewport=size)
    if not embed:
        sheet.begin("here", "perfect")
    sheet.page.evaluate(SHIFTS)
    board = sheet.page.locator("#board")
    before = board.bounding_box()
    while not sheet.page.locator("body.over").count():
        # Without the mouse: what follows a press of it is no shift.
        sheet.page.locator('#board .target[aria-disabled="false"]').first.dispatch_event("click")
        expect(sheet.status).not_to_contain_text("thinking")
        assert board.bounding_box() == before
    rest(sheet.page)
    assert board.bounding_box() == before
    assert set(sheet.page.evaluate("shifts")) <= {"note", "actions", "why", "more"}, (
        "what the end is said with"
    )


def looked_at(sheet: Sheet, subtests: pytest.Subtests, what: str) -> None:
    """By axe-core, dark on a phone; and the colours that it has by day on a desk."""
    page = sheet.page
    looks = [(PHONE, "dark", None), (DESKTOP, "light", ["color-contrast"])]
    for size, scheme, rules in looks if what in ("the end", "New", "Why", "Rules") else looks[:1]:
        with subtests.test(what, scheme=scheme):
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=scheme)
            assert violations(page, rules=rules) == []
    page.set_viewport_size(PHONE)


@pytest.mark.parametrize(
    ("game", "player"),
    [
        (pg.TicTacToe(), "minimax:depth=1"),
        (pg.TicTacToe(), "minimax:depth=3"),
        (pg.TicTacToe(), "perfect"),
        (pg.TicTacToe(), "random"),
        (pg.Sim(6, 2), "rules"),
    ],
)
def test_why_says_what_python_says(sheets: Sheets, game: pg.Game, player: str) -> None:
    sheet, own = sheets(game), parse_player(player)
    assert own is not None
    sheet.begin("here", player)
    why, said = sheet.page.locator("#why"), sheet.page.locator("#why-of .lead p")
    expect(why).to_have_attribute("aria-disabled", "true")
    sheet.page.locator('#board .target[aria-disabled="false"]').first.click()
    if not sheet.moves():  # the first of two dots
        sheet.page.locator('#board .target[aria-disabled="false"]').last.click()
    expect(sheet.page.locator("#moves button")).to_have_count(2)
    first, reply = sheet.moves()
    choices = [own.choose(game.position(first), chance=pg.Chance(seed)) for seed in range(100)]
    choice = next(each for each in choices if each.move == reply)
    why.click()
    position = game.position(first)
    expect(said).to_have_text(sentence(position, choice, truth_of(position, choice)))
    expect(sheet.page.locator("#why-of .facts")).to_contain_text(" ms")
    why.click()
    expect(said).to_have_count(0)


def test_why_takes_no_room_from_the_board_and_stays_with_the_game(
    sheets: Sheets, subtests: pytest.Subtests
) -> None:
    """It invites to ask at the first answer alone, and says the same after a reload."""
    sheet = sheets(pg.ConnectFour(), bypass_csp=True, viewport=PHONE)
    page = sheet.page
    sheet.target("Column 4").click()
    expect(sheet.note).to_contain_text("Press Why? to see what Moss was thinking.")
    expect(page.locator("#why")).to_have_class("invites")
    board, tools = (page.locator(each).bounding_box() for each in ("#board", ".tools"))
    sheet.press("Why?")
    said = page.locator("#why-of")
    expect(said).to_contain_text("ahead")
    assert page.locator("#board").bounding_box() == board
    assert page.locator(".tools").bounding_box() == tools
    looked_at(sheet, subtests, "Why")
    text = said.locator(".lead p").inner_text()
    page.set_viewport_size({"width": 375, "height": 600})
    expect(page.locator(".tools")).to_be_in_viewport(ratio=1)
    page.set_viewport_size(PHONE)
    assert page.locator("#board").bounding_box() == board
    page.reload()
    sheet.press("Why?")
    expect(said.locator(".lead p")).to_have_text(text)
    sheet.press("Close")
    expect(said).to_be_hidden()
    sheet.target("Column 5").click()
    expect(page.locator("#moves button")).to_have_count(4)
    expect(sheet.note).not_to_contain_text("Why?")


@pytest.mark.parametrize(
    ("player", "algorithm", "instead"),
    [("minimax:depth=2", "minimax", ""), ("", "alphabeta", ""),
     ("random", "alphabeta", "takes any move, without a search"),
     ("perfect", "alphabeta", PROVED)],
)  # fmt: skip
def test_why_leads_to_a_search_such_as_the_computer_s(
    sheets: Sheets, player: str, algorithm: Algorithm, instead: str
) -> None:
    """Step by step that of Python, and the same search as in the app; "" is the usual opponent."""
    sheet, game = sheets(pg.TicTacToe()), pg.TicTacToe()
    page, text = sheet.page, player or game.face.usual_seats(2)[1]
    own = parse_player(text)
    assert own is not None
    if player:
        sheet.begin("here", player)
    sheet.target("Cell 1").click()
    expect(page.locator("#moves button")).to_have_count(2)
    first, reply = sheet.moves()
    position = game.position(first)
    choices = [own.choose(position, chance=pg.Chance(seed)) for seed in range(100)]
    choice = next(each for each in choices if each.move == reply)
    sheet.press("Why?")
    why = page.locator("#why-of")
    if instead:
        expect(why).to_contain_text(f"is another one: this computer {instead}.")
    else:
        expect(why).not_to_contain_text("another one")
    board = page.locator("#board").bounding_box()
    sheet.press("Look inside")
    depth = min(choice.depth or PLIES[algorithm], PLIES[algorithm])
    trace = pg.look_inside(position, depth=depth, algorithm=algorithm)
    expect(page.locator(".box h2")).to_have_text(f"Tic-tac-toe, {depth} moves ahead")
    for step in trace.steps[:60]:
        said = spoken(trace, step)
        expect(page.locator("[data-said]")).to_contain_text(f"{said[:1].upper()}{said[1:]}.")
        page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    count = f"Step {len(trace.steps):,} of {len(trace.steps):,}"
    expect(page.locator("[data-count]")).to_have_text(count)
    page.keyboard.press("Escape")
    expect(page.locator(".inside")).to_be_hidden()
    expect(page.get_by_role("button", name="Look inside")).to_be_focused()
    assert page.locator("#board").bounding_box() == board
    expect(page.locator("#moves [aria-current]")).to_have_text(reply)


def test_look_inside_in_a_file(sheets: Sheets, subtests: pytest.Subtests) -> None:
    """From More, to another depth, with a guess, the boards, the code, and back."""
    sheet = sheets(pg.ConnectFour(), bypass_csp=True)
    page = sheet.page
    sheet.begin("here", "here")
    sheet.target("Column 4").click()
    sheet.press("More")
    sheet.press("Look inside")
    expect(page.locator(".box h2")).to_have_text("Connect Four, 3 moves ahead")
    expect(page.locator("[data-about]")).to_contain_text("Connect Four after 4: alpha-beta")
    expect(page.locator(".stage")).to_be_hidden()
    page.get_by_role("button", name="One move less").click()
    expect(page.locator(".box h2")).to_have_text("Connect Four, 2 moves ahead")
    page.get_by_role("button", name="Step", exact=False).last.click()
    looked_at(sheet, subtests, "Look inside")
    trace = pg.look_inside(pg.ConnectFour().position("4"), depth=2, heuristic="threats")
    expect(page.locator("[data-count]")).to_contain_text(f"of {len(trace.steps)}")
    for size in PHONE, {"width": 320, "height": 568}, DESKTOP, {"width": 812, "height": 375}:
        with subtests.test(**size):
            page.set_viewport_size(size)
            for part in "[data-board] svg", "[data-play]", "[data-said]", "[data-leave]":
                expect(page.locator(part)).to_be_in_viewport(ratio=1)
            assert page.locator("[data-leave]").evaluate(ON_TOP)
            assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    page.set_viewport_size(DESKTOP)
    page.get_by_role("button", name="Tree").click()
    expect(page.locator(".ply-node.current .box")).to_be_in_viewport(ratio=0.9)
    expect(page.locator("[data-code] [aria-current]")).to_be_in_viewport(ratio=1)
    page.keyboard.press("g")
    until(lambda: asked_after_a_step(page))
    page.keyboard.press("1")
    expect(page.locator("[data-score]")).to_contain_text("of 1 asked")
    expect(page.locator('[data-board]:not([data-node="0"]) svg')).to_be_visible()
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator(".stage")).to_be_visible()
    assert sheet.moves() == ["4"]
    page.keyboard.press("ArrowLeft")  # the table's again
    expect(sheet.status).to_contain_text("start of the game")


def look_inside(sheet: Sheet) -> None:
    sheet.press("More")
    sheet.press("Look inside")
    expect(sheet.page.locator(".inside")).to_be_visible()


def test_the_browser_s_back_leads_from_look_inside_to_the_game(sheets: Sheets) -> None:
    sheet = sheets(pg.TicTacToe())
    page = sheet.page
    entries = page.evaluate("history.length")
    inside, stage = page.locator(".inside"), page.locator(".stage")
    for leave in (
        page.go_back,
        lambda: page.keyboard.press("Escape"),
        page.get_by_role("button", name="Back to the game").click,
    ):
        look_inside(sheet)
        page.get_by_role("button", name="One move less").click()
        expect(page.locator(".box h2")).to_have_text("Tic-tac-toe, 2 moves ahead")
        assert page.evaluate("history.length") == min(entries + 1, 50)  # browsers keep no more
        leave()
        expect(inside).to_be_hidden()
        expect(stage).to_be_visible()
        assert page.evaluate("history.state") is None
    page.go_forward()
    expect(page.locator(".box h2")).to_have_text("Tic-tac-toe, 2 moves ahead")
    page.reload()
    expect(stage).to_be_visible()
    until(lambda: page.evaluate("history.state") is None)


def asked_after_a_step(page: Page) -> bool:
    """Go a step on; whether the page asks what comes next."""
    page.keyboard.press("ArrowRight")
    rest(page)
    return page.locator("[data-question]").is_visible()


def test_everyone_can_use_it(sheets: Sheets, subtests: pytest.Subtests) -> None:
    sheet = sheets(pg.TicTacToe(), bypass_csp=True)
    sheet.begin("here", "here")
    for cell in "14258":
        sheet.target(f"Cell {cell}").click()
    looked_at(sheet, subtests, "the end")
    sheet.press("More")
    sheet.press("New game")
    sheet.page.locator("summary").click()
    looked_at(sheet, subtests, "New")
    sheet.press("Close")
    for entry in (
        "Pass it on, This game as a text",
        "Pass it on",
        "Read a text",
        "Rules",
        "Settings",
    ):
        sheet.press("More")
        if entry == "Rules":
            looked_at(sheet, subtests, "More")
        for name in entry.split(", "):
            sheet.press(name)
        looked_at(sheet, subtests, entry)
        sheet.press("Close")


@pytest.mark.parametrize(
    ("game", "scheme"), list(zip(GAMES, ["light", "dark"] * 2, strict=True)), ids=repr
)
def test_everyone_can_use_every_board(sheets: Sheets, game: pg.Game, scheme: str) -> None:
    sheet = sheets(game, color_scheme=scheme, bypass_csp=True)
    sheet.press("Values")
    expect(sheet.page.locator("#board .ply-value").first).to_be_visible(timeout=20_000)
    check(sheet.page)


# Moves back and forth


def test_steps_and_moves_taken_back(sheets: Sheets) -> None:
    sheet = sheets(pg.ConnectFour(), reduced_motion=None)
    sheet.begin("here", "here")
    for column in "4453":
        sheet.target(f"Column {column}").click()
    sheet.press("One move back")
    expect(sheet.status).to_have_text("After move 3 of 4")
    sheet.target("Column 1").click(force=True)  # not while an earlier position is on view
    assert len(sheet.moves()) == 4
    sheet.press("Back")
    sheet.press("Take back")
    assert sheet.moves() == ["4", "4", "5"]
    sheet.page.locator("#moves button").first.click()
    sheet.press("Play on")
    assert sheet.moves() == ["4"]


def test_the_list_of_moves_is_one_stop_for_keys(sheets: Sheets) -> None:
    sheet = sheets(pg.ConnectFour())
    sheet.begin("here", "here")
    for column in "44531":
        sheet.target(f"Column {column}").click()
    expect(sheet.page.locator('#moves [tabindex="0"]')).to_have_text("1")
    sheet.page.locator('#moves [tabindex="0"]').focus()
    for key, ply in ("ArrowLeft", 4), ("ArrowUp", 3), ("Home", 0), ("End", 5):
        sheet.page.keyboard.press(key)
        shown = sheet.page.locator("#moves [aria-current]")
        assert shown.count() == (ply > 0)
        focused = sheet.page.evaluate("Number(document.activeElement.dataset.ply)")
        assert focused == max(ply, 1)


def test_a_game_that_is_not_finished_is_not_dropped(sheets: Sheets) -> None:
    sheet = sheets(pg.TicTacToe())
    sheet.begin("here", "here")
    sheet.target("Cell 5").click()
    sheet.press("More")
    sheet.press("New game")
    sheet.inside.locator("summary").click()
    expect(sheet.inside.get_by_text("You play against")).to_be_hidden()
    sheet.press("Start")
    sheet.press("Keep it")
    assert sheet.moves() == ["5"]


def test_it_remembers_the_game_and_the_colours(sheets: Sheets) -> None:
    sheet = sheets(pg.TicTacToe())
    sheet.begin("here", "here")
    sheet.target("Cell 5").click()
    sheet.page.locator("#theme").click()
    sheet.page.reload()
    expect(sheet.page.locator("#moves button")).to_have_text("5")
    expect(sheet.page.locator("html")).to_have_attribute("data-theme", "dark")


def test_it_works_without_a_memory(sheets: Sheets) -> None:
    sheet = sheets(
        pg.TicTacToe(),
        first="Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })",
    )
    sheet.begin("here", "here")
    sheet.target("Cell 5").click()
    assert sheet.moves() == ["5"]


# Play by message


def test_a_game_by_message(sheets: Sheets) -> None:
    mine, yours = sheets(pg.ConnectFour(), reduced_motion=None), sheets(pg.ConnectFour())
    mine.begin("here", "away")
    mine.target("Column 4").click()
    expect(mine.note).to_have_text("Send your move, then read the answer.")
    expect(mine.page.locator("#values")).to_have_attribute("aria-disabled", "true")
    text = mine.send()
    assert "yellow to play" in text
    mine.press("More")
    mine.press("Pass it on")
    mine.press("This game as a text")
    mine.press("Copy")
    mine.press("Close")
    expect(mine.page.locator("#back")).to_have_attribute("aria-disabled", "true")
    yours.read(f"Look at this!\n> {text}\nYours, A.")
    expect(yours.status).to_have_text("Your move")
    yours.target("Column 3").click()
    mine.read(yours.send())
    expect(mine.status).to_have_text("Your move")
    assert mine.moves() == ["4", "3"]
    mine.target("Column 4").click()
    yours.read(text)
    expect(yours.inside).to_contain_text("older text of your game: it has 1 move, and you have 2")
    yours.press("Close")
    yours.read(mine.send())
    assert yours.moves() == ["4", "3", "4"]


def sealed(body: str) -> str:
    """A text with the right checksum, as the page makes it."""
    check = 0x811C9DC5
    for character in body:
        check = (check ^ ord(character)) * 0x01000193 & 0xFFFFFFFF
    digits = ""
    for _ in range(7):
        check, digit = divmod(check, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return f"ply1/{body}/{digits}"


WRONG = (
    ("Hello!", "This is not a game or a challenge"),
    ("ply1/p/connect4/7-6/abcde/1/3", "This text is not complete"),
    ("ply1/p/connect4/7-6/abcde/1/3/0000000", "has been changed on its way"),
    ("ply9/p/connect4/7-6/abcde/1/3/0000000", "another version of Plyground"),
    (sealed("p/sim/6-2/abcde/1/3"), "for another game, “sim”. This page plays Connect Four"),
    (sealed("p/connect4/8-5/abcde/1/3"), "another size: 8 columns, 5 rows"),
    (sealed("p/connect4/7-6/abcde/1/3333333"), "Move 7 of this text, 4, is not legal"),
    (sealed("p/connect4/7-6/abcde/1/3z"), "Its moves cannot be read"),
    (sealed("p/connect4/7-6/abcde/0/3"), "The turn in this text does not fit its moves"),
    (sealed("c/connect4/7-6/3/1/stockfish/win"), "for another version of the game"),
    (sealed("x/connect4/7-6/3"), "another version of Plyground"),
    (sealed("c/connect4/7-6/3/1/%E0%A4%A/win"), "The opponent in this text cannot be read"),
    (sealed("c/connect4/7-6/3/1/perfect/toString"), "for another version of the game"),
    (sealed("c/connect4/7-6/3/9/perfect/win"), "for another version of the game"),
    (sealed("p/connect4/7-6/abcde/1/3-"), "Its moves cannot be read"),
    ("ply1/p/" * 2000, "This text is too long"),
    (sealed("p/connect4/7-6/<img src=x onerror=alert(1)>/1/3"), "has been changed on its way"),
)


def test_a_text_that_is_wrong(sheets: Sheets, subtests: pytest.Subtests) -> None:
    sheet = sheets(pg.ConnectFour())
    for text, words in WRONG:
        with subtests.test(text[:60]):
            sheet.read(text)
            expect(sheet.inside.get_by_role("alert")).to_contain_text(words)
        sheet.press("Close")


def test_a_text_in_the_address(sheets: Sheets) -> None:
    sheet = sheets(pg.ConnectFour(), address=f"#{sealed('p/connect4/7-6/abcde/1/3')}")
    expect(sheet.page.locator("#moves button")).to_have_text("4")
    assert "#" not in sheet.page.url


# Computers


def test_a_computer_replies_and_can_be_stopped(sheets: Sheets) -> None:
    sheet = sheets(pg.ConnectFour())
    sheet.begin("here", "minimax:Depth=3")
    sheet.target("Column 4").click()
    expect(sheet.status).to_have_text("Your move")
    expect(sheet.note).to_contain_text("Minimax played column")
    assert len(sheet.moves()) == 2
    sheet.press("Take back")
    assert sheet.moves() == []
    sheet.begin("minimax:Depth=30", "here")
    expect(sheet.status).to_have_text("Minimax, depth 30, is thinking …")
    expect(sheet.note).to_contain_text("of at most 30 s")
    sheet.press("Stop")
    assert sheet.moves() == []
    sheet.begin("random", "here")
    expect(sheet.status).to_have_text("Your move")


def test_a_computer_says_its_rules(sheets: Sheets, subtests: pytest.Subtests) -> None:
    sheet = sheets(pg.Sim())
    sheet.begin("here", "rules")
    by_keyboard(sheet, pg.Sim().position())
    busiest = re.compile(r"^By rules played edge [01]-\d by rule 5, Busy ends: .* the most\.$")
    expect(sheet.note).to_have_text(busiest)
    words = sheet.page.locator(".words")
    for size in DESKTOP, PHONE:
        with subtests.test("nothing is cut off", **size):
            sheet.page.set_viewport_size(size)
            assert words.evaluate("each => each.scrollHeight <= each.clientHeight + 1")
    by_keyboard(sheet, pg.Sim().position(sheet.moves()))
    expect(sheet.page.locator("#moves button")).to_have_count(4)
    sheet.press("One move back")
    sheet.press("One move back")
    expect(sheet.note).to_have_text(busiest)


def test_computers_alone(sheets: Sheets) -> None:
    sheet = sheets(pg.TicTacToe())
    sheet.begin("perfect", "perfect")
    expect(sheet.status).to_have_text("Draw")


def test_three_players(sheets: Sheets) -> None:
    sheet = sheets(pg.Sim(players=3))
    expect(sheet.page.locator("#values")).to_be_hidden()
    sheet.begin("here", "random", "here")
    sheet.target("Dot 0").click()
    sheet.target("Dot 1").click()
    expect(sheet.status).to_have_text("Player 3's turn")


def test_values_and_a_hint(sheets: Sheets) -> None:
    sheet = sheets(pg.TicTacToe())
    sheet.begin("here", "here")
    for cell in "1524":
        sheet.target(f"Cell {cell}").click()
    sheet.press("Values")
    expect(sheet.note).to_have_text("Player 1 wins with this move. Best play: 3.")
    signs = sheet.page.locator("#board .ply-value text")
    expect(signs).to_have_text(["+1", "=", "−1", "−1", "−1"])
    expect(sheet.target("Cell 3")).to_have_attribute("aria-label", re.compile("win in 1 move"))
    sheet.press("Values")
    expect(signs).to_have_count(0)
    sheet.press("Hint")
    expect(sheet.note).to_have_text("Try cell 3: Player 1 wins with this move.")
    expect(signs).to_have_text(["★"])


# Challenges


def test_a_challenge(sheets: Sheets) -> None:
    mine, yours = sheets(pg.TicTacToe()), sheets(pg.TicTacToe())
    mine.begin("here", "here")
    for cell in "1524":
        mine.target(f"Cell {cell}").click()
    mine.press("More")
    mine.press("Pass it on")
    mine.press("A challenge")
    expect(mine.inside).to_contain_text("A win can be forced, in 1 move at best.")
    text = mine.inside.locator("textarea").input_value()
    assert "Win from here, as x." in text
    yours.read(text)
    expect(yours.inside).to_contain_text("Win from here, as x, against Oracle. 4 moves have been")
    expect(yours.inside).to_contain_text("A win can be forced, in 1 move at best.")
    yours.press("Start")
    expect(yours.page.locator("#hint")).to_have_attribute("aria-disabled", "true")
    expect(yours.note).to_have_text("Win from here.")
    yours.page.locator("#hint").click(force=True)
    expect(yours.note).to_have_text("Not in a challenge.")
    yours.target("Cell 9").click()
    expect(yours.note).to_have_text("Not met: Win from here.")
    yours.press("Try again")
    assert yours.moves() == list("1524")
    yours.target("Cell 3").click()
    expect(yours.note).to_contain_text("You did it, in 1 move.")


def test_a_challenge_that_nobody_can_meet(sheets: Sheets) -> None:
    sheet = sheets(pg.TicTacToe())
    sheet.press("More")
    sheet.press("Pass it on")
    sheet.press("A challenge")
    sheet.inside.get_by_role("radio", name="Oracle").check()
    expect(sheet.inside).to_contain_text("Nobody can do that against a player who")
    sheet.inside.get_by_role("radio", name="Pip").check()
    expect(sheet.inside).to_contain_text("The opponent has to make a mistake")


# In a frame, and where it cannot play


def test_a_frame_has_only_the_board(sheets: Sheets) -> None:
    sheet = sheets(pg.TicTacToe(), embed=True, viewport={"width": 320, "height": 400})
    expect(sheet.page.locator(".tools")).to_be_hidden()
    expect(sheet.page.locator(".seat-card").first).to_be_hidden()
    sheet.target("Cell 5").click()
    expect(sheet.status).to_have_text("Your move")
    assert sheet.page.locator("#board svg [data-site]").count() == 9
    sheet.press("New game")
    expect(sheet.target("Cell 5")).to_have_attribute("aria-label", re.compile("empty"))


def test_an_old_browser(sheets: Sheets) -> None:
    sheet = sheets(pg.TicTacToe(), plays=False, first="delete window.DecompressionStream")
    expect(sheet.page.locator("#opening")).to_contain_text("This browser is too old for the game")
    expect(sheet.page.locator("main")).to_be_hidden()


def test_without_webassembly(sheets: Sheets) -> None:
    sheet = sheets(pg.TicTacToe(), plays=False, first="delete window.WebAssembly")
    expect(sheet.page.locator("#opening")).to_contain_text("WebAssembly is switched off")


@pytest.mark.parametrize("part", ["scripts", "module"])
def test_a_damaged_file(sheets: Sheets, part: str) -> None:
    whole = document(pg.TicTacToe())
    at = whole.index(f'id="{part}"') + 200
    damaged = f"{whole[:at]}{'A' * 400}{whole[at + 400 :]}"
    sheet = sheets(pg.TicTacToe(), plays=False, text=damaged)
    expect(sheet.page.locator("#opening")).to_contain_text("This file is damaged")


def with_memory(sheets: Sheets, size: int) -> Sheet:
    """A page of Connect Four whose workers have so many bytes."""
    script = in_workers(with_bytes(size))
    sheet = sheets(pg.ConnectFour(4, 4), first=script)
    sheet.begin("here", "here")
    return sheet


def test_a_smaller_table_is_said(sheets: Sheets) -> None:
    sheet = with_memory(sheets, 8 << 20)
    sheet.press("Values")
    expect(sheet.note).to_contain_text("This device has little free memory")


def test_a_reply_with_a_smaller_table_says_so(sheets: Sheets) -> None:
    sheet = with_memory(sheets, 8 << 20)
    sheet.begin("here", "perfect")
    sheet.target("Column 1").click()
    expect(sheet.note).to_contain_text(
        re.compile(r"^Perfect played .*\. This device has little free memory, so that took longer"),
    )
    sheet.begin("here", "minimax:Depth=2")  # which needs no such table
    sheet.target("Column 1").click()
    expect(sheet.note).to_have_text(re.compile(r"^Minimax played column \d$"))


def test_no_memory_at_all(sheets: Sheets) -> None:
    """The computer cannot move; everything else works."""
    sheet = with_memory(sheets, 1 << 19)
    sheet.begin("here", "perfect")
    sheet.target("Column 1").click()
    expect(sheet.note).to_have_text(
        "That did not work: this device has too little memory for that.", timeout=20_000
    )
    sheet.press("Take back")
    expect(sheet.status).to_have_text("Your move")


SMALL_STACK = 1 << 12  # enough for the rules, and for no search
STOPPED = "That did not work: the game's code has stopped (memory access out of bounds)."


def with_small_stack(packed: bytes) -> bytes:
    """A module whose stack pointer begins at SMALL_STACK, in as many bytes as before (SLEB128)."""

    def smaller(found: re.Match[bytes]) -> bytes:
        last = len(found[2]) - 1
        small = [SMALL_STACK >> 7 * place & 0x7F | (place < last) << 7 for place in range(last + 1)]
        return found[1] + bytes(small) + found[3]

    # Number 0 of the globals may change, and is a constant; number 1 does not change.
    pointer = rb"(\x02\x7f\x01\x41)([\x80-\xff]{2,4}[\x00-\x7f])(\x0b\x7f\x00\x41)"
    patched, count = re.subn(pointer, smaller, gzip.decompress(packed), flags=re.DOTALL)
    assert count == 1
    return gzip.compress(patched)


def test_a_stack_that_is_too_small(sheets: Sheets, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search stops with an error, and shows no value. People play on."""
    game = pg.TicTacToe()
    module = with_small_stack(engine_module(game))
    monkeypatch.setattr(pages, "engine_module", lambda _game, _on_compile: module)
    sheet = sheets(game, text=pages.page(game))
    sheet.begin("here", "perfect")
    sheet.target("Cell 5").click()
    expect(sheet.note).to_have_text(STOPPED)
    assert sheet.moves() == ["5"]
    sheet.begin("here", "here")
    sheet.press("Values")
    expect(sheet.note).to_have_text(STOPPED)
    expect(sheet.page.locator("#board .ply-value")).to_have_count(0)
    for cell in "51923":
        sheet.target(f"Cell {cell}").click()
    sheet.target("Cell 7").click()
    assert len(sheet.moves()) == 6


@pytest.mark.parametrize(("entry", "after"), [("play", 1), ("cells", 3), ("look", 3)])
def test_rules_that_stop(sheets: Sheets, entry: str, after: int) -> None:
    """The computer does not seem to think for ever about a move that cannot be made or shown."""
    game = pg.TicTacToe()
    sheet = sheets(game, first=stopping(game, entry, after))
    sheet.target("Cell 5").click()
    expect(sheet.note).to_have_text(STOPPED)
    expect(sheet.status).not_to_contain_text("thinking")
    sheet.press("More")
    sheet.press("New game")
    sheet.start()
    sheet.target("Cell 5").click()
    expect(sheet.page.locator("#moves button")).to_have_count(2)
    expect(sheet.status).to_have_text("Your move")


def test_a_search_that_stops(sheets: Sheets) -> None:
    game = pg.TicTacToe()
    sheet = sheets(game, first=stopping(game, "estimate", 5))
    for title in ("", "Tic-tac-toe, 3 moves ahead"):
        sheet.press("More")
        sheet.press("Look inside")
        if title:
            expect(sheet.page.locator(".box h2")).to_have_text(title)
        else:
            expect(sheet.note).to_have_text(STOPPED)
            expect(sheet.page.locator(".stage")).to_be_visible()


def test_an_opponent_who_has_taught_herself(sheets: Sheets) -> None:
    game = pg.ConnectFour()
    whole = pages.page(game, learned=shipped_file(game))
    sheet = sheets(game, text=whole)
    sheet.press("More")
    sheet.press("New game")
    pick = sheet.inside.locator("label.faced", has_text="Ada")
    expect(pick.locator("svg.face")).to_be_visible()
    pick.get_by_role("radio").check()
    sheet.start()
    expect(sheet.page.locator(".seat-card:not(.below) h2")).to_have_text("Ada")
    expect(sheet.page.locator(".seat-card:not(.below) svg.face")).to_be_visible()
    position, ada = game.position(), Learned(plies=SELF_TAUGHT.depth)
    while position.ply < 6:
        number = position.ply + 1
        sheet.page.locator('#board .target[aria-disabled="false"]').first.click()
        expect(sheet.page.locator("#moves button")).to_have_count(number + 1)
        own, reply = sheet.moves()[-2:]
        position = position.play(own)
        assert reply == ada.choose(position).move
        position = position.play(reply)
    sheet.press("More")
    sheet.press(f"How to beat {SELF_TAUGHT.name}")
    expect(sheet.inside).to_contain_text(SELF_TAUGHT.beaten)
    sheet.press("Close")
    sheet.begin("learned:Plies=2", "here")
    expect(sheet.page.locator(".seat-card:not(.below)")).to_contain_text("2-ply")
    expect(sheet.page.locator("#moves button")).to_have_count(1)
    assert sheet.moves() == [Learned(plies=2).choose(game.position()).move]


def test_rules_that_stop_at_once(sheets: Sheets) -> None:
    game = pg.TicTacToe()
    sheet = sheets(game, plays=False, first=stopping(game, "start", 0))
    expect(sheet.page.locator("#opening")).to_contain_text(
        "The game cannot be opened: the game's code has stopped (memory access out of bounds)."
    )
    expect(sheet.page.locator("main")).to_be_hidden()


def test_without_scripts(sheets: Sheets) -> None:
    sheet = sheets(pg.TicTacToe(), plays=False, java_script_enabled=False, alone=True)
    expect(sheet.page.get_by_text("works on any phone from an address")).to_be_visible()
