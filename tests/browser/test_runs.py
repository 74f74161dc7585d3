"""Runs as a person uses them: set up, watched, stopped and found again, and left on a screen."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Pages, running_server
from tests.browser.playing import Person
from tests.until import until

pytestmark = pytest.mark.browser

SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) {
      if (!each.hadRecentInput) window.shifts.push(...each.sources.map(({ node }) => node?.className ?? "?"));
    }
  }).observe({ type: "layout-shift" });
}"""  # noqa: E501


@pytest.fixture
def page(person: Person) -> Page:
    return person(alone=True)  # clocks are moved on it


def choose(page: Page, rounds: str, pause: str = "0") -> None:
    """Fill the form in: tic-tac-toe between two who leave it to chance."""
    page.goto("/watch")
    page.get_by_role("combobox", name="Game", exact=True).select_option("tictactoe")
    expect(page.get_by_role("combobox", name="Player 1")).to_have_value(re.compile("level"))
    for seat in ("1", "2"):
        page.get_by_role("combobox", name=f"Player {seat}").select_option("random")
        expect(page.get_by_role("combobox", name=f"Player {seat}")).to_have_value("random")
    page.get_by_text("Games, board, speed").click()
    page.get_by_label("Rounds, 1 to 1,000").fill(rounds)
    page.get_by_label("Pause between moves").fill(pause)


def start(page: Page, button: str = "Start") -> None:
    page.get_by_role("button", name=button, exact=True).click()
    page.wait_for_url(re.compile(r"/runs/[\w-]{12}$"))


def set_up(page: Page, rounds: str, playouts: str) -> None:
    """Pip, Vera, Random and Monte Carlo tree search are to play tic-tac-toe."""
    page.goto("/watch?game=tictactoe")
    page.get_by_role("button", name="More players").click()
    players = page.get_by_role("group", name="Who plays?")
    expect(players.get_by_role("checkbox", name="Random")).to_be_checked()
    for box in players.get_by_role("checkbox").all():
        box.set_checked(False)
    for name in ("Pip", "Vera", "Random"):
        players.get_by_role("checkbox", name=name).check()
    page.get_by_label("Algorithms besides").select_option("1")
    page.get_by_role("combobox", name="Kind").select_option("mcts")
    page.get_by_label("Playouts").fill(playouts)
    page.get_by_label("How often everyone meets everyone").fill(rounds)
    page.get_by_text("More settings").click()
    page.get_by_label("Title").fill("Spring cup")
    estimate = page.locator("#estimate")

    def estimated() -> bool:
        """Ask again after what the server had too much of."""
        with page.expect_response("**/watch/estimate?*"):
            page.get_by_label("Title").dispatch_event("change")
        return f"{12 * int(rounds):,} games. About" in estimate.inner_text()

    until(estimated)
    start(page)


def played(page: Page) -> int:
    """The games that the page counts."""
    found = re.search(r"([\d,]+)", page.locator(".done").inner_text())
    return int(found[1].replace(",", "")) if found else 0


def test_two_are_watched_to_the_end(page: Page) -> None:
    choose(page, "3", "0.2")
    start(page)
    taken = page.locator(".shown .ply-taken")
    expect(taken).not_to_have_count(0)
    page.locator(".shown svg").last.click()  # nobody listens
    page.goto("/watch")  # away, and back
    page.get_by_role("link", name="Random and Random").click()
    expect(page.locator(".done")).to_have_text("All 3 games played", timeout=30_000)
    expect(page.locator("#announced")).to_contain_text("All 3 games played")
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()
    expect(page.locator("#shown-chart polyline")).to_have_count(2)
    expect(page.get_by_role("button", name="Run it again")).to_be_visible()
    page.get_by_role("button", name="Pass it on").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download CSV").click()
    assert len(download.value.path().read_text().splitlines()) == 4
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()


def test_a_tab_that_is_seen_again_hears_what_another_did(page: Page) -> None:
    def seen_again() -> None:
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    choose(page, "50", "0.5")
    start(page)
    other = page.context.new_page()
    other.goto(page.url)
    page.get_by_role("button", name="Stop").click()
    other.get_by_role("button", name="Go on").click()
    expect(other.get_by_role("button", name="Stop")).to_be_visible()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    seen_again()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(other.get_by_role("button", name="Go on")).to_be_visible()
    other.locator('[data-open="delete"]').click()
    other.locator("dialog").get_by_role("button", name="Delete").click()
    other.wait_for_url("**/watch*")
    seen_again()
    expect(page.locator("#problem")).to_have_text("This run has been deleted.")
    expect(page.get_by_role("button", name="Keep")).to_be_hidden()


@pytest.mark.compiled
def test_the_simulation_of_the_old_program(page: Page) -> None:
    """Depth 5 against 3, of which the first two rounds are a win and a draw."""
    page.goto("/watch")
    page.get_by_text("More that is ready").click()
    page.get_by_role("link", name="The simulation of “Connect 4 with Minimax”").click()
    page.get_by_role("group", name="Player 2").get_by_label("Depth").fill("3")
    page.get_by_label("Enter the number of rounds").fill("2")
    start(page, "ENTER")
    score = page.locator("#shown-score .score")
    expect(page.locator(".done")).to_contain_text("0 of 2")
    counters = page.locator(".shown .ply-taken")
    expect(page.locator(".shown .ply-player0")).not_to_have_count(0)
    expect(score).to_contain_text("Minimax: 1.0 (depth 5)    Opponent: 0.0", timeout=30_000)
    expect(page.get_by_role("spinbutton", name="Depth")).to_have_value("5")
    expect(score).to_contain_text("Final Result: Minimax: 1.5", timeout=30_000)
    expect(counters).to_have_count(42)


