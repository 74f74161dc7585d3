"""Known faults of the app that wait to be mended, which only a browser shows.

Each has a test that says what is right, and that fails until the fault is mended; the mark goes
with it. The mark's reason begins with a short key of the fault.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.playing import begin, dot, measured, played
from tests.waiting import waits

Person = Callable[..., Page]

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

PHONE = {"width": 375, "height": 667}
LANDSCAPE = {"width": 667, "height": 375}
DESK = {"width": 1280, "height": 800}
SEARCH = "/glassbox?game=tictactoe&moves=15264&algorithm=alphabeta&depth=3"
LOST = "4132795"  # x wins: o made two mistakes
DRAWN = "519328467"
SOON = 2_000  # milliseconds for what is there, or never comes


def box(place: Locator) -> FloatRect:
    found = place.bounding_box()
    assert found is not None
    return found


# At the table


@waits("F5: the message to wait is in the player's colour, and not red")
def test_the_message_to_wait_is_red(person: Person) -> None:
    page = person()
    slow = {"as-before": "yes", "kind-1": "minimax", "depth-1": "14"}
    begin(page, "sim", "computer", "here", **slow)
    dot(page, 0).click(force=True)
    warning = page.locator("#warning")
    expect(warning).to_have_text("Please wait for the computer to finish its move!")
    colour = measured(page, "#warning", "each => getComputedStyle(each).color")
    page.get_by_role("button", name="Cancel", exact=True).click()  # it thinks no longer
    red, green, blue = map(int, re.findall(r"\d+", colour)[:3])
    assert red > 2 * max(green, blue), colour


# Reviews


def reviewed(page: Page, moves: str = LOST) -> Page:
    """The review of a game of tic-tac-toe."""
    begin(page, "tictactoe", "here", "here")
    played(page, moves)
    page.get_by_role("link", name="Review").click()
    expect(page.locator(".summary")).to_be_attached(timeout=120_000)
    page.wait_for_load_state()
    return page


@waits("app 10: on a phone the summary of a review is below the first screen")
def test_the_summary_of_a_review_is_on_the_first_screen(person: Person) -> None:
    page = reviewed(person(viewport=PHONE))
    expect(page.locator(".summary")).to_be_in_viewport(ratio=1, timeout=SOON)


@waits("app 10: on a phone on its side the words of a review are cut off")
def test_the_words_of_a_review_are_whole_in_landscape(person: Person) -> None:
    page = reviewed(person(viewport=LANDSCAPE))
    for part in (".words", ".lines"):
        whole = "each => each.scrollHeight <= each.clientHeight + 1"
        assert measured(page, part, whole), part


def test_the_moves_of_a_review_are_whole_rows(person: Person) -> None:
    page = reviewed(person(viewport=DESK), DRAWN)
    cut = page.locator("ol.record").evaluate(
        """list => [...list.children].filter((each) => {
          const [row, room] = [each.getBoundingClientRect(), list.getBoundingClientRect()];
          const seen = Math.min(row.bottom, room.bottom) - Math.max(row.top, room.top);
          return seen > 2 && seen < row.height - 2;
        }).length"""
    )
    assert cut == 0


# Computers against computers


@waits("app 19: on a desk the form of a simulation leaves a third of the window empty")
def test_the_form_of_a_simulation_uses_the_window(person: Person) -> None:
    page = person(viewport=DESK)
    page.goto("/simulate")
    form = box(page.locator("#setup"))
    left, right = form["x"], DESK["width"] - form["x"] - form["width"]
    assert abs(left - right) < 40, (left, right)


@waits("app 19: Start lies over the form of a simulation")
def test_start_lies_over_no_field(person: Person) -> None:
    page = person(viewport=DESK)
    page.goto("/simulate")
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
