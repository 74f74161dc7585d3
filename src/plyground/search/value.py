"""`Value`: the worth of a position or a move to a player; and the words for it.

Searches compare scores, which are numbers. Their results are passed on as a `Value`, and only
`value_text` puts a value into words. The score of a position, for the player at the root, is

WIN - n       a win that takes n plies
-(WIN - n)    a loss after n plies
+-WIN         a win or a loss of unknown distance
otherwise     an estimate, within +-HEURISTIC_MOST, or 0 for a draw

The exact solver's numbers have no room for estimates and are small, so that two of them fit into a
table entry: `max_plies` + 1 - n for a win in n plies, the negative for a loss, 0 for a draw.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from plyground.position import Outcome, Position

Verdict = Literal["win", "draw", "loss", "unknown"]

TIES = ("next", "previous")
"""How ties are broken in the outcomes of max^n; `search.tables.values` says what they mean."""

# By the result of a game for a player: 1 good, 0 a draw, -1 bad.
VERDICTS: dict[int, Verdict] = {1: "win", 0: "draw", -1: "loss"}
_RANKS: dict[Verdict, int] = {"win": 1, "draw": 0, "loss": -1, "unknown": -2}
SOON = 1000
"""The number of a win at once: see `Value.signed`."""
ENDS = {1: "comes out well", 0: "gets a draw", -1: "loses"}
"""A player's result, by the same numbers."""


@dataclass(frozen=True)
class Value:
    """The worth of a position or a move to a player.

    The verdict is the proven result with best play, or "unknown".

    `plies` are the plies to the end of the game, including the move itself, if the winner is quick
    and the loser slow. None if unknown, and for draws whose length depends on the play.

    `at_least` and `at_most` are proven limits, given if they differ: the worst and the best
    possible value. None is no limit.

    An unknown value may have an estimate: `score`, from a heuristic, or `expectation`, the expected
    share of a point from 0 to 1 by playouts, where a draw is half a point.

    With more than two players the verdict is what `player`, the owner of the value, can force
    against all others; `forced` is the same for each player; and `ends` are the outcomes by max^n,
    one for each of `TIES`.
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

    def __post_init__(self) -> None:
        if self.verdict not in _RANKS:
            raise ValueError(f"a verdict is {', '.join(_RANKS)}, and not {self.verdict!r}")
        if self.plies is not None and self.plies < 0:
            raise ValueError(f"a game ends in 0 plies or more, and not in {self.plies}")

    @property
    def signed(self) -> int | None:
        """A number that grows with the worth to the player: 1000 - n for a win in n plies, n - 1000
        for a loss, 0 for a draw; None unless the verdict is known, and for a win or loss whose
        plies are not.
        """
        if self.verdict in ("draw", "unknown"):
            return None if self.verdict == "unknown" else 0
        return None if self.plies is None else _RANKS[self.verdict] * (SOON - self.plies)

    def __lt__(self, other: Value) -> bool:
        """Whether it is worse for the player. From the worst on: unknown values, by their
        estimates; quick losses, slow losses; draws; slow wins, quick wins.
        """
        if not isinstance(other, Value):
            return NotImplemented
        return self._order < other._order

    @property
    def _order(self) -> tuple[float, ...]:
        rank, guess = _RANKS[self.verdict], self.expectation if self.score is None else self.score
        if self.verdict == "unknown":
            return rank, 0 if guess is None else guess
        slow = SOON if self.plies is None and rank > 0 else self.plies or 0
        return rank, -rank * slow

    @property
    def exact(self) -> bool:
        """Whether the value is proven, with nothing left for a search to find."""
        return self.verdict != "unknown" and self.at_least is None and self.at_most is None

    @property
    def standings(self) -> tuple[int, int] | None:
        """The end of the game for the player by max^n, with the worse and the better tie-break.

        1 is good, 0 a draw, -1 bad. None where there are no `ends`.
        """
        if self.player is None or not self.ends:
            return None
        found = [outcome.standing(self.player) for outcome in self.ends]
        return min(found), max(found)

    def to_json(self) -> dict[str, Any]:
        """The value as data: "value", which is the verdict, and "plies".

        If it is not known exactly, also "at_least" and "at_most", which are null or of the same
        form, and "score" or "expectation" if it is estimated. For more players also "forced",
        "ends" and "player", numbered from 1.
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
        """The value from such data."""
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
    """A legal move, and its value to the player who makes it; plies include the move."""

    move: str
    value: Value
    code: int


