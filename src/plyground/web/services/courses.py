"""`Courses`: how games stood after each of their plies, found while nobody else needs the machine.

Values are looked for from the end of a game backwards, since what is near the end is quickly found
and helps with what comes before. They are kept, by position, for all who ask.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from plyground.analysis.course import Heights, heights
from plyground.position import Position
from plyground.search import (
    SOLVABLE,
    Control,
    Inquiry,
    Limits,
    Value,
    kept_table,
    plies_text,
    shared_solver,
)
from plyground.web.engine.work import Workers

SECONDS = 3.0
"""How long the value of one position is looked for; beyond, it is not known."""

_MOMENT = 0.4  # seconds after which what was found so far is shown
_KEPT_MOST = 50_000  # positions

# What a player can force against all others.
_FORCED = {
    "win": "can force a good end",
    "draw": "need not lose",
    "loss": "can be made to lose by the others",
}

_Key = tuple[object, ...]


@dataclass(frozen=True)
class Known:
    """What was found of a position, for the player to move. `value` is None beyond the limit."""

    value: Value | None


class Courses:
    """The values of positions, as far as they are found."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._known: OrderedDict[_Key, Known] = OrderedDict()
        self._spent: dict[_Key, float] = {}  # seconds, on what is not known yet

    def learn(self, position: Position, value: Value) -> None:
        """Keep what somebody found otherwise."""
        self._keep(_key(position), Known(value if value.exact else None))

    def known(self, position: Position) -> Known | None:
        """What is known of a position in which the game goes on; None if nothing yet."""
        return self._known.get(_key(position))

    def missing(self, line: Sequence[Position]) -> int:
        """How many positions of a game are still to be looked at."""
        return len(self._missing(line))

    def _missing(self, line: Sequence[Position]) -> list[Position]:
        return [each for each in line if not each.over and _key(each) not in self._known]

    async def go_on(self, line: Sequence[Position]) -> bool:
        """Look at some of them, for a moment, if the machine has nothing else to do.

        False if nothing can be told of this game until its table is made, which is too much for
        what nobody waits for.
        """
        can = True

        def find(control: Control) -> None:
            nonlocal can
            can = self._find(wanted, control)

        wanted = self._missing(line[::-1])
        if wanted:
            await self._workers.spare(find)
        return can

    def _find(self, wanted: Sequence[Position], control: Control) -> bool:
        begun, game = time.monotonic(), wanted[0].game
        if game.players != 2:
            table = kept_table(game)
            if table is None:
                return False
            for position in wanted:
                self._keep(_key(position), Known(table.value(position)))
            return True
        for position in wanted:
            if time.monotonic() - begun > _MOMENT:
                break
            key, at = _key(position), time.monotonic()
            left = SECONDS - self._spent.pop(key, 0.0)
            try:
                value = _value(position, left, control)
            except BaseException:
                self._spent[key] = SECONDS - left + time.monotonic() - at
                raise
            self._keep(key, Known(value))
        return True

    def _keep(self, key: _Key, known: Known) -> None:
        self._known[key] = known
        while len(self._known) > _KEPT_MOST:
            self._known.popitem(last=False)


def _key(position: Position) -> _Key:
    return position.game, position.ply, position.state


def _value(position: Position, seconds: float, control: Control) -> Value | None:
    """The exact value of a position between two; None if it cannot be told in so many seconds."""
    if seconds <= 0:
        return None
    with shared_solver(position.game, control) as solver:
        value = Inquiry(solver, Limits(seconds=seconds), control).value(position)
    return value if value.exact else None


@dataclass(frozen=True)
class Stood:
    """How a game stood after a ply, for each player, and in words."""

    heights: Heights
    text: str


def stood(position: Position, known: Known | None) -> Stood:
    """How a game stands, by what is known of its position."""
    value = known.value if known is not None else None
    at = f"After move {position.ply}" if position.ply else "At the start"
    return Stood(heights(position, value), f"{at}: {_text(position, known)}")


def _text(position: Position, known: Known | None) -> str:
    if position.outcome is not None:
        return str(position.outcome)
    if known is None:
        return "not looked at yet"
    value, turn = known.value, position.turn
    if value is None:
        return "not known"
    if position.game.players != SOLVABLE:
        return f"player {turn + 1}, to move, {_FORCED[value.verdict]}"
    if value.verdict == "draw":
        return "a draw"
    winner = turn if value.verdict == "win" else 1 - turn
    return f"player {winner + 1} wins in {plies_text(value.plies or 0)}"


def told(given: Sequence[Stood]) -> str:
    """The course in words: where it turned."""
    said: list[str] = []
    before: object = None
    for each in given:
        sides = [None if height is None else (height > 0) - (height < 0) for height in each.heights]
        if sides != before:
            said.append(each.text)
        before = sides
    return ". ".join(said) + "."
