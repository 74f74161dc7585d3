"""Makes the pictures of the app in the documentation again: `python docs/pictures.py`.

It starts the app with its own games, visits it with Chromium, and writes PNG files to
docs/images. With `pages`, and names of some if not all are wanted, it takes every page at three
sizes in both themes and writes one sheet for each to docs/design. It needs what
requirements-dev.txt names, and Chromium.
"""

from __future__ import annotations

import io
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, get_args

from PIL import Image, ImageChops
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

IMAGES = Path(__file__).parent / "images"
SHEETS = Path(__file__).parent / "design"
BROWSERS = ("chromium", "chromium-headless-shell", "chromium-browser", "google-chrome")
SIZE: ViewportSize = {"width": 1200, "height": 800}
COLOURS = 255
PATIENCE = 300_000  # milliseconds: the first time, games are compiled

CONNECT_FOUR = "4 4 4 4 4 2 3 5 2 3 6 6 5"
REVIEWED = "4 4 4 4 4 2 3 5 2 3 6 6 5 2 3 3 5 5 7"
SIM = "0-1 3-4 1-2 0-5 2-3 1-4"

Scheme = Literal["light", "dark"]
WIDTHS = {"phone": (375, 667), "low": (812, 375), "wide": (1280, 800)}
SCALE = 0.6  # of the pictures on a sheet
MARGIN = 12


