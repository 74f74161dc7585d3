"""How a game stood after each ply: a picture that is looked at, clicked and walked along."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.access import check
from tests.browser.playing import Person, begin, board, click

pytestmark = [pytest.mark.browser, pytest.mark.compiled]


def test_the_course_of_a_game(person: Person) -> None:
    page = person(bypass_csp=True)
    begin(page, "tictactoe", "here", "here", moves="1+2+5")
    expect(page.locator("#course")).to_have_count(0)
    page.get_by_role("button", name="Values").click()
    slider = page.get_by_role("slider", name="Move", exact=True)
    expect(slider).to_have_attribute("data-missing", "0")
    expect(slider).to_have_attribute("aria-valuetext", "After move 3: player 1 wins in 2 moves")
    click(page, 8)  # it goes on with the game
    board(page, 4)
    expect(slider).to_have_attribute("aria-valuetext", "After move 4: player 1 wins in 2 moves")
    expect(slider.locator("[data-ply]")).to_have_count(5)
    slider.locator('[data-ply="1"]').click()
    expect(page.locator("#table")).to_have_attribute("data-at", "1")
    expect(slider).to_have_attribute("aria-valuetext", "After move 1: a draw")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#table")).to_have_attribute("data-at", "2")
    expect(slider).to_have_attribute("aria-valuenow", "2")
    expect(slider).to_be_focused()
    page.keyboard.press("Home")
    expect(slider).to_have_attribute("aria-valuetext", "At the start: a draw")
    expect(slider).to_be_focused()
    check(page)
    page.get_by_role("button", name="Values").click()
    expect(slider).to_be_hidden()
    page.keyboard.press("End")
    expect(page.locator("#table")).to_have_attribute("data-live", "yes")
    expect(slider).to_be_hidden()


def test_numbers_have_values_too(person: Person) -> None:
    """In numerical tic-tac-toe one may choose the number first, and then the cell."""
    page = person()
    begin(page, "numerical", "here", "here", moves="1@5+2@1+3@3+4@9")
    tray = page.get_by_role("group", name="What to play")
    expect(tray.get_by_role("button")).to_have_text(["5", "7", "9"])
    page.get_by_role("button", name="Values").click()
    expect(tray.get_by_role("button")).to_have_text(["5=", "7=", "9+2"])
    badges = page.locator("#board .ply-value")
    expect(badges.filter(has_text="+2")).to_have_count(1)  # 9 in cell 6
    tray.get_by_role("button", name="5, at best, draw").click()
    expect(badges).to_have_count(5)
    expect(badges.filter(has_text="+")).to_have_count(0)
    expect(badges.filter(has_text="=")).to_have_count(1)
    click(page, 5)
    board(page, 5)
    expect(page.locator("#board .ply-last text")).to_have_text("5")
    expect(tray.get_by_role("button", name="6", exact=False).first).to_be_visible()
    click(page, 1)  # the other way round: a cell first
    chooser = page.locator(".chooser")
    expect(chooser.get_by_role("button")).to_have_text([re.compile("^6"), re.compile("^8")])
