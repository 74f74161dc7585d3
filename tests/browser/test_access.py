"""Every page on a screen, on a phone and on its side, light and dark, in the usual colours and in
those for people who see few: held against axe-core's rules, nothing wider than the screen, nothing
too small to touch.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import plyground as pg
from tests.browser.access import faults
from tests.browser.playing import Person, begin

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

DESK = {"width": 1280, "height": 800}


@pytest.fixture
def visitor(person: Person) -> Page:
    """Someone for whom nothing moves, so that colours are what they will be."""
    return person(viewport=DESK, bypass_csp=True)


def examine(page: Page) -> None:
    """Look at a page in every way; leave it as a screen shows it."""
    assert list(faults(page)) == []
    page.set_viewport_size(DESK)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/games",
        "/puzzles",
        "/puzzles/all",
        "/watch?game=tictactoe&rounds=1&pause=0",
        "/glassbox",
        "/room/none",
        "/learn",
        "/perfect",
        "/perfect/tictactoe?at=4",
        "/atlas",
        "/atlas/tictactoe?at=4",
        "/learned?game=tictactoe&moves=5",
        "/learning?game=tictactoe",
        "/watch?game=sim&players=3&kind=gauntlet",
        "/watch/fame",
        "/watch?experiment=depth-pruning",
        "/watch?game=sim&kind=heuristic",
        "/help",
        "/api",
        "/play-style",
        "/library",
    ],
)
def test_a_page(visitor: Page, address: str) -> None:
    visitor.goto(address)
    if address.startswith("/learned"):
        visitor.wait_for_selector("text=In 200 positions")
    examine(visitor)


@pytest.mark.parametrize("address", ["/learn/rules/tictactoe", "/learn/chapters/perfect"])
def test_a_page_with_boards_to_play_on(visitor: Page, address: str) -> None:
    visitor.goto(address)
    visitor.wait_for_selector(".status")
    examine(visitor)


@pytest.mark.parametrize(
    ("address", "button", "words"),
    [
        ("/", "About this page", "Play"),
        ("/library", "Settings", "Settings"),
        ("/?game=sim&players=3", "More", "Player 2"),
    ],
)
def test_a_dialog(visitor: Page, address: str, button: str, words: str) -> None:
    visitor.goto(address)
    visitor.get_by_role("button", name=button).click()
    expect(visitor.locator("dialog[open]")).to_contain_text(words)
    if button == "More":
        visitor.locator("#group-seat-1 summary").click()
    examine(visitor)


@pytest.mark.parametrize("game", ["connect4", "numerical", "sim", "tictactoe"])
def test_a_table(visitor: Page, game: str) -> None:
    begin(visitor, game, "here", "here")
    examine(visitor)


def test_a_puzzle(visitor: Page) -> None:
    page, puzzle = visitor, pg.puzzles(pg.TicTacToe())[0]
    page.goto(f"/puzzles/{puzzle.id}")
    examine(page)
    for move, verdict in (puzzle.position.moves[0], ".verdict"), (puzzle.solution, ".verdict.win"):
        page.fill("#typed", move)
        page.get_by_role("button", name="Answer").click()
        page.wait_for_selector(verdict)
        examine(page)


def test_a_search(visitor: Page) -> None:
    page = visitor
    page.goto("/glassbox?game=tictactoe&moves=15264&algorithm=alphabeta&depth=2")
    page.wait_for_selector(".drawn svg")
    examine(page)
    page.get_by_role("button", name="List").click()
    page.wait_for_selector(".item")
    examine(page)
    page.set_viewport_size({"width": 375, "height": 667})  # where some buttons are behind More
    page.get_by_role("button", name="More", exact=True).click()
    examine(page)


@pytest.mark.long
def test_a_learner(visitor: Page) -> None:
    page = visitor
    page.goto("/learning?game=tictactoe")
    page.get_by_role("button", name="Let it learn").click()
    kept = page.get_by_role("button", name="After 1 second")
    kept.wait_for(timeout=600_000)  # the process that learns lets all others go first
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Delete").wait_for()
    examine(page)
    kept.click()
    page.wait_for_url("**/room/*")


def test_a_learner_that_is_taught(visitor: Page) -> None:
    page = visitor
    page.goto("/learning?game=tictactoe")
    page.get_by_role("button", name="Teach it yourself").click()
    page.wait_for_url("**/teach/*")
    with page.expect_navigation():
        page.locator(".spots a").first.click()  # on the board
    while page.locator(".moves a").count():
        with page.expect_navigation():
            page.locator(".moves a").first.click()
    page.get_by_role("button", name="Let it learn").click()
    page.wait_for_selector("text=What it took from game 1")
    examine(page)


def test_the_arena(visitor: Page) -> None:
    page = visitor
    page.goto("/watch?game=tictactoe&kind=gauntlet&rounds=1&plies=2")
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector("[data-ended]")
    page.wait_for_selector(".crosstable a")
    examine(page)
    page.locator(".crosstable a").first.click()
    page.wait_for_selector(".met")
    examine(page)
    page.locator(".met a").first.click()
    page.wait_for_selector(".record")
    examine(page)
    page.goto("/watch/fame")
    page.wait_for_selector(".figures")
    examine(page)


@pytest.mark.parametrize("kind", ["series", "grid"])
def test_an_experiment(visitor: Page, kind: str) -> None:
    page = visitor
    page.goto(f"/watch?game=tictactoe&rounds=4&count=3&kind={kind}")
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector("[data-ended]")
    page.wait_for_selector(".drawn svg")
    examine(page)


def test_a_show(visitor: Page) -> None:
    page = visitor
    page.goto("/watch?game=tictactoe&rounds=4&pause=0&boards=4")
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector("[data-ended]")
    examine(page)
    page.goto(f"{page.url}/show")
    examine(page)


def test_saved_and_reviewed_games(visitor: Page) -> None:
    page = visitor
    page.goto("/library")
    page.get_by_text("Import games").click()
    page.get_by_label("or paste the text of one or more games").fill(
        '[Game "numerical"]\n\n{Well.} 1. 5@5 {[%value draw] hm} (1. 7@5 {or so}) 2. 8@1 '
        "3. 1@3 4. 2@7 5. 3@9 6. 6@2 *\n\n[x]"
    )
    page.get_by_role("button", name="Import").click()
    examine(page)
    [game] = page.locator(".saved-games a").all()
    address = game.get_attribute("href")
    page.goto(f"{address}?at=1")
    examine(page)
    with page.expect_navigation():
        page.get_by_role("link", name="Review").click()
    page.wait_for_selector(".viewer:not([data-making])")
    examine(page)
    page.locator(".retries a").first.click()
    page.wait_for_selector("#board .open")
    examine(page)
    page.get_by_role("button", name="Show").click()
    page.wait_for_selector("#board .ply-hint")
    examine(page)
    page.goto(f"{address}/retry?player=1&n=100")
    examine(page)


def test_settings_are_kept_and_there_before_anything_is_drawn(person: Person) -> None:
    page = person(color_scheme="light", viewport={"width": 375, "height": 667})
    page.goto("/puzzles")
    page.get_by_role("link", name="You: your games and settings").click()
    page.get_by_role("button", name="Settings").click()
    for words in ("Dark", "Colour-blind", "Off", "Hide"):
        page.get_by_role("radio", name=words).first.click()
    page.get_by_role("slider", name="Sound").press("ArrowRight")
    page.keyboard.press("Escape")
    expect(page.locator("#settings")).not_to_be_visible()
    page.add_init_script(
        "new MutationObserver(() => {"
        " window.first ??= document.body && {...document.documentElement.dataset}; })"
        ".observe(document, {childList: true, subtree: true})"
    )
    page.reload()
    kept = {
        "theme": "dark", "palette": "safe", "motion": "off", "labels": "off", "timer": "on",
        "volume": "5", "sound": "on",
    }  # fmt: skip
    first = page.evaluate("window.first")
    assert {name: first.get(name) for name in kept} == kept
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == "rgb(20, 23, 29)"
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("radio", name="Dark")).to_be_checked()
    expect(page.get_by_role("radio", name="Light")).not_to_be_checked()
