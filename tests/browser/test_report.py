"""The report of a tournament, opened in Chromium from a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import plyground as pg
from plyground.arena.exactness import exactness
from plyground.browser.run_page import run_page
from tests.browser.access import faults

pytestmark = [pytest.mark.browser, pytest.mark.compiled]


def test_a_match_is_stepped_through_and_all_can_be_read(browser: Browser, tmp_path: Path) -> None:
    tournament = pg.Tournament(
        pg.TicTacToe(), {"Ann": "minimax:depth=2", "Bo": "mixed:50(perfect)", "random": "random"},
        seed=1, rounds=2,
    )  # fmt: skip
    standings = tournament.play()
    found = exactness(tournament.plan, standings.played, better=True)
    file = tmp_path / "report.html"
    file.write_text(run_page(standings, tournament.expected, found, ["no <b>such"], True))
    page = browser.new_page(bypass_csp=True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: asked.append(str(error)))
    page.goto(file.as_uri())
    expect(page.get_by_text("no <b>such")).to_be_visible()

    page.locator(".crosstable a").first.click()  # leads to the matches of two
    match = page.locator(".pair[open] .match").first
    match.locator("summary").click()
    moves = match.locator(".record button")
    said = match.locator(".said")
    expect(moves.first).to_be_visible()  # drawn once it is opened
    expect(said).to_contain_text(f"Move {moves.count()} of {moves.count()}")
    match.get_by_role("button", name="Back").click()
    expect(said).to_contain_text(f"Move {moves.count() - 1} of")
    page.keyboard.press("Home")
    expect(said).to_have_text("The start")
    expect(match.locator("svg .ply-taken")).to_have_count(0)
    moves.nth(1).click()
    expect(match.locator("svg .ply-taken")).to_have_count(2)
    expect(moves.nth(1)).to_have_attribute("aria-current", "step")
    assert list(faults(page)) == []
    assert asked == [file.as_uri()]
    page.close()
