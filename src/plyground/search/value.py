"""`Value`: what a position, or a move, is worth to a player; and the words for it.

Searches have numbers of their own, which are quick to compare: scores. What they found is passed
on as a `Value`, and `value_text` alone puts it into words. A score says of a position, for the
player who asked,

WIN - n       a win that takes n plies
-(WIN - n)    a loss that is put off for n plies
+-WIN         a win or a loss, whose distance was not asked for
otherwise     what a heuristic says, within +-HEURISTIC_MOST, or 0 for a draw

The exact solver's numbers have no room for estimates, and are small, so that two of them fit into
a table entry: `max_plies` + 1 - n for a win that takes n plies, the opposite for a loss, 0 for a
draw.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from plyground.position import Outcome, Position

Verdict = Literal["win", "draw", "loss", "unknown"]

TIES = ("next", "previous")
"""How ties are broken in the outcomes of max^n; `search.tables.values` says what they mean."""

# By the end of a game for a player: 1 good, 0 a draw, -1 bad.
VERDICTS: dict[int, Verdict] = {1: "win", 0: "draw", -1: "loss"}
ENDS = {1: "comes out well", 0: "gets a draw", -1: "loses"}
"""What a player gets, by the same."""


@dataclass(frozen=True)
class Value:
    """What a position, or a move, is worth to a player.

    The verdict is what best play makes of it, and it is proven; or it is "unknown".

    `plies` are those to the end of the game, the move itself counted, where the winner is quick and
    the loser slow. None where nobody knows, and for draws whose length depends on the play.

    `at_least` and `at_most` are proven limits, given where they are not equal: the worst that it
    can be, and the best. None is no limit.

    What is unknown may be estimated: by a heuristic, whose number is `score`, or by samples, which
    promise the share `expectation` of the point, 0 to 1, a draw being half a point.

    With more than two players the verdict is what `player`, whose value it is, can force against
    all others, `forced` is the same for each player, and `ends` are the outcomes by max^n, one for
    each of `TIES`.
    """

    verdict: Verdict
    plies: int | None = None
    at_least: Value | None = None
    at_most: Value | None = None
    score: int | None = None
    expectation: float | None = None
    player: int | None = None
    forced: tuple[Verdict, ...] = ()
    ends: tuple[Outcome, ...] = ()

    @property
    def exact(self) -> bool:
        """Whether it is proven and nothing that a search could find out is open."""
        return self.verdict != "unknown" and self.at_least is None and self.at_most is None

    @property
    def standings(self) -> tuple[int, int] | None:
        """How the game ends for the player by max^n, with the worse tie-break and the better one.

        1 is good, 0 a draw, -1 bad. None where there are no `ends`.
        """
        if self.player is None or not self.ends:
            return None
        found = [outcome.standing(self.player) for outcome in self.ends]
        return min(found), max(found)

    def to_json(self) -> dict[str, Any]:
        """The value as data: "value", which is the verdict, and "plies".

        If it is not known exactly also "at_least" and "at_most", which are null or of that form,
        and "score" or "expectation" where it is estimated. For more players "forced", "ends" and
        "player", who is numbered from 1.
        """
        data: dict[str, Any] = {"value": self.verdict, "plies": self.plies}
        if not self.exact:
            data["at_least"] = self.at_least and self.at_least.to_json()
            data["at_most"] = self.at_most and self.at_most.to_json()
        if self.score is not None:
            data["score"] = self.score
        if self.expectation is not None:
            data["expectation"] = self.expectation
        if self.forced:
            data["forced"] = list(self.forced)
            data["ends"] = [outcome.to_json() for outcome in self.ends]
            data["player"] = None if self.player is None else self.player + 1
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Value:
        """The value that such data stands for."""
        low, high = data.get("at_least"), data.get("at_most")
        player = data.get("player")
        return cls(
            data["value"],
            data["plies"],
            at_least=None if low is None else cls.from_json(low),
            at_most=None if high is None else cls.from_json(high),
            score=data.get("score"),
            expectation=data.get("expectation"),
            player=None if player is None else player - 1,
            forced=tuple(data.get("forced") or ()),
            ends=tuple(map(Outcome.from_json, data.get("ends") or ())),
        )

    def __str__(self) -> str:
        return value_text(self)


@dataclass(frozen=True)
class MoveValue:
    """A legal move, and what it is worth to the player who makes it, itself counted."""

    move: str
    value: Value
    code: int


def value_text(value: Value, brief: bool = False) -> str:
    """A value in words: "win in 5 plies", "draw", "+12", "62 %", "unknown (at least draw)".

    In `brief`, for tables and drawings, "win in 5".
    """
    if value.expectation is not None:
        return f"{100 * value.expectation:.0f} %"
    if value.score is not None:
        return f"{value.score:+}" if value.score else "0"
    if not value.exact:
        limits = [("at least", value.at_least), ("at most", value.at_most)]
        known = [f"{words} {value_text(limit, brief)}" for words, limit in limits if limit]
        return f"{value.verdict} ({', '.join(known)})" if known else value.verdict
    if value.ends:
        return _text_of_many(value, brief)
    if value.plies is None or value.verdict == "draw":
        return value.verdict
    return f"{value.verdict} in {value.plies if brief else plies_text(value.plies)}"


def plies_text(plies: int) -> str:
    """A number of plies in words."""
    return f"{plies} ply" if plies == 1 else f"{plies} plies"


def _text_of_many(value: Value, brief: bool) -> str:
    """A value to one of more than two players in words."""
    if brief:
        assert value.standings is not None
        worse = value.standings[0]
        same = value.verdict == VERDICTS[worse]
        return value.verdict if same else f"{value.verdict} ({ENDS[worse]})"
    ends = [outcome.verdict for outcome in value.ends]
    if len(set(ends)) > 1:
        ends = [f"{end} ({tie})" for end, tie in zip(ends, TIES, strict=True)]
        return f"{value.verdict}; by max^n: {', '.join(ends)}"
    return f"{value.verdict}; by max^n: {ends[0]}"


WIN = 1_000_000
"""The score of a win at once; a win n plies later scores n less, a loss the opposite."""

PROVEN = WIN // 2
"""Scores further from 0 are proven wins and losses."""

INFINITY = 2 * WIN
"""No score is further from 0."""


def proven(score: int) -> bool:
    """Whether a score is a win or a loss for certain."""
    return abs(score) > PROVEN


def plies_to_end(score: int) -> int:
    """How many plies a proven win or loss takes. Scores that leave distance aside give 0."""
    return WIN - abs(score)


def value_of_score(score: int, complete: bool = False) -> Value:
    """The value that a score stands for; one that is not proven is an estimate.

    If the search was `complete`, so that it saw the end of every line, that is a draw.
    """
    if proven(score):
        return Value("win" if score > 0 else "loss", plies_to_end(score) or None)
    return Value("draw") if complete else Value("unknown", score=score)


def value_of_bounds(position: Position, low: int, high: int) -> Value:
    """The value that proven limits stand for, numbers of the exact solver for a position.

    The game goes on in it. Limits that say nothing, such as a win in no plies at all, are left out.
    """
    most = position.game.max_plies + 1
    if low == high:
        return _exact(position, low)
    return Value(
        "win" if low > 0 else "loss" if high < 0 else "unknown",
        at_least=_exact(position, low) if low > 1 - most else None,
        at_most=_exact(position, high) if high < most - 1 else None,
    )


def _exact(position: Position, number: int) -> Value:
    game = position.game
    if number:
        return Value("win" if number > 0 else "loss", game.max_plies + 1 - abs(number))
    return Value("draw", game.max_plies - position.ply if game.draws_are_longest else None)
