"""What people do in a game, for tests that play."""

from __future__ import annotations

from playwright.sync_api import Page


def begin(page: Page, game: str, *seats: str, **fields: str) -> None:
    """Begin a game from the first page, with these players at the seats."""
    query = "&".join(f"{name}={value}" for name, value in fields.items())
    page.goto(f"/?game={game}&{query}")
    for number, seat in enumerate(seats):
        page.select_option(f"[name=seat{number}]", seat)
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector("#board svg")
    page.wait_for_load_state()  # its script listens from then on


def board(page: Page, ply: int) -> None:
    """Wait until a number of plies have been played."""
    page.wait_for_selector(f'#table[data-ply="{ply}"]', timeout=60_000)


def click(page: Page, site: int) -> None:
    """Click in the middle of a site."""
    click_middle(page, f'#board [data-site="{site}"]')


def click_middle(page: Page, selector: str) -> None:
    """Click in the middle of an element, once it is there: the page may be drawing it again."""
    place = page.locator(selector)
    place.evaluate("element => element.scrollIntoView({ block: 'nearest' })")
    while (box := place.bounding_box()) is None:
        page.wait_for_timeout(20)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def said(page: Page) -> str:
    return page.inner_text("#status")
