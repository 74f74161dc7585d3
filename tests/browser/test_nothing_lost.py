"""No move is lost, whatever happens to network, server and tabs. In a game that its page owns each
is in the game, or in the copy that a page has made of a stretch without a server. In a game by link
each is in the game, or the server has refused it in words.

`pytest -s` prints the figures. SEED=7 takes the course with that seed again.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Browser, Error, Page, Response, expect

import plyground as pg
from plyground.browser.modules import engine_module
from tests.browser.conftest import Server, running_server
from tests.browser.playing import Person, begin, join
from tests.browser.test_lost_packets import Lift
from tests.browser.test_owned import ready
from tests.until import until

pytestmark = [pytest.mark.browser, pytest.mark.compiled, pytest.mark.slow]

SEED = os.environ.get("SEED") or str(random.randrange(10**6))
GAMES, ACTS = 200, 40
ROOMS, ACTS_BY_LINK, KILLS = 100, 60, 30

OPENED = "() => performance.getEntriesByName('engine').length > 0"
WAITING = """() => Object.keys(localStorage).filter((name) => /:(game|move):/.test(name))
  .map((name) => name.split(":")[2])"""
MOVES = """[...document.querySelectorAll(".moves li")]
  .map((each) => each.innerText.split(/\\s+/).pop())"""
TAKEN = """document.getElementById("board").shadowRoot?.querySelectorAll(".ply-taken").length"""
# The moves that a person sees after a click that makes one, which may be on the board alone.
MOVE = f"""number => {{
  const before = {TAKEN};
  document.getElementById("board").shadowRoot?.querySelectorAll(".target")[number]?.click();
  return {TAKEN} > before ? [...{MOVES}.slice(0, before), String(number + 1)] : [];
}}"""
# The moves on view, as soon as a person has taken back; what the server says may come at any time.
BACK = f"""() => {{
  const before = {MOVES};
  document.querySelector("#back[aria-disabled=false], .tools form button:enabled")?.click();
  return [before, {MOVES}.length];
}}"""


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    engine_module(pg.TicTacToe())
    with running_server(tmp_path_factory.mktemp("data"), plays_in_pages=True) as running:
        yield running


Line = tuple[str, ...]


@dataclass
class Seen:
    """What people have seen of a game, and what the server has said of single moves."""

    lines: set[Line] = field(default_factory=set)
    gone: set[Line] = field(default_factory=set)
    clicks: set[tuple[int, str]] = field(default_factory=set)
    made: set[tuple[int, str]] = field(default_factory=set)
    course: list[tuple[object, ...]] = field(default_factory=list)
    refused: set[tuple[int, str]] = field(default_factory=set)

    def hear(self, answer: Response) -> None:
        """Note what the server says of a move."""
        if answer.url.endswith("/move") and answer.status < 500:
            sent = parse_qs(answer.request.post_data or "")
            found = self.made if answer.status == 200 else self.refused
            found.add((int(sent["ply"][0]), sent["text"][0]))
            self.course.append((answer.status, sent["ply"][0], sent["text"][0]))

    def take_back(self, before: Line, ply: int) -> None:
        """A person has wanted the moves of a line after some plies to go. If another tab makes the
        same moves at that time, nobody can tell which came first.
        """
        self.gone |= {before[:plies] for plies in range(ply + 1, len(before) + 1)}
        self.made = {
            (at, text) for at, text in self.made if at < ply or before[at : at + 1] != (text,)
        }

    def lost(self, kept: list[Line]) -> list[object]:
        """What is in none of these games, and has not been refused."""
        return [
            line
            for line in self.lines - self.gone
            if not any(each[: len(line)] == line for each in kept)
            and not any(move in self.refused for move in enumerate(line))
        ]


@dataclass
class Played:
    """A game on a device, its tabs, and how often one of them may have been without a server."""

    address: str
    tabs: list[Page]
    seen: Seen = field(default_factory=Seen)
    stretches: int = 1
    lift: Lift | None = None

    def __post_init__(self) -> None:
        self.tabs[0].context.on("response", self.seen.hear)

    def move(self, page: Page, number: int) -> None:
        """Click on a target of the board."""
        if line := tuple(page.evaluate(MOVE, number)):
            self.seen.lines.add(line)
            self.seen.clicks.add((len(line) - 1, line[-1]))
            self.seen.course.append(("move", self.tabs.index(page), " ".join(line)))

    def online(self) -> None:
        """Let everything through."""
        self.tabs[0].context.set_offline(False)
        if self.lift is not None:
            self.lift.leave()

    def act(self, what: str, page: Page) -> None:
        """Let something happen to the network or a tab."""
        self.seen.course.append((what, self.tabs.index(page)))
        if what == "offline":
            page.context.set_offline(True)
        elif what == "lift" and self.lift is not None:
            self.lift.enter()
        elif what == "online":
            self.online()
        elif what in ("reload", "tab", "close"):
            self.online()
            if what == "tab" and len(self.tabs) < 3:
                page = page.context.new_page()
                self.tabs.append(page)
                page.goto(self.address)
            elif what == "close" and len(self.tabs) > 1:
                self.tabs.remove(page)
                page.close()
            else:
                page.reload()
            self.stretches += 1


def shown(page: Page) -> list[str]:
    """The moves on view."""
    found: list[str] = page.evaluate(MOVES)
    return found


def kept(page: Page, address: str) -> list[str]:
    """The moves that the server has."""
    moves: list[str] = page.request.get(f"{address}/state").json()["moves"]
    return moves


def agrees(page: Page) -> bool:
    """Whether a page shows what the server has; not while it is on its way to a copy."""
    try:
        moves = kept(page, page.url)
        return shown(page) == moves and page.evaluate(TAKEN) == len(moves)
    except Error:
        return False


def agreed(page: Page, seen: Seen) -> None:
    """Wait until a page shows what the server has."""
    try:
        until(partial(agrees, page), 1000)
    except AssertionError:
        both = f"{shown(page)} on view, {page.evaluate(TAKEN)} on the board, {kept(page, page.url)}"
        said = page.inner_text("#warning")
        raise AssertionError(f"{page.url}: {both} kept, {said!r}, {seen.course}") from None


def act(chance: random.Random, game: Played, server: Server) -> None:
    """Let something happen to a game that its page owns."""
    page = chance.choice(game.tabs)
    what = chance.choices(
        ("move", "back", "offline", "online", "reload", "tab", "close", "kill"),
        (12, 2, 3, 1, 1, 1, 1, 0.5),
    )[0]
    if what == "move":
        game.move(page, chance.randrange(9))
    elif what == "back" and page.evaluate(OPENED):
        before, ply = page.evaluate(BACK)
        game.seen.take_back(tuple(before), ply)
        game.seen.course.append(("back", game.tabs.index(page), " ".join(before), ply))
    elif what == "offline":
        game.act(what, page)
        game.stretches += len(game.tabs)
    elif what == "kill":
        game.seen.course.append(("kill",))
        server.kill()
        server.start()
        game.stretches += len(game.tabs)
    else:
        game.act(what, page)


def waiting(page: Page) -> list[str]:
    """The games of which the browser has what the server lacks; the page may go to a copy."""

    def look() -> tuple[list[str]] | None:
        with suppress(Error):
            return (page.evaluate(WAITING),)
        return None

    (found,) = until(look)
    return found


def settled(game: Played) -> None:
    """Let all tabs have the server, and wait until none has anything that it lacks."""
    game.online()
    page = game.tabs[0].context.new_page()
    page.goto(game.address)
    game.tabs.append(page)
    page.wait_for_function(OPENED)
    while rooms := waiting(page):
        with suppress(Error):  # the page is on its way to a copy itself
            page.goto(f"/room/{rooms[0]}")  # which is saved when someone opens it
        page.wait_for_function(OPENED)
        saved = f"(room) => !({WAITING})().includes(room)"
        page.wait_for_function(saved, arg=rooms[0])


@pytest.mark.long
def test_no_move_is_lost(person: Person, server: Server) -> None:
    moves = copies = 0
    for number in range(GAMES):
        print(f"game {number}, SEED={SEED}:", end=" ", flush=True)
        chance = random.Random(f"{SEED} {number}")
        page = person(alone=True)
        begin(page, "tictactoe", "here", "here")
        ready(page)
        game = Played(page.url, [page])
        for _ in range(ACTS):
            with suppress(Error):  # the page is on its way to a copy
                act(chance, game, server)
        settled(game)
        mine = page.request.get("/library").text()
        rooms = {*re.findall(r"/room/[\w-]{16}", mine), re.sub(r".*(/room/)", r"\1", game.address)}
        lines = [tuple(kept(page, room)) for room in rooms]
        assert not game.seen.lost(lines), f"{game.seen.lost(lines)} {lines} {game.seen.course}"
        assert len(rooms) <= 1 + game.stretches
        for tab in game.tabs:
            if "/room/" not in tab.url:  # it was on its way to a copy, without a network
                tab.goto(game.address)
            agreed(tab, game.seen)
        moves, copies = moves + len(game.seen.lines), copies + len(rooms) - 1
        print(f"{len(game.seen.lines)} seen, {len(rooms) - 1} copies", flush=True)
        page.context.close()
    print(f"{GAMES} games, {GAMES * ACTS} acts, {moves} lines seen, lost: 0, {copies} copies")


# Games by link


def take_back(chance: random.Random, devices: list[Played]) -> None:
    """Let one person ask to take back, and the other agree, where all see the same game."""
    if not all(agrees(tab) for device in devices for tab in device.tabs):
        return
    one, other = (device.tabs[0] for device in chance.sample(devices, 2))
    before = tuple(kept(one, one.url))
    for page, what in ((one, "offer"), (other, "accept")):
        page.request.post(f"{page.url}/{what}", form={"text": "back"})
    ply = len(kept(one, one.url))
    devices[0].seen.course.append(("back", " ".join(before), ply))
    devices[0].seen.take_back(before, ply)


def act_by_link(chance: random.Random, devices: list[Played], server: Server, kills: bool) -> None:
    """Let something happen to a game by link."""
    device = chance.choice(devices)
    page = chance.choice(device.tabs)
    what = chance.choices(
        ("move", "back", "offline", "lift", "online", "reload", "tab", "close"),
        (14, 1, 1.5, 1.5, 3, 1, 1, 1),
    )[0]
    if kills:
        device.seen.course.append(("kill",))
        server.kill()
    if what == "move" or kills:
        for each in devices:
            each.move(chance.choice(each.tabs), chance.randrange(7))
    elif what == "back":
        take_back(chance, devices)
    else:
        device.act(what, page)
    if kills:
        server.start()


def settled_by_link(device: Played) -> None:
    """Let all tabs of a device have the server, and wait until it has what they sent."""
    device.online()
    page = device.tabs[0].context.new_page()
    device.tabs.append(page)
    page.goto(device.address)
    page.wait_for_function(f"() => !({WAITING})().length")


@pytest.mark.long
def test_no_move_by_link_is_lost(person: Person, browser: Browser, server: Server) -> None:
    """The server is killed some times in the course of all games."""
    made = clicks = refused = 0
    every = [(number, at) for number in range(ROOMS) for at in range(ACTS_BY_LINK)]
    kills = random.Random(SEED).sample(every, KILLS)
    for number in range(ROOMS):
        print(f"room {number}, SEED={SEED}:", end=" ", flush=True)
        chance = random.Random(f"{SEED} {number}")
        lift = Lift(server.port)
        ann, bob = person(alone=True), browser.new_context(base_url=lift.url).new_page()
        begin(ann, "connect4", "here", "link", name0="Ann")
        bob.goto(ann.url.replace(server.url, lift.url))
        join(bob, "Bob")
        expect(bob.locator(".seats")).to_contain_text("Bob (you)")
        seen = Seen()
        devices = [Played(ann.url, [ann], seen), Played(bob.url, [bob], seen, lift=lift)]
        for at in range(ACTS_BY_LINK):
            act_by_link(chance, devices, server, (number, at) in kills)
        for device in devices:
            settled_by_link(device)
        for tab in (tab for device in devices for tab in device.tabs):
            agreed(tab, seen)
        record = list(enumerate(kept(ann, ann.url)))
        said = f"{record} {seen.course}"
        assert not seen.lost([tuple(text for _, text in record)]), f"{seen.lines} {said}"
        assert seen.made <= {*record}, f"{seen.made} {said}"
        assert {*record} <= seen.clicks, said  # no move is made that nobody has made
        made, clicks, refused = (
            made + len(seen.made),
            clicks + len(seen.clicks),
            refused + len(seen.refused),
        )
        print(
            f"{len(record)} moves, {len(seen.clicks)} seen, {len(seen.refused)} refused", flush=True
        )
        for page in (ann, bob):
            page.context.close()
        lift.close()
    acts = ROOMS * ACTS_BY_LINK
    print(f"{ROOMS} rooms, {acts} acts, {KILLS} kills, {clicks} moves seen, {made} acknowledged,")
    print(f"{refused} refused in words, lost: 0")
