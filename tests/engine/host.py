"""What a page's script does with a game's module, in Python and under wasmtime."""

import struct
from collections.abc import Sequence

import numpy as np

import plyground as pg
from plyground.browser.data import entry_of
from plyground.browser.engine import entries_of
from plyground.browser.modules import engine_module
from plyground.players.form import Option, options_of
from plyground.position.home import Module, Shipped
from plyground.search import control, shipped_book
from plyground.search.answers import NONE

NO_LIMIT = 1 << 62
_MEMORY = 64  # MiB for the exact solver, as a page has


class Host:
    """A module with a memory of its own: of all that a page asks, or of something else."""

    def __init__(self, game: pg.Game, shipped: Shipped | None = None) -> None:
        self.game = game
        self.home = Module(shipped or Shipped(engine_module(game), entries_of(game))).own()
        self.counted: list[int] = []
        self._solver = 0
        if "solver_words" in entries_of(game) and shipped is None:
            self.home.ask("solver_words", _MEMORY)
            (self._solver,) = self.home.answers(1)
            self.home.lend("solver", self._solver, keep=True)
            book = shipped_book(game)
            if book is not None:
                book.lend(self.home)

    def choose(self, player: pg.Player, position: pg.Position, chance: pg.Chance) -> str:
        """The move of a player, as the page's script asks for it."""
        kind = type(player)
        options = [
            _numbered(self.game, option, getattr(player, option.field))
            for option in options_of(kind)
            if option.kind != "player"
        ]
        usual = self.game.default_depth, self.game.heuristic_number(self.game.default_heuristic)
        given = [position.ply, *usual, *options, *kind.given(self.game)]
        if kind.name == "perfect":
            given.append(self._solver)
        if kind.name == "rules":
            given += [self.game.move_code(move) for move in position.history]
        nodes = getattr(player, "nodes", None) or NO_LIMIT
        answers = self.work(entry_of(kind), given, position.state, nodes, chance)
        if answers[0] == NONE:
            inner = getattr(player, "inner", pg.Perfect())
            return self.choose(inner, position, chance)
        return self.game.move_texts[answers[0]]

    def work(
        self,
        entry: str,
        given: Sequence[int],
        state: Sequence[int],
        nodes: int = NO_LIMIT,
        chance: pg.Chance | None = None,
    ) -> list[int]:
        """The answers of an entry that needs room; `chance` goes on where it stops drawing."""
        counters = np.zeros(64, np.int64)
        counters[control.NODE_LIMIT] = nodes
        drawn = None if chance is None else chance.state
        assert self.home.work(entry, given, state, counters, drawn) == 0
        self.counted = counters.tolist()
        return self.home.answers(12)


def _numbered(game: pg.Game, option: Option, value: object) -> int:
    """An option's value as a page writes it."""
    if value is None:
        return NONE
    if option.kind == "choice":
        return option.choices.index(str(value))
    if option.kind == "heuristic":
        return game.heuristic_number(str(value))
    if option.name == "seconds":
        return 1
    if isinstance(value, float):
        return int(struct.unpack("<q", struct.pack("<d", value))[0])
    return int(value)  # type: ignore[call-overload]
