"""Games that are deleted: the app asks first, in a sheet of its own."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.playing import Person, begin, played

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

WON = "14253"


def button(place: Page | Locator, name: str) -> Locator:
    return place.get_by_role("button", name=name, exact=True)


@pytest.fixture
def page(person: Person) -> Page:
    """A page on a phone, after a game of tic-tac-toe."""
    page = person(viewport={"width": 375, "height": 667})
    begin(page, "tictactoe", "here", "here")
    played(page, WON)
    return page


def asked(page: Page, title: str) -> Locator:
    """The question, answered once with no."""
    sheet = page.get_by_role("dialog", name=title)
    before = page.url
    button(sheet, "Keep it").or_(button(sheet, "Keep them")).click()
    expect(sheet).to_be_hidden()
    assert page.url == before
    return sheet


def test_a_game_is_deleted_from_its_page(page: Page) -> None:
    address = page.url
    for again in (False, True):
        button(page, "More").click()
        button(page, "Delete this game").click()
        if not again:
            asked(page, "Delete this game?")
    button(page.get_by_role("dialog"), "Delete").click()
    expect(page.get_by_text("The game is deleted.", exact=True)).to_be_visible()
    assert page.request.get(address).status == 404


def test_games_are_deleted_from_the_list(page: Page) -> None:
    button(page, "More").click()
    button(page, "Save").click()
    expect(page.locator("#saved")).not_to_be_empty()
    page.goto("/library")
    for place in (".own-games", ".saved-games"):
        row = page.locator(f"{place} li").first
        delete = button(page.locator(f"form:has({place})"), "Delete selected")
        expect(delete).to_be_disabled()
        row.get_by_role("checkbox").check()
        delete.click()
        asked(page, "Delete the selected games?")
        expect(row.get_by_role("checkbox")).to_be_checked()
        delete.click()
        with page.expect_navigation():
            button(page.get_by_role("dialog"), "Delete").click()
        expect(page.locator(f"{place} li")).to_have_count(0)


def test_all_that_is_kept_of_a_visitor_is_deleted(page: Page) -> None:
    address = page.url
    page.evaluate("() => { localStorage.theme = 'dark'; sessionStorage.other = 'kept'; }")
    page.goto("/library")
    page.get_by_role("link", name="Delete what is kept of me").click()
    expect(page.locator("main")).to_contain_text("On this server: 1 game.")
    button(page, "Delete it all").click()
    expect(page.locator("main")).to_contain_text("Gone from this server: 1 game.")
    assert page.evaluate("() => [localStorage.length, sessionStorage.other ?? null]") == [0, None]
    expect(page.locator("html")).to_have_attribute("data-theme", "auto")
    assert page.request.get(address).status == 404
