"""Every page on a screen, on a phone and on its side, light and dark, in the usual colours and in
those for people who see few: held against axe-core's rules, nothing wider than the screen, nothing
too small to touch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import plyground as pg
from tests.browser.playing import start

Examine = Callable[[Page], None]

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

LOOKS = [
    (1280, 800, "light", "usual"),
    (812, 375, "dark", "usual"),
    (640, 400, "light", "usual"),  # 1280 x 800, twice as large
    (375, 667, "light", "safe"),
    (320, 568, "dark", "safe"),
]
NARROW = 900  # pixels: below it, fingers are likely

# What is smaller than 44 pixels, in words. A link in a sentence may be; a field has its label.
SMALL = """() => {
  const parts = [...document.querySelectorAll("a[href], button, input, select, textarea, summary")];
  const shown = parts.filter((each) => each.checkVisibility() && getComputedStyle(each).display !== "inline");
  return shown.flatMap((each) => {
    const boxes = [each, each.closest("label") ?? each].map((box) => box.getBoundingClientRect());
    const [width, height] = ["width", "height"].map((side) => Math.max(...boxes.map((box) => box[side])));
    const small = width > 1 && (width < 43.5 || height < 43.5);
    return small ? [`${each.outerHTML.slice(0, 90)}: ${width} x ${height}`] : [];
  });
}"""  # noqa: E501

WIDER = """() => document.documentElement.scrollWidth - document.documentElement.clientWidth"""


def grave(page: Page) -> list[str]:
    """What axe-core calls serious or critical."""
    return [
        f"{each['id']}: {[node['html'][:150] for node in each['nodes']][:3]}"
        for each in Axe().run(page).response["violations"]
        if each["impact"] in ("serious", "critical")
    ]


def check(page: Page) -> None:
    """Nothing that axe-core calls serious or critical, as the page is now."""
    assert grave(page) == []


def faults(page: Page) -> Iterator[str]:
    """What axe-core calls serious or critical, what is wider than the screen, what is small."""
    for width, height, theme, palette in LOOKS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(
            "attributes => Object.assign(document.documentElement.dataset, attributes)",
            {"theme": theme, "palette": palette},
        )
        look = f"{page.url} at {width} x {height}, {theme}, {palette}"
        yield from (f"{look}: {each}" for each in grave(page))
        if wider := page.evaluate(WIDER):
            yield f"{look}: {wider} pixels too wide"
        if width < NARROW:
            yield from (f"{look}: small: {each}" for each in page.evaluate(SMALL))


@pytest.fixture
def visitor(person: Callable[..., Page]) -> Page:
    """Someone for whom nothing moves, so that colours are what they will be."""
    return person(viewport={"width": 1280, "height": 800}, bypass_csp=True, reduced_motion="reduce")


@pytest.fixture
def examine() -> Iterator[Examine]:
    """Looks at a page; it shows all faults at the end."""
    found: list[str] = []
    yield lambda page: found.extend(faults(page))
    assert not found, "\n".join(found)


def test_pages(visitor: Page, examine: Examine) -> None:
    page = visitor
    page.goto("/")
    examine(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("button", name="About this page").click()
    examine(page)
    page.goto("/library")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    examine(page)
    for game in ("tictactoe", "numerical", "sim", "connect4"):
        page.goto(f"/?game={game}&seat0=here&seat1=here")
        page.wait_for_selector("#board svg", timeout=60_000)
        examine(page)
        page.set_viewport_size({"width": 1280, "height": 800})
        start(page)
        examine(page)
    page.goto("/?game=sim&players=3")
    page.get_by_role("button", name="More").click()
    page.locator("#group-seat-1 summary").click()
    examine(page)
    for address in ("/puzzles", "/puzzles/all", "/games"):
        page.goto(address)
        examine(page)
    puzzle = pg.puzzles(pg.TicTacToe())[0]
    page.goto(f"/puzzles/{puzzle.id}")
    examine(page)
    for move in (puzzle.position.moves[0], puzzle.solution):
        page.set_viewport_size({"width": 1280, "height": 800})
        page.fill("#typed", move)
        page.get_by_role("button", name="Answer").click()
        page.wait_for_selector(
            f".verdict{'.win' if move == puzzle.solution else ''}", timeout=120_000
        )
        examine(page)
    page.goto("/simulate?game=tictactoe&rounds=1&pause=0")
    examine(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector("[data-ended]", timeout=120_000)
    examine(page)
    page.goto("/glassbox")
    examine(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto("/glassbox?game=tictactoe&moves=15264&algorithm=alphabeta&depth=2")
    page.wait_for_selector(".drawn svg")
    examine(page)
    page.get_by_role("button", name="List").click()
    page.wait_for_selector(".item")
    examine(page)
    page.get_by_role("button", name="More").click()
    examine(page)
    page.goto("/room/none")
    examine(page)


def test_learning(visitor: Page, examine: Examine) -> None:
    page = visitor
    for address in (
        "/learn",
        "/perfect",
        "/perfect/tictactoe?at=4",
        "/atlas",
        "/atlas/tictactoe?at=4",
    ):
        page.goto(address, timeout=120_000)  # games that it shows are compiled first
        examine(page)
    for address in ("/learn/rules/tictactoe", "/learn/chapters/perfect"):
        page.goto(address, timeout=120_000)
        page.wait_for_selector(".status", timeout=120_000)
        examine(page)


def test_a_learner(visitor: Page, examine: Examine) -> None:
    page = visitor
    page.goto("/learned?game=tictactoe&moves=5")
    page.wait_for_selector("text=In 200 positions")
    examine(page)
    page.goto("/learning?game=tictactoe")
    examine(page)
    page.get_by_role("button", name="Let it learn").click()
    page.get_by_role("button", name="After 1 second").wait_for(timeout=120_000)
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Delete").wait_for(timeout=60_000)
    examine(page)
    page.get_by_role("button", name="After 1 second").click()
    page.wait_for_url("**/room/*")
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


def test_the_arena(visitor: Page, examine: Examine) -> None:
    page = visitor
    for address in ("", "/new?game=tictactoe", "/new?game=sim&players=3&kind=gauntlet", "/fame"):
        page.goto(f"/arena{address}")
        examine(page)
    page.goto("/arena/new?game=tictactoe&kind=gauntlet&rounds=1&plies=2")
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector("[data-ended]", timeout=120_000)
    page.wait_for_selector(".cross a")
    examine(page)
    page.locator(".cross a").first.click()
    page.wait_for_selector(".met")
    examine(page)
    page.locator(".met a").first.click()
    page.wait_for_selector(".record")
    examine(page)
    page.goto("/arena/fame")
    page.wait_for_selector(".ranking")
    examine(page)


def test_experiments_and_shows(visitor: Page, examine: Examine) -> None:
    page = visitor
    for address in ("", "/depth-pruning", "/new?game=tictactoe", "/new?game=sim&kind=heuristic"):
        page.goto(f"/experiments{address}")
        examine(page)
    for kind in ("series", "grid"):
        page.goto(f"/experiments/new?game=tictactoe&rounds=4&count=3&kind={kind}")
        page.get_by_role("button", name="Start").click()
        page.wait_for_selector("[data-ended]", timeout=120_000)
        page.wait_for_selector(".drawn svg")
        examine(page)
    page.goto("/simulate?game=tictactoe&rounds=4&pause=0&boards=4")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector("[data-ended]", timeout=120_000)
    examine(page)
    page.goto(f"{page.url}/show")
    examine(page)


def test_saved_and_reviewed_games(visitor: Page, examine: Examine) -> None:
    page = visitor
    for address in ("/help", "/api", "/play-style", "/library"):
        page.goto(address)
        examine(page)
    page.get_by_text("Import games").click()
    page.get_by_label("or paste the text of one or more games").fill(
        '[Game "numerical"]\n\n{Well.} 1. 5@5 {[%value draw] hm} (1. 7@5 {or so}) 2. 8@1 '
        '3. 1@3 4. 2@7 5. 3@9 6. 6@2 *\n\n[Game "sim"]\n\n1. 0-1 2. 2-3 3. 0-2 4. 1-3 *\n\n[x]'
    )
    page.get_by_role("button", name="Import").click()
    examine(page)
    games = [link.get_attribute("href") for link in page.locator(".saved-games a").all()]
    assert len(games) == 2
    for address in games:
        assert address is not None
        page.goto(f"{address}?at=1")
        examine(page)
        with page.expect_navigation():
            page.get_by_role("link", name="Review").click()
        page.wait_for_selector(".summary", timeout=120_000)  # at once, or after a page that waits
        examine(page)
        page.locator(".retries a").first.click()
        page.wait_for_selector("#board .open")
        examine(page)
        page.get_by_role("button", name="Show").click()
        page.wait_for_selector("#board .ply-hint")
        examine(page)
        page.goto(f"{address}/retry?player=1&n=100")
        examine(page)


def test_settings_are_kept_and_there_before_anything_is_drawn(person: Callable[..., Page]) -> None:
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
    assert page.evaluate("window.first") == kept
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == "rgb(20, 23, 29)"
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("radio", name="Dark")).to_be_checked()
    expect(page.get_by_role("radio", name="Light")).not_to_be_checked()
