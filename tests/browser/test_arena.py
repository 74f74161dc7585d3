"""The arena as a person uses it: a tournament set up, watched and stopped."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import Person
from tests.until import until

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) {
      if (!each.hadRecentInput) window.shifts.push(...each.sources.map(({ node }) => node?.className ?? "?"));
    }
  }).observe({ type: "layout-shift" });
}"""  # noqa: E501


def set_up(page: Page, rounds: str, playouts: str) -> None:
    """Pip, Vera, Random and Monte Carlo tree search are to play tic-tac-toe."""
    page.goto("/arena")
    page.get_by_role("link", name="New tournament").click()
    page.wait_for_url("**/arena/new")
    page.wait_for_load_state()  # its script listens from then on
    page.get_by_role("combobox", name="Game", exact=True).select_option("tictactoe")
    expect(page.get_by_label("Rows of the board")).to_be_hidden()
    players = page.get_by_role("group", name="Players")
    expect(players.get_by_role("checkbox", name="Random")).to_be_checked()
    for box in players.get_by_role("checkbox").all():
        box.set_checked(False)
    for name in ("Pip", "Vera", "Random"):
        players.get_by_role("checkbox", name=name).check()
    players.get_by_role("combobox", name="Kind").select_option("mcts")
    players.get_by_label("Playouts").fill(playouts)
    page.get_by_label("How often everyone meets everyone").fill(rounds)
    page.get_by_label("Title").fill("Spring cup")
    estimate = page.locator("#estimate")

    def estimated() -> bool:
        """Ask again after what the server had too much of."""
        with page.expect_response("**/arena/estimate?*"):
            page.get_by_label("Title").dispatch_event("change")
        return f"{12 * int(rounds):,} games, about" in estimate.inner_text()

    until(estimated)
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile(r"/arena/[\w-]{12}$"))


def played(page: Page) -> int:
    """The games that the page counts."""
    found = re.search(r"([\d,]+) of", page.locator(".done").inner_text())
    return int(found[1].replace(",", "")) if found else 0


def test_set_up_watched_and_stopped(person: Person) -> None:
    page = person()
    set_up(page, "100", "20000")
    page.evaluate(SHIFTS)
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    expect(page.locator("#board-3 .rival")).to_have_count(2)
    board = page.locator("#board-0 .board").inner_html()
    expect(page.locator(".ranking tbody tr")).to_have_count(4)
    page.locator(".cross a").first.focus()
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


def test_from_a_cell_to_the_review_of_a_game(person: Person) -> None:
    page = person()
    set_up(page, "1", "100")
    expect(page.locator(".done")).to_have_text("All 12 games played")
    expect(page.get_by_role("button", name="Go on")).to_be_hidden()
    cell = page.locator(".cross a").first
    name = cell.get_attribute("aria-label") or ""
    cell.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name.partition(":")[0])
    page.locator(".met a").first.click()
    page.get_by_role("button", name="Keep in the library").wait_for()
    page.get_by_role("link", name="Review").click()
    expect(page.get_by_role("heading", name="Review of")).to_be_visible(timeout=60_000)
    page.wait_for_selector(".summary")
    page.goto("/arena/fame")
    expect(page.get_by_role("region", name="Tic-tac-toe").get_by_text("Vera").first).to_be_visible()
