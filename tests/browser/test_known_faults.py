"""Known faults of the app that wait to be mended, which only a browser shows.

Each has a test that says what is right, and that fails until the fault is mended; the mark goes
with it. The mark's reason begins with a short key of the fault.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, Page, expect

from tests.browser.conftest import Server
from tests.browser.playing import begin, dot, measured
from tests.waiting import waits

Person = Callable[..., Page]

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

PHONE = {"width": 375, "height": 667}
DESK = {"width": 1280, "height": 800}
SEARCH = "/glassbox?game=tictactoe&moves=15264&algorithm=alphabeta&depth=3"
SOON = 2_000  # milliseconds for what is there, or never comes
WITHOUT_STORAGE = """for (const kind of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, kind, { get() { throw new DOMException("no", "SecurityError"); } });
"""


def box(place: Locator) -> FloatRect:
    found = place.bounding_box()
    assert found is not None
    return found


@waits("E7: a page whose storage is forbidden breaks")
@pytest.mark.parametrize("address", ["/", "/room", "/simulate", "/glassbox"])
def test_pages_work_where_storage_is_forbidden(
    browser: Browser, server: Server, address: str
) -> None:
    faults: list[str] = []
    context = browser.new_context(base_url=server.url)
    context.add_init_script(WITHOUT_STORAGE)
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    try:
        if address == "/room":
            begin(page, "tictactoe", "here", "here")
        else:
            page.goto(SEARCH if address == "/glassbox" else address)
            page.wait_for_load_state()
    finally:
        context.close()
    assert faults == []


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


@waits("app 8: a tap where lines cross plays one of them at once")
def test_a_tap_where_lines_cross_asks_which(person: Person) -> None:
    page = person(viewport=PHONE, has_touch=True)
    begin(page, "sim", "here", "here", vertices="10")
    middle = box(page.locator("#board svg"))
    x, y = middle["x"] + middle["width"] / 2, middle["y"] + middle["height"] / 2
    page.touchscreen.tap(x + 3, y + 2)
    page.wait_for_function(
        "() => document.querySelector('#table').dataset.ply !== '0'"
        " || document.querySelectorAll('#board [aria-pressed=true]').length > 1"
    )
    assert page.get_attribute("#table", "data-ply") == "0"


@waits("app 32: a long name swallows that it is yours")
def test_a_long_name_leaves_room_for_you(person: Person) -> None:
    page = person(viewport=PHONE)
    begin(page, "tictactoe", "here", "link", name0="Wolfeschlegelsteinhausenbergerdorff")
    expect(page.locator(".seat-card h2").first).to_contain_text("(you)")
    assert measured(page, ".seat-card h2", "each => each.scrollWidth <= each.clientWidth")


# Look inside


@waits("app 12: on a phone the tree of a search has less room than the empty card above it")
def test_the_tree_has_more_room_than_the_words(person: Person) -> None:
    page = person(viewport=PHONE)
    page.goto(SEARCH)
    expect(page.locator("[data-count]")).to_contain_text("Step 1 of")
    page.locator("[data-guess]").click()
    assert box(page.locator(".tree-card"))["height"] > box(page.locator(".telling"))["height"]


@waits("app 12: on a phone there are too many buttons before the tree of a search")
def test_few_buttons_come_before_the_tree(person: Person) -> None:
    page = person(viewport=PHONE)
    page.goto(SEARCH)
    expect(page.locator("[data-count]")).to_contain_text("Step 1 of")
    buttons = page.locator(".box button:visible")
    tree = box(page.locator(".tree-card"))["y"]
    assert sum(box(each)["y"] < tree for each in buttons.all()) <= 8


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
