"""Games as one file in the app, and texts that friends send: challenges and games by message."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import Person, asked, begin, board, click

pytestmark = [pytest.mark.browser, pytest.mark.compiled]


def more(page: Page, name: str) -> None:
    """Follow a link of what passes a game on, to the file of the game."""
    page.get_by_role("button", name="More").click()
    page.locator("#sheet").get_by_role("button", name="Pass it on").click()
    page.locator("#sheet").get_by_role("link", name=name).click()
    page.wait_for_url("**/alone?**")
    page.wait_for_selector("#board svg")


def test_a_challenge_goes_from_the_app_to_the_app(person: Person) -> None:
    mine, yours = person(), person()
    begin(mine, "connect4", "here", "here")
    for ply, site in enumerate((18, 0, 18, 0)):
        click(mine, site)
        board(mine, ply + 1)
    more(mine, "A challenge")
    dialog = mine.locator("dialog")
    expect(dialog.get_by_role("heading")).to_have_text("Challenge a friend")
    expect(dialog.locator(".answer")).to_contain_text("A win can be forced")
    text = dialog.get_by_label("Text to send").input_value()
    yours.goto("/message")
    yours.get_by_label("The text").fill(text)
    yours.get_by_role("button", name="Open").click()
    yours.wait_for_url("**/alone?**")
    inside = yours.locator("dialog")
    expect(inside.get_by_role("heading")).to_have_text("A challenge")
    expect(inside).to_contain_text("4 moves have been made")
    inside.get_by_role("button", name="Start").click()
    expect(yours.locator("#note")).to_contain_text("Win from here")


def test_a_game_of_the_app_goes_on_by_message(person: Person) -> None:
    mine, yours = person(), person()
    begin(mine, "tictactoe", "here", "here")
    click(mine, 4)
    board(mine, 1)
    more(mine, "Play by message")
    expect(mine.locator("#note")).to_contain_text("Make your move")
    mine.locator('#board [data-site="0"]').click(force=True)
    mine.get_by_role("button", name="More").click()
    mine.get_by_role("button", name="Pass it on").click()
    mine.get_by_role("button", name="This game as a text").click()
    text = mine.get_by_label("Text to send").input_value()
    yours.goto("/message")
    yours.get_by_label("The text").fill(text)
    yours.get_by_role("button", name="Open").click()
    yours.wait_for_url("**/alone?**")
    expect(yours.locator("#status")).to_have_text("Your move")
    yours.get_by_role("link", name="All games").click()
    expect(yours).to_have_title("Plyground")


def test_a_game_of_which_nothing_is_kept(person: Person) -> None:
    page = person()
    page.goto("/?game=tictactoe")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("link", name="Keep nothing").click()
    expect(page.locator("#note")).to_have_text(
        "Nothing of this game is kept: it is gone when you leave this page."
    )
    sent = asked(page, "")
    click(page, 4)
    expect(page.locator("#moves li")).to_have_count(2)
    assert page.evaluate("[Object.keys(localStorage), Object.keys(sessionStorage)]") == [[], []]
    assert sent == []
    page.reload()
    expect(page.locator("#note")).to_contain_text("Nothing of this game is kept")
    expect(page.locator("#moves li")).to_have_count(0)
    page.locator(".home").click()
    expect(page.get_by_text("Go on")).to_have_count(0)
