"""Puzzles in a browser, as people solve them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import plyground as pg
from plyground.analysis.puzzles import Puzzle, check_answer, hints
from plyground.web.services.puzzle_progress import puzzle_of
from tests.browser.playing import Person, click, dot

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

PUZZLE = pg.puzzles(pg.TicTacToe())[0]
SOLVED = "#table[data-running=no]"


def others(puzzle: Puzzle) -> list[str]:
    return [move for move in puzzle.position.moves if move != puzzle.solution]


def test_wrongly_and_then_rightly_by_mouse(person: Person) -> None:
    page = person()
    page.goto("/puzzles/all")
    page.get_by_role("link", name="Tic-tac-toe, easy: 0 of 21 solved").click()
    page.wait_for_selector("#board svg")
    page.goto(f"/puzzles/{PUZZLE.id}?game=tictactoe&level=easy")
    expect(page.locator("#status")).to_have_text(PUZZLE.task)
    wrong = check_answer(PUZZLE, others(PUZZLE)[0])
    click(page, int(wrong.move) - 1)
    expect(page.locator(".verdict strong")).to_have_text(wrong.words)
    expect(page.locator("#said")).to_have_text(wrong.words)
    expect(page.locator("#board .ply-hint")).to_have_count(1)
    # What follows, on the board: the last move of it ends the game.
    taken = len(PUZZLE.moves)
    for _ in wrong.line:
        page.get_by_role("button", name="A move on").click()
    expect(page.locator("#board .ply-taken")).to_have_count(taken + len(wrong.line))
    click(page, int(PUZZLE.solution) - 1)  # back to the puzzle, and no answer yet
    expect(page.locator("#board .ply-taken")).to_have_count(taken)
    expect(page.locator(".verdict.win")).to_have_count(0)
    page.fill("#typed", "7")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint")).to_contain_text(hints(PUZZLE)[0])
    expect(page.locator("#typed")).to_have_value("7")
    click(page, int(PUZZLE.solution) - 1)
    right = check_answer(PUZZLE, PUZZLE.solution)
    expect(page.locator(".verdict.win strong")).to_have_text(right.words)
    expect(page.locator("#board .ply-taken")).to_have_count(taken + 1)
    page.get_by_role("link", name="Next", exact=True).click()
    page.wait_for_selector("#table[data-running=yes]")
    assert PUZZLE.id not in page.url
    page.goto("/puzzles/all")
    expect(page.get_by_role("link", name="Tic-tac-toe, easy: 1 of 21 solved")).to_be_visible()


def test_by_keyboard_only(person: Person) -> None:
    page = person()
    page.goto(f"/puzzles/{PUZZLE.id}")
    page.wait_for_selector("#board svg")

    def tab_to(selector: str) -> None:
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("(s) => document.activeElement.matches(s)", selector):
                return
        raise AssertionError(f"{selector} cannot be reached")

    tab_to("#board")
    wrong = check_answer(PUZZLE, PUZZLE.position.moves[0])
    assert not wrong.right
    for _ in range(int(wrong.move) - 1):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_have_text(wrong.words)
    expect(page.locator("#board")).to_be_focused()
    tab_to("#hint")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text(hints(PUZZLE)[0])
    expect(page.locator("#hint")).to_be_focused()
    tab_to("#typed")
    page.keyboard.type(PUZZLE.solution)
    page.keyboard.press("Enter")
    page.wait_for_selector(SOLVED)
    expect(page.locator("#next")).to_be_focused()
    page.keyboard.press("ArrowRight")  # along the line
    expect(page.locator("[data-line] [aria-current]")).to_contain_text("2.")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: PUZZLE.id not in url)


def test_the_one_of_the_day(person: Person) -> None:
    page = person()
    page.goto("/puzzles/all")
    page.get_by_role("link", name="Solve today's puzzle").click()
    expect(page.get_by_text("Today's puzzle.")).to_be_visible()
    page.get_by_role("button", name="Show the solution").click()
    page.wait_for_selector(SOLVED)
    expect(page.locator(".verdict.win strong")).to_contain_text("The solution.")


def test_two_dots_and_a_number(person: Person) -> None:
    """The ways of answering that Sim and numerical tic-tac-toe have, on a phone."""
    page = person(viewport={"width": 375, "height": 720}, has_touch=True, is_mobile=True)
    sim = pg.puzzles(pg.Sim(6))[0]
    page.goto(f"/puzzles/{sim.id}")
    one, two = sim.solution.split("-")
    dot(page, int(two)).tap()
    expect(dot(page, int(two))).to_have_attribute("aria-pressed", "true")
    dot(page, int(two)).tap(force=True)
    expect(page.locator("#warning")).to_contain_text("Choose two dots that can still be joined.")
    dot(page, int(two)).tap()
    dot(page, int(one)).tap()
    page.wait_for_selector(SOLVED)
    numerical = pg.puzzles(pg.NumericalTicTacToe())[0]
    page.goto(f"/puzzles/{numerical.id}")
    number, cell = numerical.solution.split("@")
    page.locator("#board .target").nth(int(cell) - 1).tap()
    page.locator(".chooser").get_by_role("button", name=number, exact=False).tap()
    page.wait_for_selector(SOLVED)
    assert page.evaluate("document.documentElement.scrollWidth") <= 375


@pytest.mark.parametrize(
    ("size", "game"),
    [((375, 667), "numerical"), ((812, 375), "numerical"), ((1280, 800), "tictactoe")],
)
def test_board_words_and_controls_are_in_view_together_and_the_board_stays(
    person: Person, size: tuple[int, int], game: str
) -> None:
    page = person(viewport={"width": size[0], "height": size[1]})
    page.goto(f"/puzzles/next?game={game}")
    page.wait_for_selector("#board .target")
    page.wait_for_load_state("networkidle")
    # On a small screen the board alone takes the answer.
    typed = ["#typed"] if size[0] > 1000 else []
    asked = ("#board svg", "#status", *typed, "#hint", "#solution")
    for part in asked:
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    before = page.locator("#board svg").bounding_box()
    page.locator("#hint").click()
    expect(page.locator("[data-hint]").first).to_be_visible()
    puzzle = puzzle_of(page.locator("#table").get_attribute("data-puzzle") or "")
    answer = "(form, text) => { form.elements.text.value = text; form.requestSubmit(); }"
    page.locator("[data-typed]").evaluate(answer, others(puzzle)[0])
    expect(page.locator(".verdict strong")).to_be_in_viewport(ratio=1)
    for part in (*asked, ".verdict .line"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    expect(page.locator("#status")).to_have_text(puzzle.task)
    assert page.evaluate("document.documentElement.scrollHeight") <= size[1]
    page.locator("#solution").click()
    expect(page.locator("#next")).to_be_visible()
    assert page.locator("#board svg").bounding_box() == before
    expect(page.locator(".verdict strong")).to_be_in_viewport(ratio=1)
    assert page.evaluate("[scrollX, scrollY]") == [0, 0]
