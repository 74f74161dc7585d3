"""What people do while an answer is on its way, comes late, or does not come at all."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Response, Route, expect

from tests.browser.playing import begin, board, click

Person = Callable[..., Page]

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

PROXY = "<html><h1>Service unavailable</h1></html>"


class Held:
    """Requests to some addresses, held until they are let go."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.routes: list[Route] = []
        page.route(address, self.hold)

    def hold(self, route: Route) -> None:
        self.routes.append(route)

    def wait(self, number: int = 1) -> None:
        """Wait until so many are held."""
        for _ in range(100):
            if len(self.routes) >= number:
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{len(self.routes)} asked for, and not {number}")

    def open(self) -> None:
        """Let those go that are held, and hold no more."""
        for route in self.routes:
            route.continue_()
        self.page.unroute(self.address)


def answered(page: Page, act: Callable[[], None], address: str) -> None:
    """Do something, and wait until what it asks for is there and shown."""
    with page.expect_response(address) as response:
        act()
    response.value.finished()
    page.wait_for_timeout(100)


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_table_that_comes_while_the_mouse_is_down_takes_no_click_away(person: Person) -> None:
    page = person()
    begin(page, "connect4", "here", "here", moves="4+4+4+4")
    held = Held(page, "**/table?at=3")
    back = middle(page, "[data-step=back]")
    page.mouse.click(*back)
    held.wait()
    page.mouse.down()
    answered(page, held.open, "**/table?at=3")
    page.mouse.up()
    page.wait_for_selector('#table[data-at="2"]')
