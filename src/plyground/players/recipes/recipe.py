"""`Recipe`, an ordered list of rules in words, and how to follow it.

Every rule looks at the moves that the rules before it have left, and leaves those it likes best.
Any move that the last rule leaves is as good as another. The rules are compiled, so that a page
follows them too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from plyground.kernel import Rules, compiled, lightly, local_array
from plyground.position import Game, Ints, Position, State, as_words

NO_MOVE = -1

_VIEW = 16  # words: as many as the recipe that sees most needs


@dataclass(frozen=True)
class Rule:
    """A rule: its name, its words for people, and the same as a compiled function.

    `worth` takes what a player sees of a position, and a move. The moves of the greatest worth are
    left. After a rule that `ends` the game wherever it can, no further rule matters.
    """

    name: str
    words: str
    worth: Callable[[Ints, int], int]
    ends: bool = False


@dataclass(frozen=True)
class Recipe:
    """The rules by which the player at `seat`, counted from 0, wins a game from its start.

    `terms` explain the words of the rules. `see`, a compiled function, writes down what the rules
    see of a state; it takes the opponent's first move too, or NO_MOVE. `suits` says whether it is a
    recipe for a game.
    """

    seat: int
    terms: tuple[str, ...]
    rules: tuple[Rule, ...]
    see: Callable[[State, int, Ints], None]
    suits: Callable[[Game], bool]

    @cached_property
    def leave(self) -> Callable[[Any, State, int, Ints], tuple[int, int]]:
        """A compiled function of the game's rules, a state, the opponent's first move or NO_MOVE,
        and an array of `max_moves` words. It writes the moves that are left to the array; its
        answer is how many they are, and the number of the rule that decided, 0 for none.
        """
        see = self.see
        narrow: _Narrow = _all
        for number, rule in enumerate(self.rules, 1):
            narrow = _narrower(narrow, rule, number)

        @compiled
        def leave(rules: Rules, state: State, first: int, moves: Ints) -> tuple[int, int]:
            view = local_array(_VIEW, np.int64)
            see(state, first, view)
            count, decided, _ = narrow(view, moves, rules.moves(state, moves))
            return count, decided

        return leave

    def follow(self, position: Position) -> Followed:
        """The moves that the rules leave in a position that is not over."""
        game = position.game
        theirs = position.history[(position.ply + 1) % 2 :: 2]
        first = game.move_code(theirs[0]) if theirs else NO_MOVE
        moves = np.empty(game.max_moves, np.int64)
        with lightly():
            count, decided = self.leave(game.rules, as_words(position.state), first, moves)
        texts = game.move_texts
        return Followed(tuple(texts[code] for code in moves[:count]), decided or None)

    def spoken(self, number: int) -> str:
        """A rule as part of a sentence: "rule 3, Fourth side: Draw ..."."""
        rule = self.rules[number - 1]
        return f"rule {number}, {rule.name}: {rule.words}"


@dataclass(frozen=True)
class Followed:
    """What a recipe says in a position: the moves that it leaves, and the number of the last rule
    that left fewer moves than it found; None if no rule did.
    """

    moves: tuple[str, ...]
    decided: int | None


_Narrow = Callable[[Ints, Ints, int], tuple[int, int, int]]
"""Takes a view, and moves and their number. It moves those that are left to the front; its answer
is how many they are, the number of the rule that decided, and 1 if no further rule matters."""


@compiled
def _all(_view: Ints, _moves: Ints, count: int) -> tuple[int, int, int]:
    return count, 0, 0


def _narrower(before: _Narrow, rule: Rule, number: int) -> _Narrow:
    """One more rule after those before it."""
    worth, ends = rule.worth, rule.ends

    @compiled
    def narrow(view: Ints, moves: Ints, count: int) -> tuple[int, int, int]:
        left, decided, ended = before(view, moves, count)
        if ended:
            return left, decided, 1
        most = worth(view, moves[0])
        for i in range(1, left):
            most = max(most, worth(view, moves[i]))
        kept = 0
        for i in range(left):
            if worth(view, moves[i]) == most:
                moves[kept] = moves[i]
                kept += 1
        if kept < left:
            decided = number
        return kept, decided, 1 if ends and most > 0 else 0

    return narrow
