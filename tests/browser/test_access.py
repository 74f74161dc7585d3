"""Every page, light and dark, wide and narrow, held against axe-core's rules."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

import plyground as pg

pytestmark = [pytest.mark.browser, pytest.mark.compiled]


def check(page: Page) -> None:
    """Nothing that axe-core calls serious or critical."""
    found = Axe().run(page).response["violations"]
    grave = [
        (each["id"], each["impact"], [node["html"][:150] for node in each["nodes"]][:3])
        for each in found
        if each["impact"] in ("serious", "critical")
    ]
    assert grave == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1200, 375])
def test_pages(person: Callable[..., Page], scheme: str, width: int) -> None:
    page = person(color_scheme=scheme, viewport={"width": width, "height": 800}, bypass_csp=True)
    for game in ("sim", "connect4"):
        page.goto(f"/?game={game}")
        check(page)
    for game in ("tictactoe", "numerical", "sim", "connect4"):
        page.goto(f"/?game={game}&seat0=here&seat1=here")
        page.get_by_role("button", name="Start").click()
        page.wait_for_selector("#board svg")
        check(page)
    page.goto("/puzzles")
    check(page)
    puzzle = pg.puzzles(pg.TicTacToe())[0]
    page.goto(f"/puzzles/{puzzle.id}")
    check(page)
    for move in (puzzle.position.moves[0], puzzle.solution):
        page.fill("#typed", move)
        page.get_by_role("button", name="Answer").click()
        page.wait_for_selector(
            f".verdict{'.win' if move == puzzle.solution else ''}", timeout=120_000
        )
        page.wait_for_timeout(1000)  # its colours come slowly
        check(page)
    page.goto("/simulate")
    check(page)
    page.goto("/glassbox?game=tictactoe&moves=15264&algorithm=alphabeta&depth=2")
    page.wait_for_timeout(1500)
    check(page)
    page.goto("/room/none")
    check(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1200, 375])
def test_saved_and_reviewed_games(person: Callable[..., Page], scheme: str, width: int) -> None:
    page = person(color_scheme=scheme, viewport={"width": width, "height": 800}, bypass_csp=True)
    for address in ("/help", "/library"):
        page.goto(address)
        check(page)
    page.get_by_text("Import games").click()
    page.get_by_label("or paste the text of one or more games").fill(
        '[Game "numerical"]\n\n{Well.} 1. 5@5 {[%value draw] hm} (1. 7@5 {or so}) 2. 8@1 '
        '3. 1@3 4. 2@7 5. 3@9 6. 6@2 *\n\n[Game "sim"]\n\n1. 0-1 2. 2-3 3. 0-2 4. 1-3 *\n\n[x]'
    )
    page.get_by_role("button", name="Import").click()
    check(page)
    games = [link.get_attribute("href") for link in page.locator(".saved-games a").all()]
    assert len(games) == 2
    for address in games:
        assert address is not None
        page.goto(f"{address}?at=1")
        check(page)
        page.get_by_role("link", name="Review").click()
        check(page)
        page.wait_for_selector(".summary", timeout=120_000)
        check(page)
        page.locator(".retries a").first.click()
        page.wait_for_selector("#board.mine")
        check(page)
        page.get_by_role("button", name="Show").click()
        page.wait_for_selector("#board .ply-hint")
        check(page)
        page.goto(f"{address}/retry?player=1&n=100")
        check(page)
