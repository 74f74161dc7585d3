"""Lost moments, which come back, and *Last week's you*: what a browser keeps of finished games."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import plyground as pg
from plyground.analysis import review
from plyground.browser.modules import engine_module
from tests.browser.access import check
from tests.browser.conftest import Pages, Server, running_server
from tests.browser.documents import Sheet, Sheets, opened, sheets
from tests.browser.playing import Person, begin, click

__all__ = ["sheets"]

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

PLACE = "plyground:past:tictactoe?"
BEGUN = datetime.datetime(2026, 3, 27, 20, tzinfo=datetime.UTC)
MIRRORED = ("85729", "25183", "85927", "25381")  # one game, and what it is in mirrors
BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
PHONE = {"width": 375, "height": 667}
LOOKED = """place => {
  const games = JSON.parse(localStorage.getItem(place) ?? "[]");
  return games.length > 0 && games.every(({ random }) => random !== null);
}"""


def at(page: Page, days: int) -> None:
    """Move the clock, to the morning of a day."""
    page.clock.set_fixed_time(BEGUN + datetime.timedelta(days=days, hours=-12 * bool(days)))


def games(number: int, slips: int, random: float) -> str:
    """What is kept of so many games, each with so many slips."""
    lost = [{"ply": 4, "found": 9, "due": 0}] * slips
    game = {"moves": list("85729"), "seat": 1, "random": random, "slips": lost}
    return json.dumps([{"id": str(at), **game} for at in range(number)])


def slipped(number: int, moves: str) -> dict[str, object]:
    """What is kept of a game with one slip, as soon as it waits."""
    slips = [{"ply": 4, "found": 0, "due": 0}]
    return {"id": str(number), "moves": [*moves], "seat": 1, "random": 1, "slips": slips}


def keep(page: Page, given: str) -> None:
    page.evaluate("given => localStorage.setItem(...given)", [PLACE, given])


# In a file


def waits(sheet: Sheet) -> bool:
    sheet.press("More")
    found = sheet.inside.locator(".big", has_text="Your lost moments").count() > 0
    sheet.press("Close")
    return found


def ask(sheet: Sheet) -> None:
    sheet.press("More")
    sheet.press("Your lost moments")
    expect(sheet.status).to_have_text("You are o. Find a move that keeps the draw.")


@pytest.fixture
def lost(sheets: Sheets) -> Sheet:
    """A file in which o has just lost the draw, with the only move that did so."""
    game = pg.TicTacToe()
    sheet = opened(
        sheets, game, "857", "perfect", "here", viewport=PHONE, alone=True, timezone_id="UTC"
    )
    at(sheet.page, 0)
    sheet.target("Cell 2").click()
    expect(sheet.status).to_have_text("Perfect won")
    sheet.page.wait_for_function(LOOKED, arg=PLACE)
    return sheet


def test_a_lost_moment_comes_back_after_1_3_and_9_days(lost: Sheet) -> None:
    day = 0
    returns = ("tomorrow", "in 3 days", "in 9 days")
    for away, said in zip((1, 3, 9), returns, strict=True):
        ask(lost)
        lost.target("Cell 9").click()
        expect(lost.note).to_have_text(f"It comes back {said}.")
        lost.press("Close")
        at(lost.page, day + away - 1)
        assert not waits(lost)
        day += away
        at(lost.page, day)
        lost.page.reload()
        expect(lost.page.locator("main")).to_be_visible()
    ask(lost)
    lost.target("Cell 9").click()
    expect(lost.note).to_have_text("It does not come back.")
    at(lost.page, day + 500)
    assert not waits(lost)


def test_one_that_was_missed_begins_again(lost: Sheet) -> None:
    ask(lost)
    lost.target("Cell 9").click()
    expect(lost.note).to_have_text("It comes back tomorrow.")
    check(lost.page)
    lost.press("Close")
    at(lost.page, 1)
    for cell, said in (("1", "Not that one."), ("9", "Right: cell 9 is the best move.")):
        ask(lost)  # it is asked until it is found
        lost.target(f"Cell {cell}").click()
        expect(lost.status).to_have_text(said)
        lost.press("Close")
    at(lost.page, 2)
    assert waits(lost)


def test_it_is_deleted_with_all_that_a_file_keeps(lost: Sheet) -> None:
    assert waits(lost)
    lost.press("More")
    lost.press("Settings")
    lost.press("Delete what is kept")
    with lost.page.expect_navigation():
        lost.press("Delete it all")
    expect(lost.page.locator("main")).to_be_visible()
    assert not waits(lost)


def test_a_file_has_last_weeks_you_after_twenty_games(sheets: Sheets) -> None:
    sheet = sheets(pg.TicTacToe())
    for number, said in ((19, "needs 1 more"), (20, "slips as often as you")):
        keep(sheet.page, games(number, 1, 4))
        sheet.press("More")
        sheet.press("New game")
        choice = sheet.inside.locator(".choice", has_text="Last week's you")
        expect(choice).to_contain_text(said)
        assert choice.locator("input").is_enabled() == (number == 20)
        if number < 20:
            sheet.press("Close")
    choice.click()
    sheet.press("Start")
    expect(sheet.page.locator(".seats h2")).to_have_text(["You", "Last week's you"])
    seats = "Object.entries(localStorage).find(([name]) => name.includes('tictactoe::'))[1]"
    assert "mixed:75(perfect)" in sheet.page.evaluate(seats)


# In the app


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose pages play for themselves."""
    engine_module(pg.TicTacToe())
    with running_server(tmp_path_factory.mktemp("data"), plays_in_pages=True) as running:
        yield running


