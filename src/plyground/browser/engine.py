"""The engine of a page: everything compiled that a game needs, as one WebAssembly module."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.analysis.merits import merits_entry
from plyground.analysis.why import account_entry
from plyground.browser import learned_entries, review_entries, rules_entries
from plyground.kernel import Rules, array_at, compiled
from plyground.kernel.webassembly import Source
from plyground.players.alphabeta import FullSearch
from plyground.players.by_rules import ByRules, entry_for
from plyground.players.compiled import CompiledPlayer, entry_name
from plyground.players.form import sample
from plyground.players.recipes import RECIPES
from plyground.players.registry import BUILT_IN
from plyground.position import Game, Ints
from plyground.position.home import Entry
from plyground.position.reasons import Kernel
from plyground.search import SOLVABLE, book_plies, exact_entries
from plyground.search.affordable import is_affordable
from plyground.search.alphabeta import search_position
from plyground.search.learning.weights import hash_games
from plyground.search.maxn import search_for_all
from plyground.search.mcts import sample_games

_Served = Callable[[Any, Any, Any], int]


@dataclass(frozen=True)
class Served:
    """Something that a page can ask: an entry, by its name."""

    name: str
    function: Entry | None
    suits: Callable[[Game], bool] = lambda _game: True
    """The games whose modules have it."""
    by_reasons: Callable[[Kernel], Entry] | None = None
    """Makes the entry of a game from the kernel of its reasons, in place of one for all games."""

    def entry_in(self, game: Game) -> Entry:
        """The entry of a game."""
        found = self.by_reasons(game.reasons.kernel) if self.by_reasons else self.function
        assert found
        return found


def _for_two(game: Game) -> bool:
    return game.players == SOLVABLE


def _for_more(game: Game) -> bool:
    return game.players != SOLVABLE


def _suits(kind: type[CompiledPlayer]) -> Callable[[Game], bool]:
    return lambda game: bool(sample(kind).suits(game))


def _has_book(game: Game) -> bool:
    return book_plies(game, shipped=True) >= 0


_ONE_FOR_ALL = [
    kind for kind in BUILT_IN if issubclass(kind, CompiledPlayer) and kind is not ByRules
]
"""The players that have the same entry in all games."""

ENTRIES = (
    Served("start", rules_entries.start),
    Served("look", rules_entries.look),
    Served("play", rules_entries.play),
    Served("key", rules_entries.key),
    Served("canonical", rules_entries.canonical),
    Served("cells", rules_entries.cells),
    Served("deciding", rules_entries.deciding),
    Served("estimate", rules_entries.estimate),
    Served("seed", rules_entries.seed),
    Served("perft", rules_entries.perft),
    Served("walk", rules_entries.walk),
    *(Served(entry_name(kind), kind.entry, _suits(kind)) for kind in _ONE_FOR_ALL),
    *(Served(ByRules.name, entry_for(each), each.suits) for each in RECIPES),
    Served("perfect", exact_entries.perfect, _for_two),
    Served("strongest", exact_entries.strongest, _for_two),
    Served("strongest", FullSearch.entry, _for_more),
    Served("open_book", exact_entries.open_book, _has_book),
    Served("solver_words", exact_entries.solver_words, _for_two),
    Served("solve_position", exact_entries.solve_position, _for_two),
    Served("values", exact_entries.values, _for_two),
    Served("search_position", search_position),
    Served("estimates", exact_entries.estimates),
    Served("account", None, by_reasons=account_entry),
    Served("merits", None, _for_two, by_reasons=merits_entry),
    Served("grade", review_entries.grade, _for_two),
    Served("height", review_entries.height, _for_two),
    Served("affordable", is_affordable),
    Served("search_for_all", search_for_all, _for_more),
    Served("sample_games", sample_games),
    Served("solve_within", exact_entries.solve_within, _for_two),
    Served("in_book", exact_entries.in_book, _has_book),
    Served("follow", rules_entries.follow),
    Served("fingerprint", hash_games),
)
"""All entries; a page asks by their numbers in this order."""

_OF_THE_RULES = ("start", "look", "play", "key", "canonical", "cells", "deciding", "estimate")
"""The entries that call the kernels of the rules and the heuristics, and little else."""

_FRAME_WORDS = 8  # arrays of `max_moves` words in a step of the deepest search
_FRAME = 512  # bytes of a step besides
_LEAST_STACK = 1 << 17

_UNKNOWN = -1


def entries_of(game: Game) -> dict[str, int]:
    """The numbers of the entries that the module of a game has, by name."""
    return {entry.name: number for number, entry in enumerate(ENTRIES) if entry.suits(game)}


def engine_source(game: Game) -> Source:
    """What the module of a game is made of."""
    return _source(game, tuple(entries_of(game).values()))


def rules_source(game: Game) -> Source:
    """What a module with the game's own kernels is made of, which is made in seconds."""
    found = entries_of(game)
    return _source(game, tuple(found[name] for name in _OF_THE_RULES))


