"""The review in a page without a server: it says what Python's says, and leads to another try."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

import plyground as pg
from tests.browser.access import check
from tests.browser.documents import Sheet, Sheets, opened, sheets
from tests.browser.reviews import (
    GAMES,
    reasons_are_those_of_python,
    review_document,
    reviews_are_those_of_python,
)
from tests.games import TICTACTOE

__all__ = ["sheets"]

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

CONNECT4 = pg.ConnectFour()
PHONE, DESKTOP = {"width": 375, "height": 667}, {"width": 1280, "height": 800}
LOST = "22547574751733"  # to Moss, by a move that did not see four in a row


@pytest.mark.parametrize(("game", "plies", "games"), GAMES, ids=repr)
def test_it_says_what_python_says(browser: Browser, game: pg.Game, plies: int, games: int) -> None:
    with browser.new_page() as own:
        own.set_content(review_document(game))
        reviews_are_those_of_python(own.evaluate, game, plies, games // 2)
        reasons_are_those_of_python(own.evaluate, game, 10)


# The page


def fits(sheet: Sheet) -> bool:
    """Whether nothing is wider than the screen, and what is below the board suits fingers."""
    fit: bool = sheet.page.evaluate(
        """() => {
          const parts = [...document.querySelectorAll("main button")];
          const seen = parts.filter((each) => each.checkVisibility());
          const large = seen.every((each) => each.getBoundingClientRect().height >= 44);
          return large && document.documentElement.scrollWidth <= innerWidth;
        }"""
    )
    return fit


def test_a_lost_game_is_reviewed_and_the_move_that_lost_it_tried_again(sheets: Sheets) -> None:
    sheet = opened(sheets, TICTACTOE, "1523", "here", "perfect")
    board = sheet.page.locator("#board")
    sheet.target("Cell 9").click()
    lost = sheet.page.get_by_role("button", name="Where was it lost?")
    expect(lost).to_have_class("main")
    place = board.bounding_box()
    lost.click()
    verdict = sheet.page.locator("#verdict")
    expect(verdict).to_have_text("Perfect won. You let the draw go with move 5.")
    assert board.bounding_box() == place, "the board does not move"
    words, rows = sheet.page.locator(".words"), sheet.page.locator("#moves button")
    expect(words).to_contain_text("Move 5: you (x) played cell 9, a mistake.")
    expect(words).to_contain_text("Now o can force a win by move 6. Better: cell 7.")
    expect(rows.nth(4)).to_have_text("9? Lets the draw go: cell 7 was better.")
    expect(rows.nth(5)).to_have_text("7 Wins.")
    first = rows.first.bounding_box()
    assert first is not None
    assert first["y"] < PHONE["height"], "the list begins on the first screen"
    assert fits(sheet)
    check(sheet.page)
    sheet.press("Try move 5 again")
    assert board.bounding_box() == place
    expect(sheet.status).to_have_text("You are x. Find a move that keeps the draw.")
    expect(sheet.note).to_have_text("Move 5: you played cell 9, a mistake.")
    assert fits(sheet)
    sheet.target("Cell 4").click()
    expect(sheet.status).to_have_text("Not that one.")
    expect(sheet.note).to_have_text("Cell 4 is a mistake: o can force a win by move 6.")
    sheet.press("Solution")
    expect(sheet.note).to_have_text("The solution: cell 7.")
    sheet.target("Cell 7").click()
    expect(sheet.status).to_have_text("Right: cell 7 is the best move.")
    sheet.press("Back to the review")
    expect(verdict).to_have_text("Perfect won. You let the draw go with move 5.")
    expect(sheet.page.get_by_role("button", name="Try move 5 again")).to_be_visible()
    assert board.bounding_box() == place
    sheet.press("One move back")
    sheet.press("Play on from here")
    assert sheet.moves() == list("1523")
    expect(verdict).to_be_hidden()


def test_a_review_is_put_away(sheets: Sheets) -> None:
    sheet = opened(sheets, CONNECT4, LOST, "here", "level:2", viewport=DESKTOP)
    sheet.press("Where was it lost?")
    expect(sheet.page.locator("#verdict")).to_contain_text("Moss won. ")
    check(sheet.page)
    sheet.press("Close the review")
    expect(sheet.status).to_have_text("Moss won")
    expect(sheet.page.locator("#actions button")).to_have_text("Where was it lost?")


def test_the_browser_goes_back_from_a_review_and_reloads_it(sheets: Sheets) -> None:
    sheet = opened(sheets, TICTACTOE, "15239", "here", "perfect")
    page, verdict = sheet.page, sheet.page.locator("#verdict")
    sheet.press("Where was it lost?")
    expect(verdict).to_contain_text("You let the draw go with move 5.")
    page.go_back()
    expect(sheet.status).to_have_text("Perfect won")
    page.go_forward()
    expect(verdict).to_contain_text("You let the draw go with move 5.")
    page.reload()
    expect(verdict).to_contain_text("You let the draw go with move 5.")
    sheet.press("Try move 5 again")
    page.go_back()  # from the try to the review, and then to the game
    expect(sheet.page.get_by_role("button", name="Try move 5 again")).to_be_visible()
    verdict.click()
    page.keyboard.press("Home")
    expect(page.locator(".words")).to_contain_text("The start.")
    page.go_back()
    expect(sheet.status).to_have_text("Perfect won")
    sheet.press("Where was it lost?")
    sheet.press("Close the review")
    expect(sheet.status).to_have_text("Perfect won")
    page.wait_for_function("() => history.state === null")


def test_two_people_review_their_game_from_the_menu(sheets: Sheets) -> None:
    sheet = opened(
        sheets, TICTACTOE, "12453", "here", "here", viewport={"width": 320, "height": 568}
    )
    sheet.press("More")
    sheet.press("Review")
    said = "O let the draw go with move 2, and x let the win go with move 5."
    expect(sheet.page.locator("#verdict")).to_have_text(said)
    assert fits(sheet)
    sheet.press("Try move 5 again")
    expect(sheet.status).to_have_text("You are x. Find a move that keeps the win.")
    sheet.press("Hint")
    expect(sheet.note).to_have_text("Hint: the win takes 1 move.")
    board = sheet.page.locator("#board")
    place = board.bounding_box()
    sheet.target("Cell 7").click()  # it ends the game
    expect(sheet.status).to_have_text("Right: cell 7 is the best move.")
    assert board.bounding_box() == place
    sheet.press("Back to the review")
    sheet.press("Close the review")
    assert sheet.moves() == list("12453")
    expect(sheet.status).to_have_text("Player 2's turn")


def test_no_mistake_is_claimed_where_values_are_unknown(sheets: Sheets) -> None:
    """Meanwhile one can step through the game, and the list grows from its end."""
    sheet = opened(sheets, pg.ConnectFour(8, 7), "182", "here", "here")
    sheet.press("More")
    sheet.press("Review")
    verdict, rows = sheet.page.locator("#verdict"), sheet.page.locator("#moves .did")
    expect(verdict).to_have_text("Reviewing the game: 0 of 3 moves ...")
    sheet.press("One move back")
    words = sheet.page.locator(".words")
    expect(words).to_contain_text("Move 2: yellow played column 8.")
    expect(rows).to_have_text(["", "", "Too hard to judge here."])
    expect(verdict).to_have_text("No mistake was found.")
    expect(rows).to_have_text(["Too hard to judge here."] * 3)
    expect(sheet.note).to_have_text("Too hard to judge here.")
    expect(sheet.page.locator("#course .turned")).to_have_count(0)
    expect(sheet.page.get_by_role("button", name="Play on from here")).to_be_visible()
