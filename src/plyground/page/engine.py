"""The engine of a page: everything compiled that a game needs, as one WebAssembly module."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.kernel import Rules, array_at, compiled
from plyground.kernel.webassembly import Source
from plyground.page import review_entries, rules_entries
from plyground.position import Game
from plyground.search import SOLVABLE

_Entry = Callable[[Any, Any], int]


@dataclass(frozen=True)
class Entry:
    """Something that a page can ask: a compiled function (rules, desk) -> status."""

    name: str
    function: _Entry
    suits: Callable[[Game], bool] = lambda _game: True
    """The games whose modules have it."""


def _for_two(game: Game) -> bool:
    return game.players == SOLVABLE


ENTRIES = (
    Entry("start", rules_entries.start),
    Entry("look", rules_entries.look),
    Entry("play", rules_entries.play),
    Entry("key", rules_entries.key),
    Entry("canonical", rules_entries.canonical),
    Entry("cells", rules_entries.cells),
    Entry("deciding", rules_entries.deciding),
    Entry("estimate", rules_entries.estimate),
    Entry("seed", rules_entries.seed),
    Entry("perft", rules_entries.perft),
    Entry("walk", rules_entries.walk),
    Entry("grade", review_entries.grade, _for_two),
    Entry("height", review_entries.height, _for_two),
)
"""All entries; a page asks by their numbers in this order."""

_FRAME_WORDS = 8  # arrays of `max_moves` words in a step of the deepest search
_FRAME = 512  # bytes of a step besides
_LEAST_STACK = 1 << 17


def entries_of(game: Game) -> dict[str, int]:
    """The numbers of the entries that the module of a game has, by name."""
    return {entry.name: number for number, entry in enumerate(ENTRIES) if entry.suits(game)}


def engine_source(game: Game) -> Source:
    """What the module of a game is made of."""
    chain: Callable[..., int] = _unknown
    for entry, number in entries_of(game).items():
        chain = _either(number, ENTRIES[number].function, chain)
        assert ENTRIES[number].name == entry

    @compiled
    def serve(rules: Rules, which: int, address: int) -> int:
        return chain(rules, which, array_at(address, np.int64))

    return Source(serve, game.rules, stack_bytes(game))


def stack_bytes(game: Game) -> int:
    """The bytes that the deepest search of a game can take on the stack."""
    step = _FRAME_WORDS * 8 * game.max_moves + _FRAME
    return -(-(_LEAST_STACK + step * (game.max_plies + 2)) // 4096) * 4096


def _either(number: int, entry: _Entry, others: Callable[..., int]) -> Callable[..., int]:
    @compiled
    def either(rules: Rules, which: int, desk: Any) -> int:
        if which == number:
            return entry(rules, desk)
        return others(rules, which, desk)

    return either


@compiled
def _unknown(_rules: Rules, _which: int, _desk: Any) -> int:
    return -1