def value_text(value: Value, brief: bool = False, moves: bool = False) -> str:
    """A value in words: "win in 5 plies", "draw", "+12", "62 %", "unknown (no loss)".

    In `brief`, for tables and drawings, "win in 5". With `moves` lengths are counted as people do:
    "win in 3 moves".
    """
    if value.expectation is not None:
        return f"{100 * value.expectation:.0f} %"
    if value.score is not None:
        return f"{value.score:+}" if value.score else "0"
    if not value.exact:
        return _text_of_limits(value, brief, moves)
    if value.ends:
        return _text_of_many(value, brief)
    if value.plies is None or value.verdict == "draw":
        return value.verdict
    return f"{value.verdict} in {_length(value.plies, brief, moves)}"


_PLIES = r"(\d{1,6}) pl(?:y|ies)"
_PROVEN = re.compile(rf"(win|loss) in (?:(\d{{1,6}}) to )?{_PLIES}( at most| at least)?")
_UNKNOWN = re.compile(r"unknown \((no .+)\)")
_WITHIN = re.compile(rf"no (win|loss)(?: within {_PLIES})?")


def value_of_text(text: str) -> Value | None:
    """The value that `value_text` puts into these words, if they count plies or say what cannot
    happen; None for all others.
    """
    if found := _PROVEN.fullmatch(text):
        verdict: Verdict = "win" if found[1] == "win" else "loss"
        least, last, limit = found[2], Value(verdict, int(found[3])), found[4]
        if least is None and limit is None:
            return last
        first = None if least is None else Value(verdict, int(least))
        quick, slow = (last, None) if limit == " at least" else (first, last)
        low, high = (slow, quick) if verdict == "win" else (quick, slow)
        return Value(verdict, at_least=low, at_most=high)
    found = _UNKNOWN.fullmatch(text)
    known = [_WITHIN.fullmatch(part) for part in found[1].split(", ")] if found else []
    limits = {each[1]: each[2] for each in known if each}
    if not known or len(limits) < len(known):
        return None

    def limit_of(verdict: Verdict) -> Value | None:
        if verdict not in limits:
            return None
        plies = limits[verdict]
        return Value("draw") if plies is None else Value(verdict, int(plies) + 1)

    return Value("unknown", at_least=limit_of("loss"), at_most=limit_of("win"))


def _length(plies: int, brief: bool, moves: bool) -> str:
    if brief:
        return str(own_moves(plies) if moves else plies)
    return moves_text(plies) if moves else plies_text(plies)


def _text_of_limits(value: Value, brief: bool, moves: bool) -> str:
    """A value that is not known exactly, in words: "win in 3 to 9 plies", "unknown (no loss)"."""

    def counted(plies: int) -> str:
        return _length(plies, brief, moves)

    low, high = value.at_least, value.at_most
    if value.verdict == "unknown":
        known = []
        for limit, what in ((low, "no loss"), (high, "no win")):
            if limit is not None and limit.verdict == "draw":
                known.append(what)
            elif limit is not None and limit.plies is not None:
                known.append(f"{what} within {counted(limit.plies - 1)}")
        return f"unknown ({', '.join(known)})" if known else "unknown"
    quick, slow = (high, low) if value.verdict == "win" else (low, high)
    least, most = quick and quick.plies, slow and slow.plies
    if least and most and counted(least) != counted(most):
        return f"{value.verdict} in {_length(least, True, moves)} to {counted(most)}"
    if most:
        return f"{value.verdict} in {counted(most)} at most"
    return f"{value.verdict} in {counted(least)} at least" if least else value.verdict


