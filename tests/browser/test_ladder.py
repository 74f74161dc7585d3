"""After a game in a page from a file: who was beaten, and who comes next."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import plyground as pg
from tests.browser.access import check
from tests.browser.documents import Sheets, opened, sheets

__all__ = ["sheets"]

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

PHONE = {"width": 375, "height": 667}
THREE = "415263"  # in a row, and red is to move
LOST = "22547574751733"


def test_after_a_win_the_next_opponent_is_one_press_away(sheets: Sheets) -> None:
    sheet = opened(sheets, pg.ConnectFour(), THREE, "here", "level:2", viewport=PHONE)
    ladder = sheet.page.locator("#ladder")
    expect(ladder).to_be_hidden()
    sheet.target("Column 7").click()
    expect(sheet.status).to_have_text("You beat Moss")
    rungs = ["Pip", "Moss: beaten", "Juno: next", "Vera", "Oracle"]
    expect(ladder.locator("li")).to_have_text(rungs)
    tools = sheet.page.locator(".tools button:visible")
    expect(tools).to_have_text(["Review", "Pass it on", "Again", "More"])
    check(sheet.page)
    sheet.press("Next: Juno")
    expect(ladder).to_be_hidden()
    expect(sheet.page.locator(".seats h2")).to_have_text(["You", "Juno"])
    assert sheet.moves() == []
    sheet.page.reload()
    expect(sheet.page.locator(".seats h2")).to_have_text(["You", "Juno"])


def test_who_was_beaten_stays_beaten(sheets: Sheets) -> None:
    sheet = opened(sheets, pg.ConnectFour(), THREE, "here", "level:1", viewport=PHONE)
    sheet.target("Column 7").click()
    expect(sheet.status).to_have_text("You beat Pip")
    sheet.press("Next: Moss")
    for column in ("1", "1"):  # the opening game once more, against the next one
        sheet.target(f"Column {column}").click()
        expect(sheet.status).to_have_text("Your move")
    sheet.page.reload()
    beaten = "JSON.parse(localStorage.getItem('plyground:beaten:connect4:7:6'))"
    assert sheet.page.evaluate(beaten) == ["level:1"]


def test_after_a_loss_there_is_an_easier_one(sheets: Sheets) -> None:
    sheet = opened(sheets, pg.ConnectFour(), LOST, "here", "level:2", viewport=PHONE)
    tools = sheet.page.locator(".tools button:visible")
    expect(tools).to_have_text(["Pass it on", "Again", "An easier one", "More"])
    sheet.press("More")
    labels = sheet.inside.locator(".big").all_inner_texts()
    assert {"Take back", "Values"} <= {each.split("\n")[0] for each in labels}
    sheet.press("Close")
    sheet.press("An easier one")
    expect(sheet.page.locator(".seats h2")).to_have_text(["You", "Pip"])


def test_a_game_of_two_people_has_no_ladder(sheets: Sheets) -> None:
    sheet = opened(sheets, pg.ConnectFour(), THREE, "here", "here", viewport=PHONE)
    sheet.target("Column 7").click()
    expect(sheet.page.locator("#ladder")).to_be_hidden()
    expect(sheet.page.locator("#actions button")).to_have_text("Review")
