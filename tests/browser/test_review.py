"""After a game: review it, try its mistakes again, save it, and find it in the library."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FloatRect, Page, expect

import plyground as pg
from plyground.analysis import review
from plyground.analysis.reviewed import GRADE_WORDS
from tests.browser.conftest import Server
from tests.browser.playing import (
    Person,
    begin,
    board,
    click,
    click_middle,
    controls,
    end,
    from_more,
    measured,
    played,
)
from tests.browser.test_slow_network import Held

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

LOST = ("4", "1", "3", "2", "7", "9", "5")  # x wins: o made two mistakes
MIRRORED = ("6", "3", "1", "2", "9", "7", "5")  # the same for a server that has not reviewed it yet


def play(page: Page) -> None:
    """A finished game of tic-tac-toe."""
    begin(page, "tictactoe", "here", "here")
    played(page, LOST)


def shown(page: Page, at: int, then: str = "") -> None:
    """Wait until the viewer shows a position."""
    address = f"at={at}&then={then.replace(' ', '+')}" if then else f"at={at}"
    expect(page).to_have_url(re.compile(re.escape(f"?{address}") + "$"))


def open_review(page: Page) -> None:
    button = page.get_by_role("button", name=re.compile("Review|Where was it lost"))
    button.or_(page.get_by_role("link", name="Review")).click()  # a link for a saved game
    expect(page.locator(".viewer:not([data-making])")).to_be_visible(timeout=120_000)
    page.wait_for_load_state()  # its script listens from then on


def test_a_game_is_finished_reviewed_retried_and_saved(person: Person) -> None:
    expected = review(pg.TicTacToe().position(LOST))
    turned = expected.turning_point
    assert turned is not None
    page = person()
    play(page)
    open_review(page)
    expect(page.locator(".summary")).to_have_text(expected.verdict())
    # The turning point, with what would have been better marked on the board.
    now = page.locator(".record [aria-current]")
    expect(now).to_contain_text(f"{turned.ply}. {turned.move}")
    expect(page.locator(".viewer .ply-hint")).to_have_count(len(turned.best))
    expect(page.locator(".words")).to_contain_text(f"Better: cell {turned.best[0]}")
    expect(page.locator(".ply-point.now")).to_have_attribute("data-ply", str(turned.ply))
    # Stepping: keys, a button, the graph, the list, a line that was not played.
    page.keyboard.press("Home")
    shown(page, 0)
    page.keyboard.press("ArrowRight")
    shown(page, 1)
    page.get_by_role("button", name="A move on").click()
    shown(page, 2)
    page.locator('.ply-point[data-ply="4"]').click()
    shown(page, 4)
    expect(page.locator(".ply-point.now")).to_have_attribute("data-ply", "4")
    page.locator(f'.record a[data-at="{turned.ply}"]').click()
    shown(page, turned.ply)
    line = " ".join(turned.line[:2])
    page.locator(f'.lines a[data-then="{line}"]').click()
    shown(page, turned.ply - 1, line)
    expect(page.locator(".words")).to_contain_text(f"Not played: {line}")
    page.keyboard.press("ArrowLeft")
    shown(page, turned.ply - 1)
    page.keyboard.press("End")
    shown(page, len(LOST))
    # Another try at the mistakes: a wrong move, then a right one; the next is shown.
    player = turned.player
    wanted = [
        move
        for move in expected.moves
        if move.player == player and move.grade in ("mistake", "blunder")
    ]
    page.locator(f'.retries a[href$="player={player + 1}"]').click()
    said = page.locator("#said")
    for number, each in enumerate(wanted, 1):
        expect(page.get_by_text(f"Position {number} of {len(wanted)}")).to_be_visible()
        page.wait_for_selector("#board .open")
        if number == 1:
            wrong = next(m for m in each.position.moves if m not in each.keeping)
            click(page, int(wrong) - 1)
            # It is marked; its line can be stepped, and a touch of the board leads back.
            expect(page.locator("#board.wrong .ply-hint")).to_have_count(1)
            taken = len(each.position.history)
            expect(page.locator("#board .ply-taken")).to_have_count(taken)
            review_link = page.get_by_role("link", name="Review", exact=True).bounding_box()
            page.get_by_role("button", name="A move on").click()
            expect(page.locator("#board .ply-taken")).to_have_count(taken + 1)
            click(page, int(each.keeping[0]) - 1)
            expect(page.locator("#board .ply-taken")).to_have_count(taken)
            click(page, int(each.keeping[0]) - 1)
            expect(said).to_contain_text("Right: ")
            again = page.get_by_role("link", name="Review", exact=True).bounding_box()
            assert again == review_link, "what leads elsewhere stays where it was"
        else:
            page.get_by_role("button", name="Show").click()
            expect(said).to_contain_text(f"The solution: cell {each.best[0]}")
            expect(page.locator("#board .ply-hint")).to_have_count(len(each.best))
        expect(page.locator("[data-next]")).to_be_focused()
        page.keyboard.press("Enter")
    expect(said).to_have_text(
        f"You found 0 of {len(wanted)} at the first try, and 1 after more tries."
    )
    page.get_by_role("link", name="The game").click()
    # Saved, twice, as one.
    for _ in range(2):
        from_more(page, "Save")
        expect(page.locator("#saved")).to_contain_text("Saved")
        page.reload()
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Pass it on").click()
        page.get_by_role("link", name="Download").click()
    text = downloading.value.path().read_text(encoding="utf-8")
    assert '[Game "tictactoe"]' in text
    page.goto("/library")
    expect(page.locator(".saved-games li")).to_have_count(1)
    page.get_by_role("link", name="Tic-tac-toe", exact=True).click()
    expect(page.locator(".viewer .ply-deciding")).to_have_count(3)
    page.wait_for_load_state()
    page.keyboard.press("Home")
    shown(page, 0)
    expect(page.locator(".viewer .ply-taken")).to_have_count(0)
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    shown(page, len(LOST) - 1)
    open_review(page)
    expect(page.locator(".summary")).to_have_text(expected.verdict())


def test_mistakes_are_tried_again_by_keyboard(person: Person) -> None:
    page = person()
    play(page)
    open_review(page)
    page.locator(".retries a").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#board .open")
    page.locator('#board .target[aria-disabled="false"]').first.focus()
    expect(page.locator("#board .ply-ghost")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text(re.compile("Right|Cell 1 is"))
    page.goto(page.url)
    page.get_by_label("Move", exact=True).fill("77")
    page.keyboard.press("Enter")
    expect(page.locator("#warning")).to_contain_text("77")


def test_games_are_imported_searched_exported_and_deleted(person: Person, tmp_path: Path) -> None:
    page = person()
    page.goto("/library")
    page.get_by_text("Import games").click()
    file = tmp_path / "games.txt"
    file.write_text(
        '[Game "tictactoe"]\n[Name1 "Ann"]\n\n1. 5 (1. 1 2. 5) 2. 1 *\n\n'
        '[Game "tictactoe"]\n[Name1 "Eve"]\n\n1. 3 2. 3 *\n'
    )
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_text("2 games imported.")).to_be_visible()
    expect(page.locator(".faults")).to_contain_text("line 9, column 9: ")
    page.get_by_role("searchbox", name="Search").fill("ann")
    page.keyboard.press("Enter")
    expect(page.locator(".saved-games li")).to_have_count(1)
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Export").click()
    assert "Ann" in downloading.value.path().read_text(encoding="utf-8")
    page.get_by_role("link", name="Tic-tac-toe", exact=True).click()
    page.wait_for_load_state()  # its script listens from then on
    page.locator('.variation a[data-then="1 5"]').click()
    shown(page, 0, "1 5")
    expect(page.locator(".viewer .ply-taken")).to_have_count(2)
    page.get_by_role("link", name="Play on from here").click()
    expect(page.get_by_label("Start after these moves")).to_have_value("1 5")
    page.go_back()
    answer = page.get_by_role("dialog").get_by_role("button", name="Delete")
    page.get_by_role("button", name="Delete").click()
    answer.click()
    expect(page.locator(".saved-games li")).to_have_count(1)
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Delete selected").click()
    answer.click()
    expect(page.get_by_text("You have no saved games")).to_be_visible()


def test_leaving_stops_a_review(person: Person) -> None:
    """And so the next thing that is asked for does not wait for it."""
    page = person()
    begin(page, "connect4", "here", "here", moves="4+4+3+5+2")
    page.fill("[data-typed] input", "6")
    page.keyboard.press("Enter")
    board(page, 6)
    room = page.url
    end(page)
    page.get_by_role("button", name="Review").click()
    page.wait_for_selector("#reviewing, .summary")
    page.goto(room)
    from_more(page, "Values")
    verdict = page.locator("#note")
    expect(verdict).to_have_text(re.compile("A draw|Player [12] wins"))


def test_board_words_and_controls_are_in_view_together_and_nothing_moves(
    person: Person, subtests: pytest.Subtests
) -> None:
    page = person()
    play(page)
    open_review(page)
    for width, height in (375, 667), (667, 375), (812, 375), (1280, 800):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(page.url.partition("?")[0])
        with subtests.test(width=width, height=height):
            in_view_and_still(page, width, height)


def in_view_and_still(page: Page, width: int, height: int) -> None:
    page.wait_for_load_state("networkidle")
    page.evaluate(
        "window.shifts = 0; new PerformanceObserver((list) => {"
        " for (const { value } of list.getEntries()) window.shifts += value;"
        "}).observe({ type: 'layout-shift' })"
    )
    parts: tuple[str, ...] = (".summary", ".graph", ".viewer [data-part=board]", ".steps", ".words")
    if width >= 960:
        parts += (".listed",)
    found = review(pg.TicTacToe().position(LOST))
    poor = {move.ply for move in found.moves if move.grade not in ("best", "good")}
    page.keyboard.press("End")
    for at in range(len(LOST), 0, -1):
        shown(page, at)
        expect(page.locator(".viewer [data-part=board] svg")).to_be_in_viewport(ratio=1)
        if width >= 960:
            expect(page.locator(".record [aria-current]")).to_be_in_viewport(ratio=1)
        expect(page.locator(".graph svg")).to_be_in_viewport(ratio=1)
        again = page.get_by_role("link", name=f"Try move {at} again")
        if at in poor:
            expect(again).to_be_in_viewport(ratio=1)
            if width >= 960:
                expect(page.locator(".side .lines")).to_be_in_viewport(ratio=1)
        else:
            expect(again).to_have_count(0)
        assert box_of(page, ".listed")[1]["y"] < height - 30, "the list begins on the first screen"
        boxes = [box_of(page, part) for part in parts]
        for number, (part, box) in enumerate(boxes):
            assert min(box["x"], box["y"]) >= 0, part
            assert box["x"] + box["width"] <= width, part
            assert box["y"] + box["height"] <= height, part
            for other, lower in boxes[number + 1 :]:
                assert apart(box, lower), f"{part} lies over {other}"
        page.keyboard.press("ArrowLeft")
    assert page.evaluate("window.shifts") == 0
    assert page.evaluate("[scrollX, scrollY]") == [0, 0]


def box_of(page: Page, part: str) -> tuple[str, FloatRect]:
    """A part of the page, and where it is."""
    box = page.locator(part).bounding_box()
    assert box is not None, part
    return part, box


def apart(one: FloatRect, other: FloatRect) -> bool:
    """Whether two boxes share no point, apart from half a pixel of rounding."""
    half = 0.5
    return (
        one["x"] + one["width"] <= other["x"] + half
        or other["x"] + other["width"] <= one["x"] + half
        or one["y"] + one["height"] <= other["y"] + half
        or other["y"] + other["height"] <= one["y"] + half
    )


def tap(page: Page, cell: str) -> None:
    """Play in a cell of the board of a review."""
    click_middle(page, f'.viewer [data-site="{int(cell) - 1}"]')


def test_a_move_on_the_board_begins_a_line_and_one_tap_leads_back(person: Person) -> None:
    page = person(viewport={"width": 375, "height": 667}, has_touch=True, is_mobile=True)
    play(page)
    open_review(page)
    page.keyboard.press("Home")
    shown(page, 0)
    back = page.get_by_role("button", name="Back to the game")
    expect(back).to_be_hidden()
    tap(page, LOST[0])  # as in the game
    shown(page, 1)
    tried = next(move for move in "123456789" if move not in LOST[:2])
    tap(page, tried)
    shown(page, 1, tried)
    graded = review(pg.TicTacToe().position((LOST[0], tried))).moves[1].grade
    expect(page.locator(".words")).to_contain_text(f"Cell {tried} is a")
    expect(page.locator(".words")).to_contain_text(GRADE_WORDS[graded])
    tap(page, "5")
    shown(page, 1, f"{tried} 5")
    expect(page.locator(".viewer .ply-taken")).to_have_count(3)
    expect(page.locator(".act").get_by_role("link")).to_have_count(0)
    back.tap()
    shown(page, 1)
    expect(page.locator(".act")).to_have_text("Play on from here")


def test_the_mouse_shows_where_a_line_leads(person: Person) -> None:
    page = person()
    play(page)
    open_review(page)
    move = page.locator(".lines a").nth(1)
    before = page.locator(".viewer [data-part=board]").get_attribute("data-shown")
    move.hover()
    expect(page.locator(".peek svg")).to_be_visible()
    assert page.locator(".viewer [data-part=board]").get_attribute("data-shown") == before
    page.mouse.move(5, 5)
    expect(page.locator(".peek")).to_be_hidden()


PHONE, LANDSCAPE, DESK = (375, 667), (667, 375), (1280, 800)


def reviewed(page: Page, size: tuple[int, int], moves: str = "".join(LOST)) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    begin(page, "tictactoe", "here", "here")
    played(page, moves)
    open_review(page)


def test_a_first_screen_has_few_controls(person: Person) -> None:
    """The moves of the list, and those of a line, are each one of many places to go to."""
    page = person()
    reviewed(page, PHONE)
    found = [each for each in controls(page) if not each[:1].isdigit() and each != "Start"]
    assert len([*found, "board", "moves"]) <= 12, found
    reviewed(page, DESK)
    found = [each for each in controls(page) if not each[:1].isdigit() and each != "Start"]
    assert len([*found, "board", "moves", "lines"]) <= 15, found


def test_the_words_of_a_review_are_whole_in_landscape(person: Person) -> None:
    page = person()
    reviewed(page, LANDSCAPE)
    for part in (".words", ".lines", ".summary"):
        whole = "each => each.scrollHeight <= each.clientHeight + 1"
        assert measured(page, part, whole), part


def test_the_moves_of_a_review_are_whole_rows(person: Person) -> None:
    page = person()
    for moves in ("".join(LOST), "519328467"):
        reviewed(page, DESK, moves)
        cut = page.locator("ol.record").evaluate(
            """list => [...list.children].filter((each) => {
              const [row, room] = [each.getBoundingClientRect(), list.getBoundingClientRect()];
              const seen = Math.min(row.bottom, room.bottom) - Math.max(row.top, room.top);
              return seen > 2 && seen < row.height - 2;
            }).length"""
        )
        assert cut == 0


@pytest.mark.parametrize("size", [(320, 568), (640, 400)])
def test_nothing_of_a_review_is_wider_than_the_screen(
    person: Person, size: tuple[int, int]
) -> None:
    page = person()
    reviewed(page, size)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    expect(page.locator(".summary")).to_be_in_viewport(ratio=1)


def test_one_steps_through_a_game_while_its_review_grows(person: Person) -> None:
    page = person(viewport={"width": 375, "height": 667})
    begin(page, "tictactoe", "here", "here")
    played(page, MIRRORED)
    game = page.url
    held = Held(page, "**/review/events")
    page.goto(f"{game}/review")
    expect(page.locator(".summary")).to_have_text("Reviewing the game: 0 of 7 moves ...")
    expect(page.locator(".ply-point")).to_have_count(0)
    for at in (6, 5):
        page.keyboard.press("ArrowLeft")
        shown(page, at)
        expect(page.locator(".viewer .ply-taken")).to_have_count(at)
    expect(page.locator(".words")).to_have_text("Move 5: x played cell 9.")
    page.locator('.record [data-at="5"]').focus()
    held.wait()
    held.open()
    expect(page.locator(".viewer:not([data-making])")).to_be_visible()
    shown(page, 5)
    expect(page.locator(".summary")).to_have_text(
        review(pg.TicTacToe().position(MIRRORED)).verdict(None)
    )
    expect(page.locator(".ply-point")).to_have_count(len(MIRRORED) + 1)
    expect(page.locator(".words")).to_contain_text("Move 5: x played cell 9, a ")
    expect(page.locator('.record [data-at="5"]')).to_be_focused()


def test_a_review_without_scripts_comes_by_itself(browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.url, java_script_enabled=False)
    page = context.new_page()
    try:
        form = {"game": "tictactoe", "seat0": "here", "seat1": "here"}
        headers = {"Accept": "text/html"}
        answer = page.request.post("/rooms", form=form, headers=headers, max_redirects=0)
        room = answer.headers["location"]
        for ply, text in enumerate(LOST):
            page.request.post(f"{room}/move", form={"ply": ply, "text": text})
        page.goto(f"{room}/review?at=3")
        expect(page.locator(".viewer .board")).to_be_visible()
        expect(page.locator(".summary")).to_have_text(
            review(pg.TicTacToe().position(LOST)).verdict(None)
        )
        expect(page.locator(".record [aria-current]")).to_contain_text("3. 3")
    finally:
        context.close()