@pytest.mark.compiled
def test_a_cup_is_set_up_watched_and_stopped(person: Person) -> None:
    page = person()
    set_up(page, "100", "20000")
    page.evaluate(SHIFTS)
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    expect(page.locator("#board-3 .rival")).to_have_count(2)
    board = page.locator("#board-0 .board").inner_html()
    expect(page.locator(".rank tbody th")).to_have_count(4)
    page.locator(".crosstable a").first.focus()
    held = page.evaluate("document.activeElement.id")
    done = played(page)
    expect(page.locator(".done")).not_to_contain_text(f"{done} of")
    page.wait_for_function(
        "board => document.querySelector('#board-0 .board').innerHTML !== board", arg=board
    )
    assert page.evaluate("document.activeElement.id") == held
    assert page.evaluate("window.shifts") == []
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    expect(page.locator(".done")).to_contain_text("Stopped after")


@pytest.mark.compiled
def test_from_a_cell_to_the_review_of_a_game(person: Person) -> None:
    page = person()
    set_up(page, "1", "100")
    expect(page.locator(".done")).to_have_text("All 12 games played")
    expect(page.get_by_role("button", name="Go on")).to_be_hidden()
    cell = page.locator(".crosstable a").first
    name = cell.get_attribute("aria-label") or ""
    cell.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name.partition(":")[0])
    page.locator(".met a").first.click()
    page.get_by_role("button", name="Keep in the library").wait_for()
    page.get_by_role("link", name="Review").click()
    expect(page.get_by_role("heading", name="Review of")).to_be_visible(timeout=60_000)
    page.wait_for_selector(".summary")
    page.goto("/watch/fame")
    expect(page.get_by_role("region", name="Tic-tac-toe").get_by_text("Vera").first).to_be_visible()


def test_endless_on_a_full_screen_until_it_is_stopped(page: Page) -> None:
    choose(page, "5")
    page.get_by_label("Endless").check()
    start(page)
    page.get_by_role("button", name="Full screen").click()
    expect(page.locator("#stage")).to_have_class(re.compile("filling"))
    expect(page.get_by_label("Pages")).to_be_hidden()
    page.get_by_role("button", name="Leave full screen").click()
    expect(page.locator("#stage")).not_to_have_class(re.compile("filling"))
    expect(page.locator(".done")).to_have_text(re.compile(r"\d\d+ games"))
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#run")).to_have_attribute("data-ended", "stopped")
    done = page.locator(".done").inner_text()
    assert done.startswith("Stopped after")
    page.reload()
    expect(page.locator(".done")).to_have_text(done)
    page.goto("/watch")
    page.get_by_text("Games, board, speed").click()
    expect(page.get_by_label("Rounds, 1 to 1,000")).to_have_value("5")


def test_a_visitor_takes_the_show_over_and_it_comes_back(page: Page) -> None:
    page.clock.install()
    choose(page, "2", "0.5")
    page.get_by_label("Endless").check()
    page.get_by_label("Boards side by side").select_option("4")
    start(page)
    page.get_by_role("link", name="Show for visitors").click()
    page.wait_for_url("**/show")
    show = page.url
    expect(page.locator(".one")).to_have_count(4)
    expect(page.locator(".shown .ply-taken")).not_to_have_count(0)
    page.keyboard.press("Tab")  # on the way to its buttons
    page.keyboard.press("x")
    page.wait_for_url(re.compile(r"/\?game=tictactoe"))
    strip = page.get_by_text("Back to the show in")
    page.clock.fast_forward(50_000)
    page.keyboard.press("ArrowRight")
    page.clock.fast_forward(50_000)
    expect(strip).to_have_text("Back to the show in 10 s")
    page.clock.fast_forward(11_000)
    page.wait_for_url(show)
    page.keyboard.press("x")
    page.wait_for_url(re.compile(r"/\?game=tictactoe"))
    page.get_by_role("button", name="Stay").click()
    expect(strip).to_have_count(0)
    page.clock.fast_forward(70_000)
    assert page.url != show
    page.goto(show)
    page.keyboard.press("x")
    page.wait_for_url(re.compile(r"/\?game=tictactoe"))
    page.goto("/help")  # a reader, who is left alone from now on
    page.clock.fast_forward(70_000)
    assert page.url.endswith("/help")
    page.goto("/")
    expect(strip).to_have_count(0)
    page.goto(show)
    page.get_by_role("link", name="End the show").click()
    page.wait_for_url(show.removesuffix("/show"))
    page.get_by_role("button", name="Stop").click()


BROKEN = """
from plyground.web.services import doing
def broken(*_):
    raise RuntimeError("a fault")
doing.Doing._move = broken
"""


def test_a_show_that_failed_does_not_begin_again(browser: Browser, tmp_path: Path) -> None:
    with running_server(tmp_path, before=BROKEN) as server:
        pages = Pages(browser, server.url)
        page = pages.page(viewport={"width": 375, "height": 667}, alone=True)
        page.clock.install()
        choose(page, "2")
        start(page)
        page.goto(f"{page.url}/show")
        show = page.url
        expect(page.locator("#shown-sentence")).to_have_text("The run failed in game 1.")
        expect(page.get_by_role("alert")).to_contain_text("something went wrong on the server")
        for words in ("Play too!", "End the show"):
            expect(page.get_by_text(words)).to_be_in_viewport(ratio=1)
        page.clock.fast_forward(20_000)
        assert page.url == show
        pages.end()
