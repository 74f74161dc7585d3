"""What a person misses over their games: looked through on request, to be tried again."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.access import faults
from tests.browser.playing import Person
from tests.web.test_play_style import GAMES

pytestmark = [pytest.mark.browser, pytest.mark.compiled]


def test_games_are_looked_through_and_a_missed_chance_is_tried_again(
    person: Person,
) -> None:
    page = person(viewport={"width": 1280, "height": 800}, bypass_csp=True)
    page.goto("/library")
    page.get_by_text("Import games").click()
    page.locator("textarea").fill(GAMES)
    page.get_by_role("button", name="Import").click()
    page.get_by_role("link", name="How you play").click()
    page.get_by_role("button", name="Look through 2 games").click()
    missed = page.get_by_role("region", name="A threat to answer")
    expect(missed).to_contain_text("1 of 1 missed")
    expect(page.locator("#style[hx-trigger]")).to_have_count(0)
    assert list(faults(page)) == []
    missed.get_by_role("link", name="Tic-tac-toe, move 4").click()
    expect(page.get_by_text("Find a move that keeps the draw.")).to_be_visible(timeout=60_000)
    page.go_back()
    page.get_by_role("link", name="Delete what is kept of me").click()
    page.get_by_role("button", name="Delete it all").click()
    gone = "Gone from this server: 2 saved games, 2 games looked through."
    expect(page.get_by_role("status")).to_contain_text(gone)
    page.goto("/play-style")
    expect(page.get_by_text("There is nothing to count yet.")).to_be_visible()
    expect(missed).to_have_count(0)
