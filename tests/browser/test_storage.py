"""Pages where the browser keeps nothing for them, or has no room left."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Server
from tests.browser.playing import begin

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

FORBIDDEN = """for (const kind of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, kind, { get() { throw new DOMException("no", "SecurityError"); } });
"""
FULL = """Storage.prototype.setItem = () => { throw new DOMException("no", "QuotaExceededError"); };
"""
SEARCH = "/glassbox?game=tictactoe&moves=15264&algorithm=alphabeta&depth=3"


@contextmanager
def without_faults(browser: Browser, server: Server, script: str) -> Iterator[Page]:
    """A page that runs a script first, and in which none may fail."""
    faults: list[str] = []
    context = browser.new_context(base_url=server.url)
    context.add_init_script(script)
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    try:
        yield page
    finally:
        context.close()
    assert faults == []


@pytest.mark.parametrize("script", [FORBIDDEN, FULL], ids=["forbidden", "full"])
@pytest.mark.parametrize("address", ["/", "/room", "/watch", "/glassbox", "/puzzles"])
def test_pages_work_where_nothing_is_kept(
    browser: Browser, server: Server, address: str, script: str
) -> None:
    with without_faults(browser, server, script) as page:
        if address == "/room":
            begin(page, "tictactoe", "here", "here")
        else:
            page.goto(SEARCH if address == "/glassbox" else address)
            page.wait_for_load_state()


def acts(page: Page) -> None:
    """What is kept where it can be: a setting, and values that are shown in a game."""
    begin(page, "tictactoe", "here", "here")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Settings", exact=True).click()
    page.locator("#settings [name=theme][value=dark]").check(force=True)
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.keyboard.press("Escape")
    page.keyboard.press("v")
    expect(page.locator("#values")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("script", [FORBIDDEN, FULL], ids=["forbidden", "full"])
def test_what_cannot_be_kept_is_there_until_the_page_goes(
    browser: Browser, server: Server, script: str
) -> None:
    with without_faults(browser, server, script) as page:
        acts(page)
        expect(page.locator("#settings")).to_contain_text(
            "This browser keeps no settings: they last"
        )
        page.reload()
        expect(page.locator("html")).to_have_attribute("data-theme", "auto")


def test_what_is_kept_is_there_after_the_page_has_gone(person: Callable[..., Page]) -> None:
    page = person()
    acts(page)
    expect(page.locator("#settings")).to_contain_text("This browser remembers your settings.")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("#values")).to_have_attribute("aria-pressed", "true")
