"""`CompiledPlayer`: a player whose choice is one compiled function, an entry.

An entry is a function (rules, desk) -> status, see `position.desk`. A page's engine asks it as
WebAssembly, so does Python where the game has a module, and elsewhere it runs natively: the player
is the same everywhere, to each draw of chance. Its arguments are

    the ply, the game's depth and heuristic by default
    the options of the player's form in their order: see `form.number_of`
    what the player is `given` of a game
    the codes of all moves played, if it `remembers` them

A time is for those who ask to keep; its argument says whether there is one. The answer is a choice:
see `search.answers`. Its move is NONE where another player is to choose: the inner one if the
player has one, else `perfect`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from plyground.kernel import Chance
from plyground.players.form import inner_option, number_of, options_of
from plyground.players.player import Choice, Player
from plyground.position import Game, Ints, Position, rated_by
from plyground.position.home import Entry, Instance, lent_home
from plyground.search import Control, Limits
from plyground.search.alphabeta import refused_estimates
from plyground.search.answers import CHOICE_WORDS, MANNERS, NONE, THOUGHT_WORDS, value_in
from plyground.search.control import CUTOFFS, LEAVES, TABLE_HITS
from plyground.search.results import TOO_LARGE


class CompiledPlayer(Player):
    """A player that an entry plays: `entry`."""

    remembers: ClassVar[bool] = False
    """Whether its entry gets the moves played."""

    entry: ClassVar[staticmethod[[Any, Any], int]]
    """The compiled function that chooses for it."""

    @classmethod
    def entry_in(cls, game: Game) -> Entry:  # noqa: ARG003
        """The same in a game."""
        return cls.entry

    def _choose(self, position: Position, chance: Chance, control: Control) -> Choice:
        own = [each.field for each in options_of(type(self)) if each.limit]
        limits = Limits(**{name: getattr(self, name) for name in own})
        drawn = chance.state.copy()
        choice = self._asked(position, chance, control, limits)
        control.check()
        if choice is None:
            return self._other()._choose(position, chance, control)
        if choice.depth == 0:  # its time was over, or it was told to finish, before its first ply
            chance.state[:] = drawn
            with control.last_look() as look:
                choice = self._asked(position, chance, look, Limits(), hurry=True)
            assert choice is not None
        return choice

    def _other(self) -> Player:
        """Who chooses where its entry leaves that to another player."""
        inner = inner_option(type(self))
        assert inner is not None
        other: Player = getattr(self, inner.field)
        return other

    def _asked(
        self,
        position: Position,
        chance: Chance,
        control: Control,
        limits: Limits,
        hurry: bool = False,
    ) -> Choice | None:
        """The choice of the entry, which takes its time from the first search on; None if another
        player is to choose. In a `hurry` it searches only until a moment is over.
        """
        game, name = position.game, entry_name(type(self))
        heuristic = getattr(self, "heuristic", None)
        rules = game.rules if heuristic is None else rated_by(game, heuristic)[0]
        given, limited = self._arguments(position), control.limited(limits)
        before = control.counters.copy()
        with lent_home(rules, name, self.entry_in(game)) as home:
            status = home.work(
                name, given, position.state, control.counters, chance.state, limited,
                hurry=hurry, whole=control.whole,
            )  # fmt: skip
            if status == TOO_LARGE:
                raise refused_estimates(game, heuristic or game.default_heuristic)
            return choice_in(home, game, control.counters - before, self.spoken)

    def _arguments(self, position: Position) -> list[int]:
        """What its entry gets."""
        game = position.game
        given = usual_arguments(position)
        for option in options_of(type(self)):
            if option.kind != "player":
                given.append(number_of(option, getattr(self, option.field), game))
        given += self.given(game)
        if self.remembers:
            given += [game.move_code(move) for move in position.history]
        return given

    @staticmethod
    def spoken(game: Game, rule: int) -> str:  # noqa: ARG004
        """The rule of this number in words, of a player that follows rules."""
        return ""


def choice_in(
    home: Instance,
    game: Game,
    spent: Ints | None = None,
    spoken: Callable[[Game, int], str] = CompiledPlayer.spoken,
) -> Choice | None:
    """The choice that an entry has answered with; None if another player is to choose. `spent` are
    the counts of its search.
    """
    move, *value, depth, length, rule, manner, count, at = home.answers(CHOICE_WORDS)
    if move == NONE:
        return None
    texts = game.move_texts
    line = home.array("moves", length).tolist()
    results = home.array("results", at + count * THOUGHT_WORDS).tolist() if count else []
    thoughts = (
        results[place : place + THOUGHT_WORDS] for place in range(at, len(results), THOUGHT_WORDS)
    )
    leaves, cutoffs, hits = (0, 0, 0) if spent is None else spent[[LEAVES, CUTOFFS, TABLE_HITS]]
    return Choice(
        texts[move],
        value=value_in(value),
        depth=None if depth == NONE else depth,
        pv=tuple(texts[code] for code in line),
        leaves=int(leaves),
        cutoffs=int(cutoffs),
        table_hits=int(hits),
        rule=spoken(game, rule),
        manner=MANNERS[manner],
        thoughts=tuple((texts[code], value_in(words)) for code, *words in thoughts),
    )


def usual_arguments(position: Position) -> list[int]:
    """The first arguments of every entry that chooses a move."""
    game = position.game
    return [position.ply, game.default_depth, game.heuristic_number(game.default_heuristic)]


def entry_name(kind: type[Player]) -> str:
    """The name of the entry for a kind of player."""
    return kind.name.replace("-", "_")
