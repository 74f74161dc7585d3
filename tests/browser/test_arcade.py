"""Four games in one file: the screen to choose from, puzzles, passing it on, and no network."""

from __future__ import annotations

import datetime
import json
import random
import re
import string
import threading
from collections.abc import Callable, Iterator
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import segno
import segno.encoder
from playwright.sync_api import Browser, Download, Page, expect

import plyground as pg
from plyground.analysis.puzzles import Puzzle, daily, days, in_doubt, puzzles
from plyground.browser.arcade import INDEX, USUAL, arcade, beside
from plyground.browser.scripts import joined
from plyground.position import file_stem
from tests.browser.access import check
from tests.browser.conftest import Pages

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

FIRST = {"connect4": "Column 4", "tictactoe": "Cell 5", "sim": "Dot 0", "numerical": "Cell 5"}
SIZES = (
    {"width": 375, "height": 667},
    {"width": 1280, "height": 800},
    {"width": 320, "height": 568},
)


@cache
def single() -> str:
    return arcade()


@cache
def folder() -> dict[str, bytes]:
    """What a web space with these pages has."""
    index = arcade({})
    return {INDEX: index.encode(), **beside([index])}


Opening = Callable[..., Page]


@pytest.fixture
def opened(files: Pages, tmp_path: Path) -> Opening:
    """The file in browsers of their own. An error or a request for anything else fails the test."""

    def make(address: str = "", path: Path | None = None, **more: Any) -> Page:
        file = path or tmp_path / "play.html"
        if path is None:
            file.write_text(single(), encoding="utf-8")
        files.addresses.append(file.as_uri())
        page = files.page(**{"viewport": SIZES[0], **more})
        page.goto(f"{file.as_uri()}{address}")
        return page

    return make


def moves(page: Page) -> list[str]:
    found: list[str] = page.locator("#moves button").evaluate_all(
        "all => all.map(each => each.firstChild.textContent.replace(' in cell ', '@'))"
    )
    return found


def target(page: Page, name: str) -> None:
    page.locator(f'#board .target[aria-label^="{name}"]').first.click()


def press(page: Page, *names: str) -> None:
    for name in names:
        dialog = page.locator("dialog[open]")
        place = dialog if dialog.count() else page.locator("main")
        place.get_by_role("button", name=name).first.click()


# The screen


def test_back_leads_from_look_inside_to_the_game_and_then_to_the_screen(opened: Opening) -> None:
    page = opened()
    page.locator('#start a[href="#tictactoe"]').click()
    target(page, "Cell 5")
    expect(page.locator("#moves button")).to_have_count(2)
    for leave in page.go_back, lambda: page.keyboard.press("Escape"), page.go_back:
        press(page, "More", "Look inside")
        expect(page.locator(".inside")).to_be_visible()
        leave()
        expect(page.locator(".inside")).to_be_hidden()
        expect(page.locator("#moves button")).to_have_count(2)
        assert page.url.endswith("#tictactoe")
    press(page, "More", "Look inside")
    page.locator(".home").click()
    expect(page.locator("#start")).to_be_visible()
    page.go_back()
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator(".inside")).to_be_hidden()


@pytest.mark.parametrize("game", [pg.Sim(), pg.NumericalTicTacToe()], ids=repr)
def test_a_game_answers_and_the_screen_comes_back(opened: Opening, game: pg.Game) -> None:
    page = opened()
    page.locator(f'#start a[href="#{file_stem(game)}"]').click()
    expect(page.locator("main")).to_be_visible()
    expect(page.locator("#start")).to_be_hidden()
    expect(page).to_have_title(game.title)
    expect(page.locator("body > header h1")).to_have_text(game.title)
    target(page, FIRST[game.name])
    if game.name == "sim":
        target(page, "Dot 3")
    if game.name == "numerical":
        page.locator("#board .chooser button, #board .tray button").first.click()
    expect(page.locator("#moves button")).to_have_count(2)
    played = moves(page)
    page.locator(".home").click()
    expect(page.locator("#start")).to_be_visible()
    expect(page.locator("main")).to_be_hidden()
    page.go_back()
    expect(page.locator("#moves button")).to_have_count(2)
    assert moves(page) == played


