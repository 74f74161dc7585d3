"""Boards to play on within other pages, opened from files, and among foreign styles."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import plyground as pg
from plyground.browser.live import ELEMENT, live_board
from tests.browser.access import check
from tests.browser.conftest import Pages

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

POSITIONS = (
    pg.TicTacToe().position("159378"),
    pg.TicTacToe().position(),
    pg.ConnectFour().position("44532244153"),
)
STYLE = """
  body { font: 16px/1.5 serif; margin: 8px; background: #fff; color: #111 }
  body.night { background: #111; color: #eee }
  button, p, svg { display: none !important; color: pink !important; all: unset }
"""


@cache
def document() -> str:
    """A page with three boards and a style that would ruin them."""
    boards = "".join(map(live_board, POSITIONS))
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><title>Boards</title><meta name=viewport "
        f"content='width=device-width'><style>{STYLE}</style><main><h1>Boards</h1>{boards}</main>"
    )


Sheets = Callable[..., Page]


@pytest.fixture
def sheets(files: Pages, tmp_path: Path) -> Sheets:
    """The page, in browser contexts of its own; an error or a request fails the test."""
    path = tmp_path / "boards.html"
    files.addresses.append(path.as_uri())

    def make(text: str = "", **more: Any) -> Page:
        path.write_text(text or document(), encoding="utf-8")
        page = files.page(**{"viewport": {"width": 375, "height": 800}, **more})
        page.goto(path.as_uri())
        return page

    return make


class Small:
    """One of the boards in a page."""

    def __init__(self, page: Page, number: int) -> None:
        self.element = page.locator(ELEMENT).nth(number)
        expect(self.element.locator(".buttons")).to_be_visible()

    @property
    def status(self) -> Locator:
        return self.element.locator(".status")

    @property
    def note(self) -> Locator:
        return self.element.locator(".note")

    def press(self, name: str) -> None:
        self.element.get_by_role("button", name=name).click()

    def target(self, name: str) -> Locator:
        return self.element.locator(f'.target[aria-label^="{name}"]')

    def values(self) -> list[str]:
        return self.element.locator(".ply-value text").all_text_contents()


def test_play_and_ask_for_values(sheets: Sheets) -> None:
    small = Small(sheets(), 0)
    small.press("Values")
    expect(small.note).to_contain_text("Best is cell 4: it wins in 1 ply.")
    assert sorted(small.values()) == ["+1", "=", "−2"]
    small.target("Cell 6").click()
    expect(small.status).to_have_text("Player 2's turn")
    expect(small.note).to_contain_text("Best is cell 2: it wins in 1 ply.")
    assert sorted(small.values()) == ["+1", "="]
    small.press("Take back")
    expect(small.status).to_have_text("Player 1's turn")
    small.press("Values")
    expect(small.element.locator(".ply-value")).to_have_count(0)


def test_the_computer_moves_and_says_why(sheets: Sheets) -> None:
    small = Small(sheets(), 0)
    small.press("Computer")
    expect(small.status).to_contain_text("Player 1 won")
    expect(small.note).to_contain_text("Player 1 played cell 4. It looked at")
    small.press("Start over")
    expect(small.status).to_have_text("Player 1's turn")


def test_boards_of_one_page_do_not_disturb_each_other(sheets: Sheets) -> None:
    page = sheets()
    boards = [Small(page, number) for number in range(3)]
    for each in boards:
        each.press("Values")
    boards[1].target("Cell 5").click()
    expect(boards[2].note).to_contain_text("Best is column 3: it wins in 29 plies.")
    expect(boards[0].note).to_contain_text("Best is cell 4")
    expect(boards[1].note).to_contain_text("Player 1 played cell 5. Best is")
    assert len(boards[2].values()) == 7
    assert page.evaluate("performance.getEntriesByType('resource').length") == 0


def test_a_whole_game_by_keyboard(sheets: Sheets) -> None:
    page = sheets(reduced_motion="reduce")
    page.evaluate("addEventListener('keydown', ({ key }) => (window.heard = key))")
    small = Small(page, 1)
    position = POSITIONS[1]
    small.target("Cell 1").focus()
    while not position.over:
        position = position.play(position.moves[0])
        page.keyboard.press("Home")
        for cell in range(1, int(position.history[-1])):
            page.keyboard.press("ArrowDown" if cell in (3, 6) else "ArrowRight")
            if cell in (3, 6):
                page.keyboard.press("ArrowLeft")
                page.keyboard.press("ArrowLeft")
        page.keyboard.press("Enter")
    expect(small.status).to_contain_text("Player 1 won")
    expect(small.element.locator("[role=status]")).to_contain_text("Player 1 won")
    assert page.evaluate("window.heard") is None, "a notebook would go to another cell"


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_it_is_dark_where_the_page_is(sheets: Sheets, dark: bool) -> None:
    """Whatever the system says, and when the page changes."""
    page = sheets(color_scheme="light" if dark else "dark")
    small = Small(page, 0)
    page.evaluate("dark => document.body.classList.toggle('night', dark)", dark)
    board = small.element.locator(".board[data-ply-theme]")
    expect(board).to_have_attribute("data-ply-theme", "dark" if dark else "light")
    small.press("Values")
    expect(small.note).to_contain_text("Best is")
    check(page)


def test_it_fits(sheets: Sheets, subtests: pytest.Subtests) -> None:
    page = sheets()
    for width in (1200, 375, 320):
        page.set_viewport_size({"width": width, "height": 800})
        with subtests.test(width=width):
            for number in range(3):
                box = Small(page, number).element.locator(".live").bounding_box()
                assert box is not None
                assert box["width"] <= width - 16
            assert page.evaluate("document.documentElement.scrollWidth") == width


def test_without_scripts_the_picture_stays(sheets: Sheets) -> None:
    page = sheets(document().replace(STYLE, ""), java_script_enabled=False, alone=True)
    expect(page.get_by_role("img")).to_have_count(3)
    expect(page.get_by_text("you need a browser that runs scripts")).to_have_count(3)


def test_an_old_browser_keeps_the_picture(sheets: Sheets) -> None:
    text = document().replace(STYLE, "")
    page = sheets(
        text.replace("<style>", "<script>delete globalThis.BigInt64Array</script><style>")
    )
    expect(page.get_by_text("This browser is too old to play here.")).to_have_count(3)
    expect(page.get_by_role("img")).to_have_count(3)


def test_an_output_that_is_shown_again_plays_again(sheets: Sheets) -> None:
    """As a notebook does: outputs are moved, cleared, and put in again with their scripts."""
    page = sheets()
    Small(page, 0)
    page.evaluate(
        """fragment => {
          const main = document.querySelector("main");
          main.innerHTML = fragment;
          for (const old of main.querySelectorAll("script")) {
            const script = document.createElement("script");
            script.textContent = old.textContent;
            old.replaceWith(script);
          }
        }""",
        live_board(pg.TicTacToe().position("15")),
    )
    small = Small(page, 0)
    small.target("Cell 9").click()
    expect(small.note).to_contain_text("Player 1 played cell 9")
