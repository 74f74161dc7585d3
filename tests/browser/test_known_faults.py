"""Known faults of the app that wait to be mended, which only a browser shows.

Each has a test that says what is right, and that fails until the fault is mended; the mark goes
with it. The mark's reason begins with a short key of the fault.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.playing import begin, dot, measured

Person = Callable[..., Page]

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

PHONE = {"width": 375, "height": 667}
DESK = {"width": 1280, "height": 800}
SEARCH = "/glassbox?game=tictactoe&moves=15264&algorithm=alphabeta&depth=3"
SOON = 2_000  # milliseconds for what is there, or never comes


def box(place: Locator) -> FloatRect:
    found = place.bounding_box()
    assert found is not None
    return found


# At the table


def test_the_message_to_wait_is_red(person: Person) -> None:
    page = person()
    slow = {"as-before": "yes", "kind-1": "minimax", "depth-1": "14"}
    begin(page, "sim", "computer", "here", **slow)
    dot(page, 0).click(force=True)
    warning = page.locator("#warning")
    expect(warning).to_have_text("Please wait for the computer to finish its move!")
    colour = measured(page, "#warning", "each => getComputedStyle(each).color")
    page.get_by_role("button", name="Stop", exact=True).click()  # it thinks no longer
    red, green, blue = map(int, re.findall(r"\d+", colour)[:3])
    assert red > 2 * max(green, blue), colour


# Computers against computers


def test_the_form_of_a_simulation_uses_the_window(person: Person) -> None:
    page = person(viewport=DESK)
    page.goto("/watch")
    form = box(page.locator(".watch"))
    left, right = form["x"], DESK["width"] - form["x"] - form["width"]
    assert abs(left - right) < 40, (left, right)


def test_start_lies_over_no_field(person: Person) -> None:
    page = person(viewport=DESK)
    page.goto("/watch")
    start = box(page.get_by_role("button", name="Start", exact=True))
    for field in page.locator("#setup :is(input, select):visible").all():
        place = box(field)
        beside = (
            place["x"] >= start["x"] + start["width"] or start["x"] >= place["x"] + place["width"]
        )
        apart = (
            place["y"] >= start["y"] + start["height"] or start["y"] >= place["y"] + place["height"]
        )
        assert beside or apart, field.get_attribute("name")
