"""A board under the mouse and the keys: the page stays where it is, and the move chosen is seen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page

import plyground as pg
from plyground.analysis.puzzles import Puzzle
from tests.browser.playing import Person, begin, board, box_of, dot, legal, middle, played, rest

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

WINDOWS = [(812, 375), (320, 568)]


@pytest.fixture(params=WINDOWS, ids=lambda size: f"{size[0]}x{size[1]}")
def page(person: Person, request: pytest.FixtureRequest) -> Page:
    """A page in a window of each size."""
    width, height = request.param
    return person(viewport={"width": width, "height": height}, reduced_motion=None)


def stays(page: Page, places: list[Locator], done: str) -> None:
    """Click on places, and check that the page is where it was when it is done."""
    places[-1].scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    for place in places:
        page.mouse.click(*middle(place))
    page.locator(done).wait_for(state="attached")
    rest(page)
    assert page.evaluate("scrollY") == before


def of_move(page: Page, move: str | None = None) -> list[Locator]:
    """What is clicked for a move, by default the first legal one: two dots, or a column."""
    text = move or legal(page)[0]
    if "-" in text:
        return [dot(page, int(each)) for each in text.split("-")]
    return [page.locator("#board .target").nth(int(text) - 1)]


@pytest.mark.parametrize(
    ("page", "game"),
    list(zip(WINDOWS, ["connect4", "sim"], strict=True)),
    indirect=["page"],
    ids=str,
)
def test_a_move_and_its_reply_leave_a_room_where_it_is(page: Page, game: str) -> None:
    begin(page, game, "here", "computer", **{"opponent-2": "level:1"})
    stays(page, of_move(page), '#table[data-ply="2"]')


def test_keys_leave_a_room_where_it_is(page: Page) -> None:
    begin(page, "sim", "here", "here")
    dot(page, 0).focus()
    before = page.evaluate("scrollY")
    one, other = map(int, legal(page)[0].split("-"))
    dot(page, one).press("Enter")
    dot(page, other).press("Enter")
    board(page, 1)
    assert page.evaluate("scrollY") == before


@pytest.mark.parametrize(
    ("page", "game"),
    list(zip(WINDOWS, [pg.Sim(6), pg.ConnectFour()], strict=True)),
    indirect=["page"],
    ids=str,
)
def test_answers_leave_a_puzzle_where_it_is(page: Page, game: pg.Game) -> None:
    puzzle: Puzzle = pg.puzzles(game)[0]
    page.goto(f"/puzzles/{puzzle.id}")
    wrong = next(move for move in puzzle.position.moves if move != puzzle.solution)
    for move, ring in (wrong, "wrong"), (puzzle.solution, "right"):
        stays(page, of_move(page, move), f"#board.{ring}")
        assert page.locator(".verdict strong").is_visible()


def test_steps_leave_a_glass_box_where_it_is(page: Page) -> None:
    page.goto("/glassbox?game=tictactoe&moves=1+2+3&depth=2")
    page.locator('[data-count]:has-text("Step 1 of")').wait_for(state="attached")
    for number in range(2, 5):
        stays(page, [page.locator('[data-go="on"]')], f'[data-count]:has-text("Step {number} of")')


def test_steps_leave_a_review_where_it_is(page: Page) -> None:
    begin(page, "tictactoe", "here", "here")
    played(page, "14253")
    page.get_by_role("button", name="Review").click()
    page.wait_for_selector(".viewer:not([data-making])")
    for number, where in enumerate(('.record [data-at="0"]', *['[data-step="on"]'] * 2)):
        step = page.locator(f".viewer {where}")
        stays(page, [step], f'.ply-point.now[data-ply="{number}"]')


def test_a_simulation_leaves_the_page_where_it_is(page: Page) -> None:
    page.goto("/watch?game=tictactoe&rounds=1&pause=0.1&kind-1=random&kind-2=random")
    page.get_by_role("button", name="Start").click()
    boards = page.locator(".shown")
    boards.scroll_into_view_if_needed()
    before = box_of(boards)["y"]  # text above may grow by a line, and the page goes along
    page.locator("#run[data-ended]").wait_for()
    rest(page)
    assert box_of(boards)["y"] == pytest.approx(before, abs=1)


def picture(page: Page) -> bytes:
    return page.locator("#board").screenshot(animations="disabled")


@pytest.mark.parametrize(
    ("game", "scheme"),
    [("tictactoe", "light"), ("numerical", "dark"), ("sim", "light"), ("connect4", "dark")],
)
def test_the_move_chosen_by_keys_is_seen(person: Person, game: str, scheme: str) -> None:
    page = person(color_scheme=scheme)
    begin(page, game, "here", "here")
    page.locator("#board .target").first.focus()
    seen = [picture(page)]
    for _ in range(3):
        page.keyboard.press("ArrowRight")
        seen.append(picture(page))
    assert len(set(seen)) == len(seen)


def test_the_column_under_the_mouse_is_seen(person: Person) -> None:
    page = person(color_scheme="dark")
    begin(page, "connect4", "here", "here")
    page.mouse.move(2, 2)
    apart = picture(page)
    column = page.locator("#board .target")
    column.nth(1).hover()
    over = picture(page)
    column.nth(2).hover()
    other = picture(page)
    assert len({apart, over, other}) == 3
    page.mouse.move(2, 2)
    assert page.locator("#board .ply-ghost").count() == 0
