"""What the old programs' own tests checked, item by item, as a person meets it in the app.

The games begin by the entry "As in the old programs", and so speak in their words.

In the order of their lists: Sim's, Connect Four's, and the warnings of numerical tic-tac-toe. What
is not here: that closing the main window closes all is in tests/web/test_start.py, and how many
rounds a simulation takes "abc" and 1001 for in tests/web/test_runs.py.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

import plyground as pg
from tests.browser.playing import (
    Person,
    asked,
    begin_at_the_form,
    board,
    click,
    click_middle,
    dot,
    from_more,
    legal,
    rest,
    said,
    start,
)
from tests.browser.playing import begin as begin_game

pytestmark = [pytest.mark.browser, pytest.mark.compiled]


def begin(page: Page, game: str, *seats: str, **fields: str) -> None:
    """Begin a game as in its old program."""
    proposed = not seats or ("computer" in seats and not any("kind" in name for name in fields))
    start = begin_at_the_form if proposed else begin_game
    start(page, game, *seats, **fields, **{"as-before": "yes"})


def join(page: Page, *dots: int) -> None:
    for each in dots:
        dot(page, each).click(force=True)


def warning(page: Page) -> Locator:
    return page.locator("#warning")


def ply(page: Page) -> int:
    return int(page.get_attribute("#table", "data-ply") or "")


def is_over(page: Page) -> bool:
    return page.get_attribute("#table", "data-running") == "no"


def no_move(page: Page, act: Callable[[], None]) -> None:
    """Do something for which the page sends no move."""
    sent = asked(page, "/move")
    act()
    rest(page)
    assert sent == []


# A game of five players on six dots in which nobody closes a triangle.
DRAWN = "0-2 2-4 2-3 1-2 2-5 0-3 0-4 1-4 1-5 0-5 0-1 4-5 3-4 1-3 3-5"

VERTICES, PLAYERS = "Choose number of vertices:", "Choose number of players:"

# Sim's list


def test_welcome_and_what_can_be_chosen_at_the_start(person: Person) -> None:
    page = person()
    page.goto("/?game=sim&as-before=yes")
    expect(page.get_by_text("Welcome to Sim!")).to_be_attached()
    for name, value in ((VERTICES, "6"), (PLAYERS, "2")):
        expect(page.get_by_label(name, exact=True)).to_be_enabled()
        expect(page.get_by_label(name, exact=True)).to_have_value(value)
    for mode in ("CPU vs Human", "Human vs CPU", "Multiple Humans"):
        expect(page.get_by_role("link", name=mode, exact=True)).to_be_visible()
    expect(page.locator("[name=seat0]")).to_have_value("computer")
    expect(page.locator("[name=seat1]")).to_have_value("here")
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_enabled()
    expect(page.get_by_role("button", name="End", exact=True)).to_be_disabled()  # nothing runs yet
    begin(page, "sim", "here", "here")
    expect(page.locator("#note")).to_have_text("Welcome to Sim!")
    expect(page.locator("#status")).to_have_text("It is now Player 1's turn")
    expect(page.locator(".now")).to_have_class(re.compile(r"\bturn0\b"))  # in that player's colour


def test_each_option_changes(person: Person) -> None:
    page = person()
    page.goto("/?game=sim&as-before=yes")
    page.wait_for_selector("#board svg")
    page.get_by_label(VERTICES, exact=True).fill("8")
    page.get_by_label(VERTICES, exact=True).press("Tab")
    expect(page.get_by_label(VERTICES, exact=True)).to_have_attribute("value", "8")
    expect(page.get_by_label(PLAYERS, exact=True)).to_be_focused()
    page.get_by_label(PLAYERS, exact=True).fill("4")
    page.get_by_label(PLAYERS, exact=True).press("Tab")
    expect(page.locator(".seat")).to_have_count(4)
    expect(page.get_by_label(VERTICES, exact=True)).to_have_value("8")
    page.get_by_role("link", name="Multiple Humans", exact=True).click()
    for seat in range(4):
        expect(page.locator(f"[name=seat{seat}]")).to_have_value("here")
    page.locator("#group-seat-0 summary").click()
    page.locator("[name=colour0]").fill("#1a85e0")
    start(page)
    expect(page.locator("#board [data-dot]")).to_have_count(8)
    expect(page.locator(".seats li")).to_have_count(4)
    join(page, 0, 4)
    board(page, 1)
    line = page.locator("#board .ply-last line").last
    expect(line).to_have_attribute("stroke", re.compile("#1a85e0"))


def test_the_computer_plays_with_four_players(person: Person) -> None:
    """The old program made it a game for two, and said nothing."""
    page = person()
    begin(page, "sim", "computer", "here", "computer", "computer", vertices="6", players="4")
    expect(page.locator(".seats li")).to_have_count(4)
    board(page, 1)
    join(page, *free_pair(page))
    board(page, 5)  # three computers, and the first again
    expect(page.locator("#status")).to_have_text("It is now Player 2's turn")


def free_pair(page: Page) -> tuple[int, int]:
    """Two dots that are not joined."""
    moves = legal(page)
    one, other = random.Random(len(moves)).choice(moves).split("-")
    return int(one), int(other)


def test_end_aborts(person: Person) -> None:
    page = person()
    begin(page, "sim", "here", "here")
    join(page, 0, 1)
    board(page, 1)
    from_more(page, "End")
    expect(page.locator("#status")).to_have_text("Game aborted")
    expect(page.locator("#status")).to_have_class(re.compile("aborted"))  # which is red
    page.get_by_role("button", name="More").click()
    expect(page.locator("#sheet").get_by_role("button", name="End", exact=True)).to_be_disabled()
    expect(page.locator("#sheet").get_by_role("button", name="Start", exact=True)).to_be_enabled()
    page.keyboard.press("Escape")
    no_move(page, lambda: join(page, 2, 3))
    assert ply(page) == 1
    expect(page.get_by_role("button", name="Again")).to_be_enabled()


def test_a_full_game_of_sim_against_the_computer(person: Person) -> None:
    page = person()
    begin(page, "sim", moves="0-1+2-3+0-2+4-5")  # as proposed: the computer begins
    board(page, 5)
    for number in range(6, 15, 2):
        join(page, *free_pair(page))
        board(page, number)
        page.wait_for_selector(f'#table[data-ply="{number + 1}"], #table[data-running="no"]')
        if is_over(page):
            break
    assert re.fullmatch(r"Player [12] lost!", said(page))
    assert page.locator("#board .ply-deciding").count() >= 3  # an edge may close several triangles


def test_a_joined_pair_is_refused(person: Person) -> None:
    page = person()
    begin(page, "sim", "here", "here")
    join(page, 0, 1)
    board(page, 1)
    join(page, 1, 0)
    words = "Player 2, please choose a valid pair of vertices!"
    expect(warning(page)).to_have_text(words)
    assert ply(page) == 1
    dot(page, 2).click()
    page.locator("#board svg").click(position={"x": 8, "y": 8})  # beside the dots
    expect(warning(page)).to_have_text(words)
    expect(dot(page, 2)).to_have_attribute("aria-pressed", "false")
    join(page, 2, 3)
    board(page, 2)
    expect(warning(page)).to_have_text("")


def test_the_first_dot_is_highlighted(person: Person) -> None:
    page = person()
    begin(page, "sim", "here", "here")
    dot(page, 4).click()
    expect(dot(page, 4)).to_have_attribute("aria-pressed", "true")
    dot(page, 2).click()
    board(page, 1)
    expect(dot(page, 4)).to_have_attribute("aria-pressed", "false")


def test_a_deliberate_loss(person: Person) -> None:
    page = person()
    begin(page, "sim", "here", "here", moves="0-1+3-4+1-2+4-5")
    join(page, 0, 2)
    expect(page.locator("#status")).to_have_text("Player 1 lost!")
    red, green, blue = bytes.fromhex(pg.Sim().colours[0][1:])  # the loser's
    bar = page.locator("#table .words")
    expect(bar).to_have_css("border-left-color", f"rgb({red}, {green}, {blue})")
    expect(page.locator("#board .ply-deciding")).to_have_count(3)
    no_move(page, lambda: join(page, 3, 5))
    assert ply(page) == 5


def test_five_players_on_six_dots_can_end_in_a_draw(person: Person) -> None:
    page = person()
    moves = DRAWN.split()
    begin(page, "sim", *["here"] * 5, vertices="6", players="5", moves="+".join(moves[:-1]))
    join(page, *map(int, moves[-1].split("-")))
    board(page, 15)
    expect(page.locator("#status")).to_have_text("Draw!")
    expect(page.locator("#board .ply-deciding")).to_have_count(0)


def test_three_players_on_ten_dots_end_with_a_loser(person: Person) -> None:
    page = person()
    begin(
        page,
        "sim",
        *["here"] * 3,
        vertices="10",
        players="3",
        moves="0-1+4-5+0-2+6-7+8-9+0-3+1-4+5-6",
    )
    join(page, 2, 3)
    expect(page.locator("#status")).to_have_text("Player 3 lost!")
    expect(page.locator("#board .ply-deciding")).to_have_count(3)
    assert page.locator("#board .ply-deciding.ply-player2").count() == 3


def test_during_a_game_nothing_of_it_can_be_chosen_but_it_can_be_ended(person: Person) -> None:
    page = person()
    begin(page, "sim", "here", "here")
    page.get_by_role("button", name="More").click()
    expect(page.get_by_role("button", name="End", exact=True)).to_be_enabled()
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_disabled()
    for name in ("vertices", "players"):
        expect(page.locator(f"#sheet [name={name}]")).to_be_disabled()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Again")).to_have_count(0)


# Connect Four's list


def hole(column: int, height: int) -> int:
    """A site of the board of 7 columns, counted from 1, by its height above the bottom."""
    return 6 * (column - 1) + height


def test_a_click_drops_in_its_column_at_the_right_height(person: Person) -> None:
    page = person()
    begin(page, "connect4", "here", "here")
    for number, (column, row, height) in enumerate(
        [(3, 5, 0), (3, 0, 1), (3, 1, 2), (7, 6, 0), (1, 3, 0)], 1
    ):
        click(page, hole(column, min(row, 5)))
        board(page, number)
        last = page.locator("#board .ply-last")
        expect(last).to_have_attribute("data-site", str(hole(column, height)))
        box, whole = (
            last.locator("> rect").bounding_box(),
            page.locator("#board svg").bounding_box(),
        )
        assert box is not None
        assert whole is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        assert int(7 * (x - whole["x"]) / whole["width"]) == column - 1
        assert 5 - height == round(6 * (y - whole["y"]) / whole["height"] - 0.5)


def test_outside_the_board_nothing_happens_and_a_full_column_says_so(person: Person) -> None:
    page = person()
    begin(page, "connect4", "here", "here", moves="1+1+1+1+1+1")
    box = page.locator("#board svg").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 4, box["y"] + 4)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] + 3)
    expect(warning(page)).to_have_text("")
    assert ply(page) == 6
    click(page, hole(1, 5))
    expect(warning(page)).to_have_text("That column is full.")
    assert ply(page) == 6
    click(page, hole(4, 5))
    board(page, 7)
    expect(warning(page)).to_have_text("")


def test_a_rapid_second_click_is_ignored(person: Person) -> None:
    page = person()
    begin(page, "connect4", "here", "computer", **{"kind-2": "minimax", "depth-2": "14"})
    page.locator("#board .target").nth(3).dblclick()
    board(page, 1)
    expect(page.locator("#status")).to_contain_text("thinking")
    click(page, hole(1, 5))
    expect(warning(page)).to_have_text("Please wait: the computer is still thinking.")
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_role("button", name="Let it play")).to_be_visible()
    assert ply(page) == 1


def test_a_rapid_second_click_does_not_move_for_the_second_person(person: Person) -> None:
    page = person()
    begin(page, "connect4", "here", "here")
    page.locator("#board .target").nth(3).dblclick()
    board(page, 1)
    page.reload()  # after whatever was sent
    assert ply(page) == 1


def test_the_result_is_shown_and_play_stops(person: Person) -> None:
    page = person()
    begin(page, "connect4", "here", "here", moves="1+2+1+2+1+2")
    click(page, hole(1, 5))
    board(page, 7)
    expect(page.locator("#status")).to_have_text("Player 1 Wins!")
    expect(page.locator("#board .ply-deciding")).to_have_count(4)
    no_move(page, lambda: click(page, hole(6, 0)))
    assert ply(page) == 7
    expect(page.get_by_role("button", name="Again")).to_be_enabled()
    page.get_by_role("button", name="More").click()
    expect(page.get_by_role("button", name="New Game")).to_be_visible()


def test_the_depth_is_changed_in_the_middle_of_a_game(person: Person) -> None:
    page = person()
    begin(page, "connect4", "here", "computer", **{"kind-2": "minimax", "depth-2": "3"})
    rests_on = page.locator("#why-of .facts")
    for moves_made, depth, column in ((0, "3", 4), (2, "2", 1)):
        field = page.get_by_role("spinbutton", name="Depth")
        if moves_made:
            field.fill(depth)
            field.press("Tab")
            expect(page.locator(".seats li").nth(1)).to_contain_text(f"Minimax, depth {depth}")
        expect(field).to_have_value(depth)
        click(page, hole(column, 3))
        board(page, moves_made + 2)
        page.get_by_role("button", name="Why?").click()
        expect(rests_on).to_contain_text(f"{depth} moves ahead")
        page.keyboard.press("Escape")
        expect(rests_on).to_have_count(0)


def test_a_new_game_is_a_question_over_the_game(person: Person) -> None:
    """Asked three times it proposes the same; closing it changes nothing, and Start begins."""
    page = person()
    begin(page, "connect4", "here", "here")
    click(page, hole(4, 5))
    board(page, 1)
    old = page.url
    for side in ("Player 2", "Player 1", ""):
        page.get_by_role("button", name="More").click()
        page.get_by_role("button", name="New Game").click()
        question = page.get_by_role("dialog", name="Player Select Screen")
        asked = question.get_by_role("group", name="Would you like to be Player 1 or Player 2?")
        expect(asked.get_by_label("Player 2")).to_be_checked()
        if side:
            asked.get_by_label(side).check()
            page.keyboard.press("Escape")
            expect(question).to_be_hidden()
    question.get_by_role("button", name="Start").click()
    page.wait_for_url(lambda url: url != old)
    board(page, 1)  # player 1, the computer, begins
    expect(page.locator(".seats li").first).to_contain_text("Connect 4 with Minimax (old), depth 5")
    page.goto(old)
    board(page, 1)
    click(page, hole(4, 5))
    board(page, 2)


def test_a_game_of_connect_four_runs_from_the_start(person: Person) -> None:
    page = person()
    page.goto("/?game=connect4&as-before=yes")
    expect(page.get_by_text("Welcome to Connect 4 with Minimax.")).to_be_visible()
    click(page, hole(4, 5))  # as player 1
    page.wait_for_url("**/room/*")
    board(page, 2)
    expect(page.get_by_role("spinbutton", name="Minimax Depth:")).to_have_value("5")


def test_simulations_ignore_clicks_and_count_correctly(person: Person) -> None:
    page = person()
    page.goto("/watch")
    page.get_by_text("More that is ready").click()
    page.get_by_role("link", name="The simulation of “Connect 4 with Minimax”").click()
    page.get_by_label("Enter the number of rounds you wish to see (1 - 50)").fill("4")
    page.get_by_role("group", name="Player 1").get_by_label("Depth").fill("1")
    page.get_by_role("group", name="Player 2").get_by_label("Depth").fill("2")
    page.get_by_label("Pause between moves").fill("0")
    page.get_by_role("button", name="ENTER", exact=True).click()
    page.wait_for_url("**/runs/*")
    score = page.locator("#shown-score .score")
    for _ in range(3):
        click_middle(page, ".shown")
    expect(score).to_contain_text("Final Result: ")
    matches = page.request.get(f"{page.url}/results.json").json()["matches"]
    assert len(matches) == 4
    first, second = (
        sum((each["standings"][player] + 1) / 2 for each in matches) for player in (0, 1)
    )
    expect(score).to_contain_text(f"Final Result: Minimax: {first:.1f}")
    expect(score).to_contain_text(f"Opponent: {second:.1f}")
    assert first + second == 4
    for each in matches:  # replayed, every game ends as it was counted
        position = pg.ConnectFour().position(each["moves"])
        assert position.outcome is not None
        ends = [position.outcome.standing(seat) for seat in (0, 1)]
        assert [ends[each["seating"].index(player)] for player in (0, 1)] == each["standings"]


# The warnings of numerical tic-tac-toe


def test_every_warning_about_a_move(person: Person) -> None:
    page = person()
    begin(page, "numerical", "here", "here", moves="1@5")
    for typed, words in (
        ("2@x", ["Position can only be an integer between 1-9!"]),
        ("3@5", ["Position is occupied!", "Player 2 can only input even integers!"]),
        ("x@10", ["Position can only be an integer between 1-9!",
                  "Number can only be an integer between 1-9!"]),
    ):  # fmt: skip
        say(page, typed)
        expect(warning(page)).to_have_text("\n".join(words))
        assert ply(page) == 1
    click(page, 4)
    expect(warning(page)).to_have_text("Position is occupied!")
    say(page, "2@1")
    board(page, 2)
    expect(warning(page)).to_have_text("")
    say(page, "4@2")
    expect(warning(page)).to_have_text("Player 1 can only input odd integers!")
    say(page, "1@2")
    expect(warning(page)).to_have_text("1 is already used!")


def say(page: Page, move: str) -> None:
    field = page.locator("[data-typed] input")
    field.fill(move)
    field.press("Enter")


def test_every_warning_about_who_plays_and_how_well(person: Person) -> None:
    """A page offers only accepted values; for others it says so."""
    page = person()
    page.goto("/?game=numerical&as-before=yes")
    questions = page.locator("#options").inner_text()
    asked = ("Enter player count:", "Enter desired difficulty", "Enter which player you will play")
    places = [questions.index(each) for each in asked]
    assert places == sorted(places)
    for name, value, words in (
        ("seat0", "3", "Player count must be 1 or 2!"),
        ("first", "2", "You must input 1 or 2!"),
        ("percent-2", "101", "Difficulty must be between 0-100!"),
        ("percent-2", "hard", "Difficulty must be between 0-100!"),
    ):
        fields = {"game": "numerical", "as-before": "yes", "seat0": "here", "seat1": "computer",
                  "kind-2": "mixed", "percent-2": "60", name: value}  # fmt: skip
        answer = page.request.post("/rooms", form=fields, headers={"Accept": "text/html"})
        assert answer.status == 422
        assert words in answer.text()
    begin(page, "numerical", "here", "computer", **{"kind-2": "mixed", "percent-2": "60"})
    expect(page.locator("#note")).to_have_text("!!! You are player 1 - Computer is player 2 !!!")
    field = page.locator("input[name=strength]")
    for value, words in (("101", "Difficulty must be between 0-100!"), ("100", "")):
        field.fill(value)
        field.press("Tab")
        expect(warning(page)).to_have_text(words)
    expect(page.locator(".seats li").nth(1)).to_contain_text("Mixed, 100 %")