def loses(page: Page) -> pg.Position:
    """Play a game against perfect play, in which each move is as bad as can be."""
    begin(page, "tictactoe", "here", "computer", **{"kind-2": "perfect"})
    page.wait_for_function("() => performance.getEntriesByName('engine').length > 0")
    position = pg.TicTacToe().position()
    while not position.over:
        click(page, int(_worst(position)) - 1)
        moved = "ply => document.querySelectorAll('#moves button').length > ply + 1"
        page.wait_for_function(f"({moved}) || document.body.matches('.over')", arg=position.ply)
        texts = "all => all.map(each => each.firstChild.textContent)"
        position = position.game.position(page.locator("#moves button").evaluate_all(texts))
    page.wait_for_function(LOOKED, arg=PLACE)
    return position


def _worst(position: pg.Position) -> str:
    after = {move: position.play(move) for move in position.moves}
    going = {move: pg.analyse(each).value.verdict for move, each in after.items() if not each.over}
    return min(going or after, key=lambda move: going.get(move) != "win")


def kept(page: Page) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(
        page.evaluate("place => localStorage.getItem(place) ?? '[]'", PLACE)
    )
    return found


def test_a_game_of_the_app_is_kept_with_what_it_gave_away_until_it_is_deleted(
    person: Person,
) -> None:
    page = person()
    played = loses(page)
    [game] = kept(page)
    wrong = [move.ply for move in review(played).turns if move.player == 0]
    assert wrong
    assert [slip["ply"] for slip in game["slips"]] == wrong  # type: ignore[attr-defined]
    page.reload()
    page.wait_for_function("() => performance.getEntriesByName('engine').length > 0")
    assert kept(page) == [game]
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Delete this game", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_text("The game is deleted.", exact=True)).to_be_visible()
    assert kept(page) == []


def test_lost_moments_wait_on_puzzles(person: Person) -> None:
    page = person(viewport=PHONE, bypass_csp=True, alone=True, timezone_id="UTC")
    at(page, 0)
    page.goto("/puzzles/all")
    strip = page.locator("[data-lost]")
    for lost, waits in ((MIRRORED, 3), (MIRRORED[:2] * 2, 2)):  # three at once, each once
        keep(page, json.dumps([*map(slipped, range(len(lost)), lost)]))
        page.goto("/puzzles")
        expect(strip).to_contain_text(f"{waits} wait")
        expect(strip.locator("svg")).to_have_count(waits)
    check(page)
    strip.get_by_role("link").click()
    expect(page.locator("#task")).to_have_text("You are o. Find a move that keeps the draw.")
    page.wait_for_selector("#board .open")
    click(page, 2 - 1)
    verdict = page.locator("[data-verdict]")
    expect(verdict).to_contain_text("Try again.")
    click(page, 9 - 1)  # back to the position,
    click(page, 9 - 1)  # and the answer
    expect(verdict).to_contain_text("Right: cell 9 is the best move.")
    expect(verdict).to_contain_text("It comes back tomorrow.")
    check(page)
    page.get_by_role("link", name="Next", exact=True).click()
    page.wait_for_selector("#board .open")
    page.get_by_role("button", name="Show the solution").click()
    expect(verdict).to_contain_text("The solution: cell 3.")
    page.locator("main").get_by_role("link", name="Puzzles", exact=True).click()
    expect(strip).to_contain_text("1 waits")
    at(page, 1)
    page.reload()
    expect(strip).to_contain_text("2 wait")
    page.goto("/library/forget")
    page.get_by_role("button", name="Delete it all").click()
    expect(page.get_by_text("For Plyground you are a new visitor.")).to_be_visible()
    page.goto("/puzzles")
    expect(page.locator("#status")).to_be_visible()
    expect(strip).to_be_hidden()


def test_the_app_has_last_weeks_you_after_twenty_games(person: Person) -> None:
    page = person()
    for number, said in ((19, "needs 1 more"), (20, "slips as often as you")):
        page.goto("/?game=tictactoe")
        keep(page, games(number, 1, 4))
        page.reload()
        page.get_by_role("button", name="More", exact=True).click()
        page.get_by_text("Another opponent", exact=True).click()
        button = page.get_by_role("button", name="Last week's you")
        expect(button).to_contain_text(said)
        assert button.is_enabled() == (number == 20)
    button.click()
    expect(page.locator("#seats h2")).to_have_text(["You", "Last week's you"])


# Figures


@pytest.mark.parametrize(
    "person", ["mixed:40(perfect)", "mixed:85(perfect)", "humanlike:25", "level:1", "level:2"]
)
def test_last_weeks_you_slips_as_often_as_the_person(
    files: Pages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, person: str
) -> None:
    """As the benchmark measures it, in fewer games."""
    monkeypatch.syspath_prepend(BENCHMARKS)
    import last_week

    path = tmp_path / "page.html"
    path.write_text(last_week.document(pg.TicTacToe()), encoding="utf-8")
    files.addresses.append(path.as_uri())
    page = files.page()
    page.goto(path.as_uri())
    own, fitted, _ = last_week.compared(page, person, "level:2", 60)
    assert abs(own - fitted) <= 10