def test_the_theme_is_that_of_all_games(opened: Opening) -> None:
    page = opened("#connect4-7-6", color_scheme="light")
    page.locator("#theme").click()
    page.locator(".home").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.locator('#start a[href="#tictactoe"]').click()
    expect(page.locator("main")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.parametrize(
    ("size", "theme"), list(zip(SIZES, ["dark", "light", "dark"], strict=True)), ids=str
)
def test_the_screen_is_for_everybody(opened: Opening, size: dict[str, int], theme: str) -> None:
    page = opened(viewport=size, color_scheme=theme)
    expect(page.locator("#today .board svg").first).to_be_visible()
    check(page)
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    links = page.locator("#start a:visible")
    assert links.count() == len(USUAL) + 1
    for link in links.all():
        box = link.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    if size["width"] == 375:
        box = page.locator("#today").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= size["height"]  # all choices without scrolling


@pytest.mark.parametrize("part", ["scripts", "data-connect4-7-6", "module-connect4-7-6"])
def test_a_damaged_file_says_so(opened: Opening, tmp_path: Path, part: str) -> None:
    damaged = re.sub(rf'(id="{part}">[^<]{{200}})[^<]{{8}}', r"\1AAAAAAAA", single())
    path = tmp_path / "damaged.html"
    path.write_text(damaged, encoding="utf-8")
    page = opened("#connect4-7-6", path=path)
    expect(page.locator("#opening")).to_contain_text("This file is damaged")


# Puzzles


def on_day(puzzle: Puzzle) -> datetime.date:
    """A day in 2026 or later whose puzzle it is."""
    day = datetime.date(2026, 1, 1)
    while daily(day) != puzzle:
        day += datetime.timedelta(days=1)
    return day


def answer(page: Page, game: pg.Game, move: str) -> None:
    if game.name == "sim":
        for dot in move.split("-"):
            target(page, f"Dot {dot}")
    elif game.name == "numerical":
        number, cell = move.split("@")
        page.locator("#board .tray button", has_text=re.compile(rf"^{number}$")).click()
        target(page, f"Cell {cell}")
    else:
        target(page, f"{'Column' if game.name == 'connect4' else 'Cell'} {move}")


@pytest.mark.parametrize("game", [pg.Sim(), pg.NumericalTicTacToe(), pg.ConnectFour()], ids=repr)
def test_the_puzzle_of_the_day_is_solved(opened: Opening, game: pg.Game) -> None:
    puzzle = puzzles(game)[0]
    page = opened(timezone_id="UTC", alone=True)
    page.clock.set_fixed_time(datetime.datetime.combine(on_day(puzzle), datetime.time(12)))
    page.reload()
    expect(page.locator("#today-task")).to_contain_text(game.title)
    page.locator("#today").click()
    expect(page.locator("#status")).to_have_text("Which move wins?")
    assert moves(page) == list(puzzle.moves)
    wrong = next(move for move in puzzle.position.moves if move != puzzle.solution)
    answer(page, game, wrong)
    expect(page.locator("#note")).to_contain_text(
        re.compile(r" is (an inaccuracy|a mistake|a blunder): ")
    )
    expect(page.locator("#status")).to_have_text("Not that one.")
    assert moves(page) == list(puzzle.moves)
    press(page, "Hint", "Hint")
    for move in in_doubt(puzzle):
        expect(page.locator("#note")).to_contain_text(re.split("[@]", move)[0])
    answer(page, game, puzzle.solution)
    expect(page.locator("#status")).to_have_text("Right!")
    assert moves(page) == [*puzzle.moves, puzzle.solution]
    press(page, "Next")
    expect(page.locator("#note")).to_contain_text(f"Puzzle 2 of {len(puzzles(game))}")
    page.reload()
    expect(page.locator("main")).to_be_visible()
    press(page, "More")
    expect(page.locator("#inside")).to_contain_text(f"1 of {len(puzzles(game))} solved")


def test_the_game_before_a_puzzle_waits(opened: Opening) -> None:
    page = opened("#connect4-7-6")
    target(page, "Column 4")
    expect(page.locator("#moves button")).to_have_count(2)
    before = moves(page)
    press(page, "More", "Puzzles")
    expect(page.locator("#status")).to_have_text("Which move wins?")
    press(page, "More", "New game", "Start")
    expect(page.locator("#inside")).to_contain_text("not finished")
    press(page, "Keep it", "Close")
    expect(page.locator("#moves button")).to_have_count(2)
    assert moves(page) == before


def test_a_solved_puzzle_can_be_played_on(opened: Opening) -> None:
    page = opened("#tictactoe")
    puzzle = puzzles(USUAL[1])[0]
    press(page, "More", "Puzzles")
    answer(page, USUAL[1], puzzle.solution)
    press(page, "Play on")
    expect(page.locator("#moves button")).to_have_count(len(puzzle.moves) + 2)


def test_the_days_have_the_puzzles_of_the_app(opened: Opening) -> None:
    """Except those of games that are not in the file."""
    page = opened(alone=True)
    expect(page.locator("#today .board svg").first).to_be_visible()
    order = days()
    begun = datetime.date(2026, 11, 28)
    line = [begun + datetime.timedelta(days=each) for each in range(40)]
    others = [day for day in line if daily(day).game not in USUAL]
    assert others
    for day in line[:3] + others[:3]:
        at = day.toordinal() % len(order)
        expected = next(each for each in order[at:] + order[:at] if each.game in USUAL)
        assert (daily(day) == expected) == (day not in others)
        page.clock.set_fixed_time(datetime.datetime.combine(day, datetime.time(12)))
        page.reload()
        expect(page.locator("#today-task")).to_contain_text(expected.game.title)


# Passed on


def saved(page: Page) -> Download:
    with page.expect_download() as waiting:
        press(page, "More", "Pass it on", "This game as a file")
    return waiting.value


def test_a_game_as_a_file_opens_with_the_game(opened: Opening, tmp_path: Path) -> None:
    """And so does that game, passed on once more."""
    page = opened("#connect4-7-6")
    target(page, "Column 3")
    expect(page.locator("#moves button")).to_have_count(2)
    played = moves(page)
    path = tmp_path / "passed.html"
    given = saved(page)
    assert given.suggested_filename == "connect4-7-6.html"
    given.save_as(path)
    friend = opened(path=path)
    expect(friend.locator("#moves button")).to_have_count(2)
    assert moves(friend) == played
    target(friend, "Column 5")
    expect(friend.locator("#moves button")).to_have_count(4)
    played = moves(friend)
    saved(friend).save_as(path)
    text, mark = path.read_text(encoding="utf-8"), "data-opens="
    assert text.count(mark) == 1 + single().count(mark)
    third = opened(path=path)
    expect(third.locator("#moves button")).to_have_count(4)
    assert moves(third) == played
    friend.locator(".home").click()
    expect(friend.locator("#start")).to_be_visible()  # the whole program came along


def test_it_can_be_passed_on_at_the_end(opened: Opening) -> None:
    page = opened("#tictactoe")
    press(page, "More", "New game")
    page.get_by_label("A friend here").check()
    press(page, "Start")
    for cell in ["1", "4", "2", "5", "3"]:
        target(page, f"Cell {cell}")
    page.locator(".tools").get_by_role("button", name="Pass it on").click()
    expect(page.locator("#dialog-title")).to_have_text("Pass it on")
    expect(page.locator("#inside")).not_to_contain_text("A challenge")


class Quiet(SimpleHTTPRequestHandler):
    """A web space."""

    def log_message(self, *_args: object) -> None:
        pass


@pytest.fixture
def space(tmp_path: Path) -> Iterator[ThreadingHTTPServer]:
    """A web space with the pages, on a free port."""
    for name, content in folder().items():
        (tmp_path / name).write_bytes(content)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def test_a_challenge_is_a_link_and_a_code(browser: Browser, space: ThreadingHTTPServer) -> None:
    context = browser.new_context(viewport=SIZES[0])
    page = context.new_page()
    page.goto(f"http://games.test:{space.server_port}/#connect4-7-6")
    target(page, "Column 4")
    expect(page.locator("#moves button")).to_have_count(2)
    played = moves(page)
    press(page, "More", "Pass it on", "A challenge")
    text = page.locator("#inside textarea").input_value()
    link = text.split()[-1]
    assert link.startswith(f"http://games.test:{space.server_port}/#ply1/c/connect4/7-6/")
    expect(page.locator("#inside .code")).to_be_visible()
    friend = context.new_page()
    friend.goto(link)
    expect(friend.locator("#dialog-title")).to_have_text("A challenge")
    press(friend, "Start")
    expect(friend.locator("#moves button")).to_have_count(2)
    assert moves(friend) == played
    assert friend.url.endswith("#connect4-7-6")
    context.close()


def test_codes_are_those_of_segno(opened: Opening, monkeypatch: pytest.MonkeyPatch) -> None:
    """For every size and mask. Segno fills a code that ends with a whole byte by one more."""
    monkeypatch.setattr(
        segno.encoder, "write_padding_bits", lambda bits, _, size: bits.extend([0] * (-size % 8))
    )
    page, chance = opened("#tictactoe"), random.Random(1)
    expect(page.locator("main")).to_be_visible()
    letters = string.ascii_letters + string.digits + "/:#%-.?=&"
    full = (14, 26, 42, 62, 84, 106, 122, 152, 180, 213)  # letters in codes of each size
    texts = ["".join(chance.choices(letters, k=size - each)) for size in full for each in (0, 7)]
    # Half of the masks for one text of a size, and half for the other.
    masks = [range(number % 2, 8, 2) for number in range(len(texts))]
    page.evaluate(f"void (globalThis.Code = {joined('browser/code.js')})")
    codes = page.evaluate(
        "all => all.map(([text, masks]) => masks.map((mask) => Code.rows(text, mask)))",
        [[text, list(each)] for text, each in zip(texts, masks, strict=True)],
    )
    for text, each, masked in zip(texts, masks, codes, strict=True):
        for mask, rows in zip(each, masked, strict=True):
            made = segno.make(
                text, error="m", micro=False, boost_error=False, mask=mask, mode="byte"
            )
            assert rows == [list(row) for row in made.matrix], (text, mask)
    best, known = page.evaluate(
        """text => [Code.rows(text),
            [0, 1, 2, 3, 4, 5, 6, 7].map((mask) => Code.rows(text, mask))]""",
        texts[-1],
    )
    assert best in known
    assert page.evaluate("Code.codeSvg('x'.repeat(214))") is None


# Without a network


def test_it_plays_when_its_server_is_gone(browser: Browser, space: ThreadingHTTPServer) -> None:
    context = browser.new_context(viewport=SIZES[0])
    page = context.new_page()
    address = f"http://127.0.0.1:{space.server_port}/"
    page.goto(address)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    manifest = page.evaluate(
        "fetch('play.webmanifest').then((found) => found.text()).catch(() => null)"
    )
    assert manifest is None  # the page itself may ask for nothing
    assert page.locator('link[rel="manifest"]').count() == 1
    space.shutdown()
    space.server_close()
    for place in (address, f"{address}{INDEX}", f"{address}#connect4-7-6"):
        other = context.new_page()
        other.goto(place)
        if "#" not in place:
            other.locator('#start a[href="#connect4-7-6"]').click()
        expect(other.locator("main")).to_be_visible()
    target(other, "Column 4")
    expect(other.locator("#moves button")).to_have_count(2)
    context.close()


def test_another_version_takes_the_place_of_the_old(
    browser: Browser, space: ThreadingHTTPServer, tmp_path: Path
) -> None:
    context = browser.new_context(viewport=SIZES[0])
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{space.server_port}/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    index = folder()[INDEX].decode().replace("Plyground</p>", "Another</p>", 1)
    for name, content in {INDEX: index.encode(), **beside([index])}.items():
        (tmp_path / name).write_bytes(content)
    taken = """navigator.serviceWorker.ready.then((registration) => new Promise((resolve) => {
        navigator.serviceWorker.oncontrollerchange = () => resolve(true);
        registration.update();
    }))"""
    assert page.evaluate(taken)
    page.reload()
    expect(page.locator("#start > header p")).to_have_text("Another")
    context.close()


def test_what_lies_beside_is_what_phones_ask_for() -> None:
    manifest = json.loads(folder()["play.webmanifest"])
    assert manifest["start_url"] == INDEX
    assert manifest["display"] == "standalone"
    assert {each["src"] for each in manifest["icons"]} <= set(folder())
