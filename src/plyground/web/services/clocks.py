"""The clocks of a room's people: the time for the whole game, with some added after each move.

The clock of a person runs while it is their turn; the first move of each seat is free, so nobody
loses time before coming to the page. Computers have no clock. A turn that a restart of the server
interrupts begins again. A turn by link begins as many seconds later as the person's line needs, up
to `LAG_MOST`: a move is on its way for that long, as was the one before it. Like those of
`seating`, these are rules on values, and the time is given.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from plyground.web.errors import RefusedError
from plyground.web.services.seating import RoomState, changed
from plyground.web.store import ClockRecord, RoomRecord

MINUTES_MOST, ADDED_MOST = 180, 180
"""The most minutes for a game, and seconds added after a move."""

LAG_MOST = 1.0
"""Seconds of a turn that do not count on a slow line."""

_TENTHS_BELOW = 10.0  # seconds


@dataclass(frozen=True)
class Shown:
    """A clock as a page shows it, with the seconds left, and whether it runs."""

    text: str
    left: float
    runs: bool


def clock_of(minutes: float, added: float, players: int) -> ClockRecord:
    """The clocks of a new game. Raises RefusedError for times that are not accepted."""
    if not (0 < minutes <= MINUTES_MOST and 0 <= added <= ADDED_MOST):
        raise RefusedError(
            f"a clock has up to {MINUTES_MOST} minutes, and 0 to {ADDED_MOST} seconds after a move"
        )
    return ClockRecord(60 * minutes, added, (60 * minutes,) * players)


def timed(before: RoomState, after: RoomState, at: float) -> RoomState:
    """The room after a change at a time: one clock stops, and the next one begins to run."""
    old = before.record.clock
    if old is None:
        return after
    if before.position == after.position and _runs(before) == _runs(after):
        return changed(after, clock=old)
    left = list(old.left)
    mover = before.position.turn
    if old.since is not None:
        left[mover] = max(0.0, left[mover] - _spent(before, old.since, at))
    if len(after.record.moves) > len(before.record.moves) and before.seat.kind != "computer":
        left[mover] += old.added
    since = at if _runs(after) else None
    return changed(after, clock=replace(old, left=tuple(left), since=since))


def resumed(record: RoomRecord, at: float) -> RoomRecord:
    """A room as it goes on after a restart of the server: the turn begins again."""
    clock = record.clock
    if clock is None or clock.since is None:
        return record
    return replace(record, clock=replace(clock, since=at))


def runs_out(state: RoomState) -> float | None:
    """When the time of the player to move is up; None if no clock runs."""
    clock = state.record.clock
    if clock is None or clock.since is None:
        return None
    return clock.since + clock.left[state.position.turn] + _lag(state)


def shown(state: RoomState, seat: int, at: float) -> Shown | None:
    """The clock of a seat; None for a computer, and without clocks."""
    clock = state.record.clock
    if clock is None or state.record.seats[seat].kind == "computer":
        return None
    runs = clock.since is not None and state.running and state.position.turn == seat
    spent = _spent(state, clock.since, at) if runs and clock.since is not None else 0.0
    left = max(0.0, clock.left[seat] - spent)
    return Shown(text_of(left), left, runs)


def text_of(seconds: float) -> str:
    """Minutes and seconds, and tenths at the end: "3:07", "0:04.2"."""
    minutes, rest = divmod(seconds, 60)
    if seconds < _TENTHS_BELOW:
        return f"0:0{int(10 * rest) / 10:.1f}"
    return f"{int(minutes)}:{int(rest):02}"


def _lag(state: RoomState) -> float:
    """The seconds that do not count in the present turn."""
    return min(LAG_MOST, state.lag.get(state.seat.holder or "", 0.0))


def _spent(state: RoomState, since: float, at: float) -> float:
    """The seconds of the present turn that count."""
    return max(0.0, at - since - _lag(state))


def _runs(state: RoomState) -> bool:
    """Whether the clock of the player to move runs."""
    if not state.running or state.seat.kind == "computer":
        return False
    return any(move.seat == state.position.turn for move in state.record.moves)
