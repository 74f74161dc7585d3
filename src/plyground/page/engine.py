"""The engine of a page: everything compiled that a game needs, as one WebAssembly module."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.kernel import Rules, array_at, compiled
from plyground.kernel.webassembly import Source, kept_module
from plyground.page import rules_entries
from plyground.position import CannotError, Game

_Entry = Callable[[Any, Any], int]


@dataclass(frozen=True)
class Entry:
    """Something that a page can ask: a compiled function (rules, desk) -> status."""

    name: str
    function: _Entry
    suits: Callable[[Game], bool] = lambda _game: True
    """The games whose modules have it."""


ENTRIES = tuple(
    Entry(function.__name__, function)
    for function in (
        rules_entries.start,
        rules_entries.look,
        rules_entries.play,
        rules_entries.key,
        rules_entries.canonical,
        rules_entries.cells,
        rules_entries.deciding,
        rules_entries.estimate,
        rules_entries.perft,
        rules_entries.walk,
    )
)
"""All entries; a page asks by their numbers in this order."""

_FRAME_WORDS = 8  # arrays of `max_moves` words in a step of the deepest search
_FRAME = 512  # bytes of a step besides
_LEAST_STACK = 1 << 17


def entries_of(game: Game) -> dict[str, int]:
    """The numbers of the entries that the module of a game has, by name."""
    return {entry.name: number for number, entry in enumerate(ENTRIES) if entry.suits(game)}


def engine_module(game: Game, on_compile: Callable[[str], None] | None = None) -> bytes:
    """The WebAssembly module of a game, compressed by gzip: kept from before, or made now.

    `on_compile` is called with the name of each function that is about to be compiled. Raises
    CannotError if the game has no kernel `cells`, TranslationError if its kernels cannot run in a
    page.
    """
    if "cells" not in game.rules.kernels:
        raise CannotError(
            f"the rules of {game.title} have no kernel cells, so no page can show its board"
        )
    return kept_module(engine_source, game, on_compile=on_compile)


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
