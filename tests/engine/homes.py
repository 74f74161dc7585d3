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
from plyground.browser import data
from plyground.browser.data import page_game
from plyground.browser.engine import ENTRIES, entries_of
from plyground.browser.modules import engine_module
from plyground.position.desk import ADDRESSES, ANSWER, ARGUMENT, DESK_WORDS
from plyground.position.home import Instance, Module, Shipped
from plyground.search import Book, control

SMALL = 2048  # words of each array that every entry may need
MEMORY = 64  # MiB for the exact solver, as a page has
SOLVERS = {"perfect": 3, "values": 1, "solve_position": 1, "best_move": 1, "solve_within": 1}
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


class Native(Instance):
    """The same entries as functions that Python calls, in arrays of its own."""

    def __init__(self, game: pg.Game) -> None:
        self._game, self._entries = game, entries_of(game)
        self._at = self._free = self._kept = 0
        self._counters = self._watched = None
        self.words = np.zeros(DESK_WORDS, np.int64)
        self.lent: dict[str, int] = {}
        self._arrays: dict[str, Any] = {}
        for name in ADDRESSES:
            self.lend(name, SMALL)

    def lend(self, name: str, count: int, *, empty: bool = True, keep: bool = False) -> None:
        self.lent[name] = count
        self._arrays[name] = np.zeros(count + 1, np.int64)
        self.words[ADDRESSES.index(name)] = self._arrays[name].ctypes.data

    def array(self, name: str, count: int, dtype: type[np.generic] = np.int64) -> Any:
        return self._arrays[name].view(dtype)[:count]

    def ask(self, entry: str, *arguments: int, then: str | None = None) -> int:
        self.words[ARGUMENT : ARGUMENT + len(arguments)] = arguments
        status = ENTRIES[self._entries[entry]].function(self._game.rules, self.words)
        return status if status or then is None else self.ask(then)


def answers_of(
    home: Wasm | Native, game: pg.Game, questions: Sequence[Question], book: Book | None = None
) -> Iterator[Words]:
    """The answers of a home that Python asks."""
    if questions[-1].entry in SOLVERS:
        home.ask("solver_words", MEMORY)
        home.lend("solver", home.answers(1)[0], keep=True)
    if book is not None:
        book.lend(home)
    for each in questions:
        yield _answer(home, game, each)


def _answer(home: Wasm | Native, game: pg.Game, asked: Question) -> Words:
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
    counters = np.zeros(64, np.int64)
    counters[control.NODE_LIMIT] = asked.nodes
    assert home.work(asked.entry, given, asked.state, counters, chance) == 0
    return {
        "answers": home.answers(DESK_WORDS - ANSWER),
        "moves": _list(home, "moves", game.max_moves),
        "results": _list(home, "results", home.lent["results"]),
        "chance": _list(home, "chance", 1),
        "counted": [int(home.array("counters", 64)[place]) for place in _COUNTED.values()],
    }


def _list(home: Instance, name: str, count: int) -> list[int]:
    found: list[int] = home.array(name, count).tolist()
    return found


def room_for_moves(game: pg.Game) -> int:
    """The words of `moves` that an entry of the rules may write."""
    return max(game.max_moves, len(game.board.sites))


class Page:
    """The engine of a new page."""

    def __init__(self, game: pg.Game, process: subprocess.Popen[str]) -> None:
        self._process, self._game = process, game
        self._say(
            {
                "script": str(Path(data.__file__).with_name("engine.js")),
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