def plies_text(plies: int) -> str:
    """A number of plies, in words."""
    return f"{plies} ply" if plies == 1 else f"{plies} plies"


def moves_text(plies: int) -> str:
    """The same as people count."""
    moves = own_moves(plies)
    return "1 move" if moves == 1 else f"{moves} moves"


def own_moves(plies: int) -> int:
    """A number of plies as people count, who count the moves of one side: every second ply."""
    return (plies + 1) // 2


def reach_text(depth: int) -> str:
    """How many plies a search has looked ahead, as people say it: each is a move on the board."""
    return "1 move" if depth == 1 else f"{depth} moves"


def _text_of_many(value: Value, brief: bool) -> str:
    """A value to one of more than two players, in words."""
    if brief:
        assert value.standings is not None
        worse = value.standings[0]
        same = value.verdict == VERDICTS[worse]
        return value.verdict if same else f"{value.verdict} ({ENDS[worse]})"
    ends = list(dict.fromkeys(outcome.verdict for outcome in value.ends))
    ties = ", depending on ties" if len(ends) > 1 else ""
    return f"{value.verdict} against all others; each for itself: {' or '.join(ends)}{ties}"


def hint_text(value: Value | None) -> str:
    """What a best move is worth, as an answer to a player who asks for a hint."""
    if value is None or value.verdict == "unknown":
        return "nothing is decided as far as I can see"
    if value.verdict == "draw":
        return "a draw with best play"
    when = "" if value.plies is None else f" in {plies_text(value.plies)}"
    if value.verdict == "win":
        return f"it wins{when}"
    return f"every move loses against best play{when and f', this one{when}'}"


WIN = 1_000_000
"""The score of an immediate win; a win n plies later scores n fewer points, a loss the negative."""

PROVEN = WIN // 2
"""Scores farther from 0 are proven wins and losses."""

INFINITY = 2 * WIN
"""No score is farther from 0."""


NO_PLIES = -1
"""Plies to the end that are unknown, where there is no None."""


def proven(score: int) -> bool:
    """Whether a score is a certain win or loss."""
    return abs(score) > PROVEN


def plies_to_end(score: int) -> int:
    """How many plies a proven win or loss takes; 0 for scores without distance."""
    return WIN - abs(score)


def value_of_score(score: int, complete: bool = False) -> Value:
    """The value for a score; without a proof it is an estimate.

    If the search was `complete`, so that it saw the end of every line, it is a draw instead.
    """
    if proven(score):
        return Value("win" if score > 0 else "loss", plies_to_end(score) or None)
    return Value("draw") if complete else Value("unknown", score=score)


def says_at_least(low: int, max_plies: int) -> bool:
    """Whether a lower limit, in the exact solver's numbers, is more than a loss in 0 plies."""
    return low > -max_plies


def says_at_most(high: int, max_plies: int) -> bool:
    """Whether an upper limit, in the exact solver's numbers, is less than a win in 0 plies."""
    return high < max_plies


def plies_of_number(number: int, max_plies: int, ply: int, draws_are_longest: bool) -> int:
    """The plies to the end at a value in the exact solver's numbers; NO_PLIES where they depend on
    the play.
    """
    if number:
        return max_plies + 1 - abs(number)
    return max_plies - ply if draws_are_longest else NO_PLIES


def value_of_bounds(position: Position, low: int, high: int) -> Value:
    """The value for proven limits of an ongoing position, in the numbers of the exact solver.

    Limits that say nothing, such as a win in 0 plies, are left out.
    """
    most = position.game.max_plies
    if low == high:
        return _exact(position, low)
    return Value(
        "win" if low > 0 else "loss" if high < 0 else "unknown",
        at_least=_exact(position, low) if says_at_least(low, most) else None,
        at_most=_exact(position, high) if says_at_most(high, most) else None,
    )


def _exact(position: Position, number: int) -> Value:
    game = position.game
    plies = plies_of_number(number, game.max_plies, position.ply, game.draws_are_longest)
    verdict: Verdict = "win" if number > 0 else "loss" if number < 0 else "draw"
    return Value(verdict, None if plies == NO_PLIES else plies)
