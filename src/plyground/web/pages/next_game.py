"""What a finished game leads to: the next opponent of its ladder, or another match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from plyground.players import AtLevel
from plyground.players.rated import Rated
from plyground.position import Game, Rung, ladder
from plyground.search import SOLVABLE
from plyground.web.pages import Visit
from plyground.web.people import rival
from plyground.web.services.seating import RoomState
from plyground.web.store import RoomRecord

_REMEMBERED = 200  # rooms that are looked through for opponents who were beaten


@dataclass(frozen=True)
class Climb:
    """How far a person has come on the ladder of a game's opponents."""

    record: RoomRecord
    rungs: tuple[Rung, ...]
    at: int
    """The one of them that was played."""
    seat: int
    """The opponent's."""
    won: bool
    beaten: frozenset[str]
    """The names of those whom the visitor has beaten, this one included."""

    @property
    def main(self) -> Rung | None:
        """Whom to play now that this one is beaten; None at the top, and after another end."""
        return self.rungs[self.at + 1] if self.won and self.at + 1 < len(self.rungs) else None

    @property
    def easier(self) -> Rung | None:
        """The one before; None for the first."""
        return self.rungs[self.at - 1] if self.at else None

    def fields(self, rung: Rung) -> list[tuple[str, str]]:
        """The form of a new game against one of them, with all else as it was."""
        found = same_game(self.record)
        for seat in self.record.seats:
            found.append((f"seat{seat.number}", seat.kind))
            found.append((f"name{seat.number}", seat.name))
        return [*found, (f"opponent-{self.seat + 1}", AtLevel(rung.number).text)]


async def climb(visit: Visit, state: RoomState, mine: Sequence[int]) -> Climb | None:
    """The ladder after a game of a person against one of its opponents; None for others."""
    record, game = state.record, state.game
    if record.ending is None or record.as_before or len(record.seats) != SOLVABLE or len(mine) != 1:
        return None
    seat = 1 - mine[0]
    rungs = ladder(game.levels)
    names = [each.level for each in rungs]
    met = rival(record, seat, game)
    if met not in names:
        return None
    won = record.ending.winner == mine[0]
    rooms = await visit.parts.rooms.rooms_of(visit.visitor, _REMEMBERED)
    beaten = {name for each in rooms for name in _beaten(each, game, visit.holder)}
    return Climb(
        record,
        rungs,
        names.index(met),
        seat,
        won,
        frozenset(beaten | {met.name} if won else beaten),
    )


def met_again(state: RoomState, mine: Sequence[int]) -> list[tuple[str, str]]:
    """The form of another match after one with an opponent of a rating; empty for other games."""
    record = state.record
    ratings = [seat for seat in record.seats if (seat.player or "").startswith(f"{Rated.name}:")]
    if record.ending is None or len(record.seats) != SOLVABLE or not ratings or len(mine) != 1:
        return []
    return same_game(record) + [(f"seat{seat.number}", seat.kind) for seat in record.seats]


def same_game(record: RoomRecord) -> list[tuple[str, str]]:
    """The fields of a new game's form for the game of a room."""
    values = [(name, str(value)) for name, value in record.parameters.items()]
    return [("game", record.game), *values]


def _beaten(record: RoomRecord, game: Game, holder: str) -> Iterator[str]:
    """The opponent whom a visitor has beaten in a room; nothing for any other room."""
    winner = None if record.ending is None else record.ending.winner
    if record.game != game.name or winner is None or record.seats[winner].holder != holder:
        return
    for seat in record.seats:
        met = rival(record, seat.number, game)
        if met is not None:
            yield met.name