@contextmanager
def app() -> Iterator[str]:
    """The address of an app that runs meanwhile."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "plyground", "serve", "--host", "127.0.0.1"]
    with tempfile.TemporaryDirectory() as data:
        process = subprocess.Popen(
            [*command, "--port", str(port), "--data", data], stdout=subprocess.DEVNULL
        )
        try:
            for _ in range(600):
                try:
                    urllib.request.urlopen(f"{address}/api/games", timeout=1).close()
                    break
                except OSError:
                    time.sleep(0.1)
            yield address
        finally:
            process.terminate()
            process.wait()


def begin(page: Page, game: str, moves: str, *seats: str) -> None:
    """Begin a game after some moves."""
    query = "&".join(f"seat{number}={kind}" for number, kind in enumerate(seats))
    page.goto(f"/?game={game}&moves={moves.replace(' ', '+')}&{query}")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/room/*", timeout=PATIENCE)
    page.wait_for_selector("#board svg", timeout=PATIENCE)


def with_values(page: Page) -> None:
    """Show what moves are worth, and how the game stood."""
    page.wait_for_load_state("networkidle")  # then the page's script listens
    page.get_by_role("button", name="Values").click()
    page.wait_for_selector('#course[data-missing="0"]', state="attached", timeout=PATIENCE)
    page.wait_for_selector("#board .ply-value", timeout=PATIENCE)


def home(page: Page) -> None:
    """The first page, with a game to go on with."""
    begin(page, "sim", "0-1 3-4 1-2 0-5", "here", "computer")
    page.goto("/?game=connect4")
    page.wait_for_selector("#board svg", timeout=PATIENCE)
    page.wait_for_load_state("networkidle")  # then the small boards are there


def game_room(page: Page) -> None:
    """A game against the computer, with the values of all moves."""
    begin(page, "connect4", CONNECT_FOUR, "here", "computer")
    page.wait_for_selector('#table[data-my-turn="yes"]', timeout=PATIENCE)
    with_values(page)


def sim_room(page: Page) -> None:
    """A game of two people."""
    begin(page, "sim", SIM, "here", "here")
    with_values(page)


def run(page: Page, address: str, ended: bool = True) -> None:
    """The run that a form begins, to its end."""
    page.goto(address)
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/runs/*")
    if ended:
        page.wait_for_selector("[data-ended]", timeout=PATIENCE)


def simulation(page: Page) -> None:
    """Two computers, to the final result."""
    run(page, "/watch?game=connect4&pause=0&seed=1")


def boards(page: Page) -> None:
    """Nine boards side by side, on their way."""
    run(page, "/watch?game=connect4&boards=9&rounds=100&pause=0.1", ended=False)
    page.locator(".done", has_text=re.compile("[1-9][0-9]* of")).wait_for(timeout=PATIENCE)


def tournament(page: Page) -> None:
    """A tournament, to its end."""
    run(page, "/watch?kind=round+robin&game=connect4&rounds=10&seed=1&title=Spring+cup")


def fame(page: Page) -> None:
    """The hall of fame after a tournament."""
    tournament(page)
    page.goto("/watch/fame")
    page.wait_for_selector(".figures", timeout=PATIENCE)


def show(page: Page) -> None:
    """A show in a hall."""
    run(page, "/watch?game=connect4&rounds=100&pause=0.3", ended=False)
    page.get_by_role("link", name="Show for visitors").click(timeout=PATIENCE)
    page.locator("#shown-sentence", has_text="played").wait_for(timeout=PATIENCE)


def answer(page: Page) -> None:
    """What an experiment has found."""
    page.goto("/watch?experiment=depth-pruning")
    page.get_by_label("Games of each player").fill("20")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_selector("[data-ended]", timeout=PATIENCE)
    page.wait_for_selector(".drawn svg")


def glass_box(page: Page) -> None:
    """A search on its way, at a cut-off."""
    page.goto("/glassbox?game=tictactoe&moves=15264&algorithm=alphabeta&depth=3")
    page.get_by_text("Step 1 of").wait_for(timeout=PATIENCE)
    for _ in range(18):
        page.keyboard.press("ArrowRight")
    page.get_by_text("Step 19 of").wait_for()
    page.locator(".ask, .examples").evaluate_all("parts => parts.forEach(part => part.remove())")


PICTURES: dict[str, tuple[Scheme, Callable[[Page], None]]] = {
    "home": ("light", home),
    "room": ("light", game_room),
    "room-dark": ("dark", sim_room),
    "simulation": ("light", simulation),
    "glass-box": ("light", glass_box),
}


def won(page: Page) -> None:
    """The end of a game that a person has won."""
    begin(page, "connect4", "4 1 4 1 4 2", "here", "computer")
    page.locator('#board [data-site="18"]').click(force=True)
    page.wait_for_selector('#table[data-running="no"]', timeout=PATIENCE)
    page.wait_for_timeout(3000)


def review(page: Page) -> None:
    """The review of a game that went to and fro."""
    seats = [{"kind": "here"}, {"kind": "here"}]
    made = page.request.post("/api/rooms", data={"game": {"name": "connect4"}, "seats": seats})
    room = made.json()["id"]
    for ply, move in enumerate(REVIEWED.split()):
        page.request.post(f"/api/rooms/{room}/moves", data={"ply": ply, "move": move})
    page.goto(f"/room/{room}/review")
    page.wait_for_selector(".viewer:not([data-making])", timeout=PATIENCE)


def puzzle(page: Page) -> None:
    """The puzzle of today."""
    page.goto("/puzzles/daily")
    page.wait_for_load_state("networkidle")


def library(page: Page) -> None:
    """A saved game and one that goes on."""
    begin(page, "connect4", CONNECT_FOUR, "here", "here")
    page.get_by_role("button", name="More").click()
    page.locator("#sheet").get_by_role("button", name="Save").click()
    page.get_by_role("link", name="in your library").wait_for(timeout=PATIENCE)
    page.goto("/library")


def rules(page: Page) -> None:
    """The rules of Connect Four, when their board can be played on."""
    page.goto("/learn/rules/connect4")
    page.wait_for_selector(".trial .status", timeout=PATIENCE)
    page.wait_for_load_state("networkidle")


def play_style(page: Page) -> None:
    """What a person missed in two games."""
    games = [("1529463", "level:1", "human"), ("1259374", "human", "level:3")]
    page.goto("/library")
    page.get_by_text("Import games").click()
    page.locator("textarea").fill(
        "\n\n".join(
            f'[Game "tictactoe"]\n[Player1 "{one}"]\n[Player2 "{other}"]\n\n'
            + " ".join(f"{ply}. {move}" for ply, move in enumerate(moves, 1))
            + " *"
            for moves, one, other in games
        )
    )
    page.get_by_role("button", name="Import").click()
    page.get_by_text("2 games imported.").wait_for()
    page.goto("/play-style")
    page.get_by_role("button", name="Look through").click()
    page.get_by_text("This is what you missed").wait_for(timeout=PATIENCE)


def settings(page: Page) -> None:
    """The sheet of settings."""
    page.goto("/library")
    page.get_by_role("button", name="Settings").first.click()


def options(page: Page) -> None:
    """The sheet of options on the first page."""
    page.goto("/?game=sim")
    page.get_by_role("button", name="More").click()


def at(address: str) -> Callable[[Page], None]:
    """A page that needs no more than its address."""

    def visit(page: Page) -> None:
        page.goto(address)
        page.wait_for_load_state("networkidle")

    return visit


PAGES: dict[str, Callable[[Page], None]] = {
    "home": home,
    "options": options,
    "settings": settings,
    "game": game_room,
    "won": won,
    "sim": sim_room,
    "review": review,
    "play-style": play_style,
    "puzzles": at("/puzzles"),
    "puzzle": puzzle,
    "library": library,
    "watch": at("/watch?game=connect4"),
    "simulation": simulation,
    "boards": boards,
    "show": show,
    "tournament": tournament,
    "fame": fame,
    "experiment": at("/watch?experiment=depth-pruning"),
    "answer": answer,
    "glass-box": at("/glassbox?game=tictactoe&moves=15264&algorithm=alphabeta&depth=3#step=19"),
    "help": at("/help"),
    "learn": at("/learn"),
    "rules": rules,
    "chapter": at("/learn/chapters/perfect"),
    "perfect-games": at("/perfect"),
    "perfect": at("/perfect/connect4-7-6?at=9"),
    "own": at("/own"),
    "message": at("/message"),
    "alone": at("/alone?game=connect4"),
    "missing": at("/nowhere"),
}


def without_empty_end(picture: Image.Image) -> Image.Image:
    """The picture down to the last thing on it, and a margin."""
    ground = Image.new("RGB", picture.size, picture.getpixel((0, picture.height - 1)))
    box = ImageChops.difference(picture, ground).getbbox()
    return picture.crop((0, 0, picture.width, min(box[3] + 24 if box else 0, picture.height)))


def take(browser: Browser, address: str, name: str) -> None:
    """Take one picture."""
    scheme, visit = PICTURES[name]
    context = browser.new_context(
        base_url=address, viewport=SIZE, color_scheme=scheme, reduced_motion="reduce"
    )
    page = context.new_page()
    visit(page)
    page.mouse.move(0, 0)
    path = IMAGES / f"{name}.png"
    taken = without_empty_end(
        Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("RGB")
    )
    # A palette makes them a third as large, and nobody sees it.
    taken.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    context.close()
    print(f"{path}: {path.stat().st_size:,} bytes")


def sheet(browser: Browser, address: str, name: str) -> None:
    """Take a page at all sizes, the light ones above the dark ones, on one sheet."""
    rows = [
        [_seen(browser, address, PAGES[name], scheme, *size) for size in WIDTHS.values()]
        for scheme in get_args(Scheme)
    ]
    high = max(each.height for each in rows[0])
    width = MARGIN + sum(each.width + MARGIN for each in rows[0])
    whole = Image.new("RGB", (width, MARGIN + len(rows) * (high + MARGIN)), "#888888")
    for row, pictures in enumerate(rows):
        left = MARGIN
        for each in pictures:
            whole.paste(each, (left, MARGIN + row * (high + MARGIN)))
            left += each.width + MARGIN
    SHEETS.mkdir(exist_ok=True)
    path = SHEETS / f"{name}.png"
    whole.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    print(f"{path}: {path.stat().st_size:,} bytes", flush=True)


def _seen(
    browser: Browser,
    address: str,
    visit: Callable[[Page], None],
    scheme: Scheme,
    width: int,
    height: int,
) -> Image.Image:
    """What a person sees of a page at first."""
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": height},
        color_scheme=scheme,
        reduced_motion="reduce",
    )
    page = context.new_page()
    visit(page)
    page.wait_for_timeout(500)
    taken = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    context.close()
    return taken.resize((round(width * SCALE), round(height * SCALE)), Image.Resampling.LANCZOS)


def main() -> None:
    """Take all pictures, or those of all pages."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        sys.exit("the pictures are taken by Chromium: install it")
    with app() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        if sys.argv[1:2] == ["pages"]:
            for name in sys.argv[2:] or PAGES:
                sheet(browser, address, name)
        else:
            for name in PICTURES:
                take(browser, address, name)
        browser.close()


if __name__ == "__main__":
    main()
