"""The simulation page as a person uses it: watched to its end, and left running on a screen."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Pages, running_server
from tests.browser.playing import Person

pytestmark = pytest.mark.browser


@pytest.fixture
def page(person: Person) -> Page:
    return person(alone=True)  # clocks are moved on it


def choose(page: Page, rounds: str) -> None:
    """Fill the form in: tic-tac-toe between two who leave it to chance."""
    page.goto("/simulate")
    page.get_by_role("combobox", name="Game", exact=True).select_option("tictactoe")
    expect(page.get_by_text("Who plays?")).to_be_visible()
    page.get_by_role("group", name="Player 1").get_by_role("combobox").select_option("humanlike")
    page.get_by_role("group", name="Player 1").get_by_role("slider").first.fill("0")
    page.get_by_label("Rounds, 1 to 1,000").fill(rounds)
    page.get_by_label("Pause between moves").fill("0")


def points(page: Page) -> float:
    """The points of all together."""
    score = page.locator("#shown-score .score").text_content() or ""
    return sum(float(each) for each in re.findall(r": (\d+\.\d)", score))


def test_watched_to_its_final_result(page: Page) -> None:
    choose(page, "3")
    group = page.get_by_role("group", name="Player 1")
    expect(group.get_by_label("Depth")).to_be_hidden()
    expect(group.locator("output:visible")).to_have_text("0")
    page.get_by_label("Pause between moves").fill("0.2")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/simulate/*")
    taken = page.locator("#shown-board .ply-taken")
    expect(taken).not_to_have_count(0)
    page.locator("#shown-board svg").click()  # nobody listens
    expect(page.locator("#shown-board .heading")).to_contain_text("of 3")
    page.goto("/simulate")  # away, and back
    page.get_by_role("link", name="Tic-tac-toe").click()
    expect(page.locator("#shown-score")).to_contain_text("Final result: ")
    assert points(page) == 3
    expect(page.locator("#announced")).to_contain_text("Final result: ")
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()
    expect(page.locator("#shown-chart polyline")).to_have_count(2)
    expect(page.get_by_role("button", name="Run again")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download CSV").click()
    assert len(download.value.path().read_text().splitlines()) == 4


@pytest.mark.compiled
def test_the_simulation_of_the_old_program(page: Page) -> None:
    """Depth 5 against 3, of which the first two rounds are a win and a draw."""
    page.goto("/simulate")
    page.get_by_role("link", name="The simulation of “Connect 4 with Minimax”").click()
    page.get_by_role("group", name="Player 2").get_by_label("Depth").fill("3")
    page.get_by_label("Enter the number of rounds").fill("2")
    page.get_by_role("button", name="Start").click()
    score = page.locator("#shown-score .score")
    expect(page.locator("#shown-board .heading")).to_contain_text("Round 1 of 2")
    counters = page.locator("#shown-board .ply-taken")
    expect(page.locator("#shown-board .ply-player0")).not_to_have_count(0)
    expect(score).to_have_text("Minimax: 1.0    Opponent: 0.0")
    expect(page.locator("#shown-board .heading")).to_contain_text("Round 2 of 2")
    begins = page.locator(".totals tbody", has_text="begins this round")
    expect(begins).to_contain_text("2. Opponent Connect 4 with Minimax (old), depth 3")
    expect(begins.locator("td").first).to_have_text("3")
    expect(score).to_have_text("Final Result: Minimax: 1.5    Opponent: 0.5")
    expect(counters).to_have_count(42)


def test_endless_on_a_full_screen_until_it_is_stopped(page: Page) -> None:
    choose(page, "5")
    page.get_by_label("Endless").check()
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/simulate/*")
    page.get_by_role("button", name="Full screen").click()
    expect(page.locator("#stage")).to_have_class(re.compile("filling"))
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()
    expect(page.get_by_label("Pages")).to_be_hidden()
    nine_or_more = re.compile(r"Round (9|\d\d+):")
    expect(page.locator("#shown-score .score-text")).to_have_text(nine_or_more)
    page.get_by_role("button", name="Leave full screen").click()
    expect(page.locator("#stage")).not_to_have_class(re.compile("filling"))
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#stage")).to_have_attribute("data-ended", "stopped")
    expect(page.locator("#shown-score")).not_to_contain_text("Final result: ")
    done = points(page)
    assert done > 8
    expect(page.locator("#shown-board .heading")).to_have_text(f"Stopped after {done:,.0f} rounds")
    page.reload()
    assert points(page) == done
    page.goto("/simulate")
    expect(page.get_by_label("Rounds, 1 to 1,000")).to_have_value("5")


def test_a_visitor_takes_the_show_over_and_it_comes_back(page: Page) -> None:
    page.clock.install()
    choose(page, "2")
    page.get_by_label("Endless").check()
    page.get_by_label("Boards side by side").select_option("4")
    page.get_by_label("Pause between moves").fill("0.5")
    page.get_by_role("button", name="Start").click()
    page.get_by_role("link", name="Show for visitors").click()
    page.wait_for_url("**/show")
    show = page.url
    expect(page.locator(".one")).to_have_count(4)
    expect(page.locator("#shown-board .ply-taken")).not_to_have_count(0)
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
from plyground.web.services import simulations
def broken(*_):
    raise RuntimeError("a fault")
simulations.Simulation._moves = broken
"""


def test_a_show_that_failed_does_not_begin_again(browser: Browser, tmp_path: Path) -> None:
    with running_server(tmp_path, before=BROKEN) as server:
        pages = Pages(browser, server.url)
        page = pages.page(viewport={"width": 375, "height": 667}, alone=True)
        page.clock.install()
        choose(page, "2")
        page.get_by_role("button", name="Start").click()
        page.wait_for_url("**/simulate/*")
        page.goto(f"{page.url}/show")
        show = page.url
        expect(page.locator("#shown-sentence")).to_have_text("The simulation failed in round 1.")
        expect(page.get_by_role("alert")).to_contain_text("something went wrong on the server")
        for words in ("Play too!", "End the show"):
            expect(page.get_by_text(words)).to_be_in_viewport(ratio=1)
        page.clock.fast_forward(20_000)
        assert page.url == show
        pages.end()
