"""A browser that keeps no cookies."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server, running_server
from tests.browser.playing import Person, click

pytestmark = [pytest.mark.browser, pytest.mark.compiled, pytest.mark.slow]

SETS_NONE = "from fastapi import Response; Response.set_cookie = lambda *_, **__: None"
WHY = "Your browser keeps no cookies for this site: allow them in its settings, and try again."


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose cookies never arrive."""
    with running_server(tmp_path_factory.mktemp("data"), before=SETS_NONE) as running:
        yield running


@pytest.fixture
def page(person: Person) -> Page:
    return person(viewport={"width": 375, "height": 667})


def test_the_first_move_says_why_no_game_begins(page: Page) -> None:
    page.goto("/?game=tictactoe")
    click(page, 4)
    expect(page.locator("#warning")).to_have_text(WHY)


def test_no_seat_is_taken_by_link(page: Page) -> None:
    sent = {"game": "tictactoe", "seat1": "link"}
    answer = page.request.post("/rooms", form=sent, max_redirects=0)
    page.goto(answer.headers["location"])
    page.get_by_role("button", name="Join as Player 2").click()
    expect(page.locator("#warning")).to_have_text(WHY)


def test_a_puzzle_says_why_it_takes_no_answer(page: Page) -> None:
    page.goto("/puzzles")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#warning")).to_have_text(WHY)
