"""The dots of Sim in other places, in the app and in a page that opens from a file."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import plyground as pg
from tests.browser.documents import Sheets, sheets
from tests.browser.playing import Person, begin, board, dot, legal, middle

__all__ = ["sheets"]

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

MEET = "Two lines meet here: pick one of them elsewhere, or pick its two dots."


def places(page: Page) -> list[tuple[int, int]]:
    """Where the dots are, as buttons, and where they are drawn."""
    found = []
    for kind in (".target.dot", ".ply-dot circle"):
        boxes = [each.bounding_box() for each in page.locator(f"#board {kind}").all()]
        found.append(
            [(round(b["x"] + b["width"] / 2), round(b["y"] + b["height"] / 2)) for b in boxes if b]
        )
    buttons, drawn = found
    assert len(buttons) == len(drawn) == 6
    for (x, y), (u, v) in zip(buttons, drawn, strict=True):
        assert abs(x - u) <= 2
        assert abs(y - v) <= 2
    return buttons


def lay(page: Page, *buttons: str) -> None:
    for name in ("More", *buttons):
        page.get_by_role("button", name=name, exact=True).click()


def test_a_finger_takes_the_nearest_dot_within_22_pixels(person: Person) -> None:
    """On ten dots and a small phone, whatever line lies below it."""
    page = person(viewport={"width": 375, "height": 667}, has_touch=True)
    begin(page, "sim", "here", "here", vertices="10")
    board_box = page.locator("#board svg").bounding_box()
    assert board_box is not None
    assert round(board_box["height"]) == 315
    for number in (0, 3, 7):
        box = dot(page, number).bounding_box()
        assert box is not None
        for right, down in ((18, 0), (0, -20), (-15, 15)):
            x, y = box["x"] + box["width"] / 2 + right, box["y"] + box["height"] / 2 + down
            page.touchscreen.tap(x, y)
            expect(dot(page, number)).to_have_attribute("aria-pressed", "true")
            page.touchscreen.tap(x, y)  # the same dot again: given up
            expect(dot(page, number)).to_have_attribute("aria-pressed", "false")
    assert page.locator("#table").get_attribute("data-ply") == "0"


def test_a_tap_where_lines_cross_waits_for_one_that_is_clear(person: Person) -> None:
    page = person(viewport={"width": 375, "height": 667}, has_touch=True)
    begin(page, "sim", "here", "here", vertices="10")
    x, y = middle(page.locator("#board svg"))
    marked = page.locator("#board .ply-ghost")
    page.touchscreen.tap(x + 3, y + 2)
    assert marked.count() >= 5  # it runs when the tap does
    expect(page.locator("#note")).to_contain_text("lines meet here: pick one of them elsewhere")
    page.touchscreen.tap(x + 3, y + 2)
    assert marked.count() >= 5
    assert page.get_attribute("#table", "data-ply") == "0"
    (x1, y1), (x2, y2) = middle(dot(page, 0)), middle(dot(page, 1))
    page.touchscreen.tap((x1 + x2) / 2, (y1 + y2) / 2)
    board(page, 1)
    assert legal(page).count("0-1") == 0
    expect(marked).to_have_count(0)
    page.touchscreen.tap(x + 3, y + 2)
    assert marked.count() >= 5
    for number in (0, 5):
        page.touchscreen.tap(*middle(dot(page, number)))
    board(page, 2)
    assert legal(page).count("0-5") == 0


def test_a_mouse_waits_for_a_clear_line_too_and_the_page_says_why(person: Person) -> None:
    page = person()
    begin(page, "sim", "here", "here")
    marked, note = page.locator("#board .ply-ghost"), page.locator("#note")
    (x1, y1), (x2, y2) = middle(dot(page, 0)), middle(dot(page, 2))
    (x3, y3), (x4, y4) = middle(dot(page, 1)), middle(dot(page, 5))
    crossing = x1 + (x2 - x1) / 3, y1 + (y2 - y1) / 3  # of 0-2 and 1-5
    page.mouse.move(*crossing)
    expect(marked).to_have_count(2)
    page.mouse.click(*crossing)
    expect(note).to_have_text(MEET)
    assert page.get_attribute("#table", "data-ply") == "0"
    page.mouse.move(x1 + (x2 - x1) / 6, y1 + (y2 - y1) / 6)
    expect(marked).to_have_count(1)
    page.mouse.click(x3 + (x4 - x3) / 6, y3 + (y4 - y3) / 6)
    board(page, 1)
    assert legal(page).count("1-5") == 0
    expect(note).not_to_have_text(MEET)


def test_in_the_app(person: Person) -> None:
    page = person(viewport={"width": 812, "height": 600})
    begin(page, "sim", "here", "here")
    ring = places(page)
    lay(page, "Two rings")
    rings = places(page)
    assert sum(one != other for one, other in zip(ring, rings, strict=True)) >= 3
    # By keys, and by pointer: neither makes a move.
    lay(page, "Move them")
    dot(page, 2).focus()
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    moved = places(page)
    assert moved[2][0] < rings[2][0]
    (x, y), goal = moved[3], (moved[3][0] + 30, moved[3][1] + 20)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(*goal, steps=4)
    page.mouse.up()
    found = places(page)[3]
    assert abs(found[0] - goal[0]) + abs(found[1] - goal[1]) <= 4
    page.get_by_role("button", name="Done").click()
    expect(page.locator("#table")).to_have_attribute("data-ply", "0")
    kept = places(page)
    dot(page, 0).click()
    dot(page, 3).click()
    board(page, 1)
    page.reload()
    page.wait_for_selector("#board .target.dot")
    assert places(page) == kept
    lay(page, "One ring")
    assert places(page) == ring


def test_a_page_of_its_own_says_why_it_waits_where_lines_cross(sheets: Sheets) -> None:
    sheet = sheets(pg.Sim())
    sheet.begin("here", "here")
    sheet.page.mouse.click(*middle(sheet.page.locator("#board svg")))
    expect(sheet.note).to_contain_text("lines meet here: pick one of them elsewhere")
    expect(sheet.page.locator("#moves button")).to_have_count(0)


def test_in_a_page_of_its_own(sheets: Sheets) -> None:
    sheet = sheets(pg.Sim())
    page = sheet.page
    ring = places(page)
    for name in ("More", "Dots in one", "At random"):
        page.get_by_role("button", name=name).click()
    assert places(page) != ring
    sheet.begin("here", "here")
    dot(page, 0).click()
    dot(page, 3).click()
    expect(page.locator("#moves [aria-current]")).to_have_text("0-3")