def learned_source(game: Game) -> Source:
    """What the module of the player that has learned a game is made of; it has one entry."""
    entry = learned_entries.learned if _for_two(game) else learned_entries.learned_for_more

    @compiled
    def serve(rules: Rules, _which: int, address: int) -> int:
        return entry(rules, array_at(address, np.int64))

    return Source(serve, game.rules, stack_bytes(game))


def _source(game: Game, numbers: tuple[int, ...]) -> Source:
    chosen = _one_of([(number, ENTRIES[number].entry_in(game)) for number in numbers])

    @compiled
    def serve(rules: Rules, which: int, address: int) -> int:
        return chosen(rules, which, array_at(address, np.int64))

    return Source(serve, game.rules, stack_bytes(game))


def stack_bytes(game: Game) -> int:
    """The bytes that the deepest search of a game can take on the stack."""
    step = _FRAME_WORDS * 8 * game.max_moves + _FRAME
    return -(-(_LEAST_STACK + step * (game.max_plies + 2)) // 4096) * 4096


def _one_of(given: list[tuple[int, Entry]]) -> _Served:
    """One function (rules, which, desk) for entries by their numbers, eight in a step."""
    steps = [_of_eight(given[at : at + 8]) for at in range(0, len(given), 8)]
    chosen: _Served = _unknown
    for step, first in zip(steps, given[::8], strict=True):
        chosen = _from(first[0], step, chosen)
    return chosen


def _of_eight(given: list[tuple[int, Entry]]) -> _Served:
    spare = [(_UNKNOWN, _no_entry)] * (8 - len(given))
    (n0, e0), (n1, e1), (n2, e2), (n3, e3), (n4, e4), (n5, e5), (n6, e6), (n7, e7) = given + spare

    @compiled
    def one_of_eight(rules: Rules, which: int, desk: Ints) -> int:
        status = _UNKNOWN
        if which == n0:
            status = e0(rules, desk)
        elif which == n1:
            status = e1(rules, desk)
        elif which == n2:
            status = e2(rules, desk)
        elif which == n3:
            status = e3(rules, desk)
        elif which == n4:
            status = e4(rules, desk)
        elif which == n5:
            status = e5(rules, desk)
        elif which == n6:
            status = e6(rules, desk)
        elif which == n7:
            status = e7(rules, desk)
        return status

    return one_of_eight


def _from(first: int, step: _Served, before: _Served) -> _Served:
    @compiled
    def step_from(rules: Rules, which: int, desk: Ints) -> int:
        return step(rules, which, desk) if which >= first else before(rules, which, desk)

    return step_from


@compiled
def _no_entry(_rules: Rules, _desk: Ints) -> int:
    return _UNKNOWN


@compiled
def _unknown(_rules: Rules, _which: int, _desk: Ints) -> int:
    return _UNKNOWN
