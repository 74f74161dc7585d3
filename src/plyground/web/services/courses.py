"""`Courses`: the values of a game after each ply, found while nobody else needs the machine.

The search goes backwards from the end of a game, because late positions are quickly solved and help
with earlier ones. Values are kept by position, for all visitors.
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
    moves_text,
    shared_solver,
)
from plyground.web.engine.work import Workers

SECONDS = 3.0
"""Seconds to find the value of one position; after that it is unknown."""

_MOMENT = 0.4  # seconds between two reports of what was found
_KEPT_MOST = 50_000  # positions

# What a player can force against all others.
_FORCED = {
    "win": "can force a good result",
    "draw": "can avoid losing",
    "loss": "can be forced to lose",
}

_Key = tuple[object, ...]


@dataclass(frozen=True)
class Known:
    """The value of a position for the player to move. `value` is None beyond the time limit."""

    value: Value | None


class Courses:
    """The values of positions found so far."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._known: OrderedDict[_Key, Known] = OrderedDict()
        self._spent: dict[_Key, float] = {}  # seconds, on positions that are still unknown

    def learn(self, position: Position, value: Value) -> None:
        """Keep a value that was found elsewhere."""
        self._keep(_key(position), Known(value if value.exact else None))

    def known(self, position: Position) -> Known | None:
        """What is known of a position before the end; None if nothing is known yet."""
        return self._known.get(_key(position))

    def missing(self, line: Sequence[Position]) -> int:
        """How many positions of a game are still to be solved."""
        return len(self._missing(line))

    def _missing(self, line: Sequence[Position]) -> list[Position]:
        return [each for each in line if not each.over and _key(each) not in self._known]

    async def go_on(self, line: Sequence[Position]) -> bool:
        """Solve some of them, for a moment, if the machine has nothing else to do.

        False if the game needs a table first, which is too much work when nobody waits for it.
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
    """The exact value of a position for two players; None if it takes more than these seconds."""
    if seconds <= 0:
        return None
    with shared_solver(position.game, control) as solver:
        value = Inquiry(solver, Limits(seconds=seconds), control).value(position)
    return value if value.exact else None


@dataclass(frozen=True)
class Stood:
    """The state of a game after a ply, for each player and in words."""

    heights: Heights
    text: str


def stood(position: Position, known: Known | None) -> Stood:
    """The state of a game, from what is known of its position."""
    value = known.value if known is not None else None
    at = f"After move {position.ply}" if position.ply else "At the start"
    return Stood(heights(position, value), f"{at}: {_text(position, known)}")


def _text(position: Position, known: Known | None) -> str:
    if position.outcome is not None:
        return str(position.outcome)
    if known is None:
        return "not yet searched"
    value, turn = known.value, position.turn
    if value is None:
        return "not known"
    if position.game.players != SOLVABLE:
        return f"player {turn + 1}, to move, {_FORCED[value.verdict]}"
    if value.verdict == "draw":
        return "a draw"
    winner = turn if value.verdict == "win" else 1 - turn
    return f"player {winner + 1} wins in {moves_text(value.plies or 0)}"


def course_text(given: Sequence[Stood]) -> str:
    """The course in words: where it turned."""
    said: list[str] = []
    before: object = None
    for each in given:
        sides = [None if height is None else (height > 0) - (height < 0) for height in each.heights]
        if sides != before:
            said.append(each.text)
        before = sides
    return ". ".join(said) + "."
