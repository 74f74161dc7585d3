"""`Recipe`, an ordered list of rules in words, and how to follow it.

Every rule looks at the moves that the rules before it have left, and leaves those it likes best.
Any move that the last rule leaves is as good as another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from plyground.position import Game, Position


@dataclass(frozen=True)
class Rule:
    """A rule: its name, its words for people, and the same as a function.

    `worth` takes what a player sees of a position, and a move. The moves of the greatest worth are
    left. After a rule that `ends` the game wherever it can, no further rule matters.
    """

    name: str
    words: str
    worth: Callable[[Any, int], int]
    ends: bool = False


@dataclass(frozen=True)
class Recipe:
    """The rules by which the player at `seat`, counted from 0, wins a game from its start.

    `terms` explain the words of the rules. `view` is what the rules see of a position; `suits` says
    whether it is a recipe for a game.
    """

    seat: int
    terms: tuple[str, ...]
    rules: tuple[Rule, ...]
    view: Callable[[Position], Any]
    suits: Callable[[Game], bool]

    def follow(self, position: Position) -> Followed:
        """The moves that the rules leave in a position that is not over."""
        view = self.view(position)
        codes, decided = list(position.codes), None
        for number, rule in enumerate(self.rules, 1):
            worths = [rule.worth(view, code) for code in codes]
            left = [
                code
                for code, worth in zip(codes, worths, strict=True)
                if worth == max(worths)
            ]  # fmt: skip
            if len(left) < len(codes):
                codes, decided = left, number
            if rule.ends and max(worths):
                break
        texts = position.game.move_texts
        return Followed(tuple(texts[code] for code in codes), decided)

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
