"""Learn: a board within a page is played on, and a perfect game is stepped through by keys."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.playing import Person

pytestmark = [pytest.mark.browser, pytest.mark.compiled]


def test_both_sides_play_on_the_board_beside_the_rules(person: Person) -> None:
    page = person()
    page.goto("/learn/rules/tictactoe")
    status = page.locator(".trial .status")
    expect(status).to_have_text("Player 1's turn")
    for cell, said in ((1, "Player 2's turn"), (4, "Player 1's turn"), (2, "Player 2's turn")):
        page.locator(f'.trial .target[aria-label^="Cell {cell}"]').click()
        expect(status).to_have_text(said)
    page.get_by_role("button", name="Values").click()
    expect(page.locator(".trial .note")).to_contain_text("every move loses")
    expect(page.locator(".text .ply-picture").last).to_be_visible(timeout=60_000)


def test_a_perfect_game_is_stepped_through_by_keys(person: Person) -> None:
    page = person()
    page.goto("/perfect/tictactoe")
    expect(page.locator(".words")).to_contain_text("All nine moves draw; this is the first.")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"\?at=2$"))
    expect(page.locator(".words")).to_contain_text("Only cell 5 holds the draw.")
    expect(page.locator(".board .ply-loss")).to_have_count(7)
    page.keyboard.press("End")
    expect(page.locator(".words")).to_contain_text("Draw: the board is full.")
