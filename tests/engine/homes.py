"""The three homes of a module's entries: native code, wasmtime, and a page's engine in Node.js.

Each answers a `Question` with what it has written: the same words, as text keeps 64 bits.
"""

from __future__ import annotations

import base64
import functools
import gzip
import json
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import plyground as pg
from plyground.browser.data import page_game
from plyground.browser.engine import ENTRIES, entries_of
from plyground.browser.modules import engine_module
from plyground.browser.scripts import named
from plyground.position.desk import ANSWER, COUNTERS_ROOM, DESK_WORDS
from plyground.position.home import Instance, Module, Native, Shipped
from plyground.search import Book, control

MEMORY = 64  # MiB for the exact solver, as a page has
SOLVERS = {"perfect": 3, "values": 1, "solve_position": 1, "solve_within": 1}
"""The entries that get the exact solver's table, and the argument that says how large it is."""

PLAIN = {
    "start", "look", "play", "key", "canonical", "cells", "deciding", "estimate", "seed", "walk",
    "solver_words", "in_book", "affordable", "fingerprint", "grade", "height",
}  # fmt: skip
"""The entries that need no room."""

_COUNTED = {
    "nodes": control.NODES,
    "leaves": control.LEAVES,
    "cutoffs": control.CUTOFFS,
    "tableHits": control.TABLE_HITS,
    "depth": control.DEPTH,
}

Words = dict[str, list[int]]


@dataclass(frozen=True)
class Question:
    """What an entry is asked, and after how many positions a search stops."""

    entry: str
    given: tuple[int, ...]
    state: tuple[int, ...]
    chance: int
    nodes: int


@functools.cache
def _module(game: pg.Game) -> Module:
    return Module(Shipped(engine_module(game), entries_of(game)))


class Wasm(Instance):
    """A module under wasmtime that remembers how much room it has lent."""

    def __init__(self, game: pg.Game) -> None:
        self.lent: dict[str, int] = {}
        super().__init__(_module(game))

    def lend(self, name: str, count: int, *, empty: bool = True, keep: bool = False) -> None:
        self.lent[name] = count
        super().lend(name, count, empty=empty, keep=keep)


class Functions(Native):
    """The same entries as functions that Python calls."""

    def __init__(self, game: pg.Game) -> None:
        self.lent: dict[str, int] = {}
        own = {name: ENTRIES[number].entry_in(game) for name, number in entries_of(game).items()}
        super().__init__(game.rules, own)

    def lend(self, name: str, count: int, *, empty: bool = True, keep: bool = False) -> None:
        self.lent[name] = count
        super().lend(name, count, empty=empty, keep=keep)


def answers_of(
    home: Wasm | Functions, game: pg.Game, questions: Sequence[Question], book: Book | None = None
) -> Iterator[Words]:
    """The answers of a home that Python asks."""
    if questions[-1].entry in SOLVERS:
        home.ask("solver_words", MEMORY)
        home.lend("solver", home.answers(1)[0], keep=True)
    if book is not None:
        book.lend(home)
    for each in questions:
        yield _answer(home, game, each)


def _answer(home: Wasm | Functions, game: pg.Game, asked: Question) -> Words:
    chance = np.array([asked.chance], np.uint64)
    given = list(asked.given)
    if asked.entry in PLAIN:
        home.fill("state", asked.state)
        home.fill("chance", [asked.chance])
        home.fill("moves", [0] * room_for_moves(game))
        assert home.ask(asked.entry, *given) == 0
        return {
            "answers": home.answers(DESK_WORDS - ANSWER),
            "moves": _list(home, "moves", room_for_moves(game)),
            "chance": _list(home, "chance", 1),
            "words": _list(home, "words", 4),
            "state": _list(home, "state", len(asked.state)),
        }
    if asked.entry in SOLVERS:
        given[SOLVERS[asked.entry]] = home.lent["solver"]
    counters = np.zeros(COUNTERS_ROOM, np.int64)
    counters[control.NODE_LIMIT] = asked.nodes
    home.lent["results"] = 0
    assert home.work(asked.entry, given, asked.state, counters, chance) == 0
    return {
        "answers": home.answers(DESK_WORDS - ANSWER),
        "moves": _list(home, "moves", room_for_moves(game) + SPARE),
        "results": _list(home, "results", home.lent["results"]),
        "chance": _list(home, "chance", 1),
        "counted": [
            int(home.array("counters", COUNTERS_ROOM)[place]) for place in _COUNTED.values()
        ],
    }


def _list(home: Instance, name: str, count: int) -> list[int]:
    found: list[int] = home.array(name, count).tolist()
    return found


SPARE = 256
"""The words of `moves` that a page has besides: see SPARE in engine.js."""


def room_for_moves(game: pg.Game) -> int:
    """The words of `moves` that an entry of the rules may write."""
    return max(game.max_moves, len(game.board.sites))


class Page:
    """The engine of a new page."""

    def __init__(self, game: pg.Game, process: subprocess.Popen[str]) -> None:
        self._process, self._game = process, game
        self._say(
            {
                "script": named("browser/engine.js"),
                "data": page_game(game)["engine"],
                "module": base64.b64encode(_unpacked(game)).decode(),
            }
        )

    def _say(self, what: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(what) + "\n")
        self._process.stdin.flush()
        found: dict[str, Any] = json.loads(self._process.stdout.readline())
        return found

    def choose(self, position: pg.Position, player: str, nodes: int) -> str:
        """The move of a kind of player that has so many positions for it."""
        asked = {"moves": position.history, "player": {"name": player}, "nodes": nodes}
        move: str = self._say(asked)["move"]
        return move

    def answers(self, questions: Iterable[Question]) -> Iterator[Words]:
        """Its answers, as `answers_of` gives those of the others."""
        for each in questions:
            said = self._say(
                {
                    "entry": each.entry,
                    "works": each.entry not in PLAIN,
                    "given": _texts(each.given),
                    "state": _texts(each.state),
                    "chance": _texts([each.chance]),
                    "nodes": each.nodes,
                    "solver": SOLVERS.get(each.entry),
                    "most": room_for_moves(self._game),
                }
            )
            if "counted" in said:
                said["counted"] = [said["counted"][name] for name in _COUNTED]
            yield {name: [int(word) for word in words] for name, words in said.items()}


def _texts(words: Sequence[int]) -> list[str]:
    """Words as a script writes them: signed."""
    return [str((word + (1 << 63)) % (1 << 64) - (1 << 63)) for word in words]


def _unpacked(game: pg.Game) -> bytes:
    return gzip.decompress(engine_module(game))


@contextmanager
def node() -> Iterator[subprocess.Popen[str]]:
    """The process of pages, for as long as they are asked."""
    command = ["node", str(Path(__file__).with_name("page.mjs"))]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()
