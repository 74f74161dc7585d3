"""Endings as data, in place of sentences; whether a room shows values.

The sentences that versions 1 and 2 kept are read here, and nowhere else. They are

    Draw!  DRAW!  Player 1 wins!  Player 1 Wins!  Player 1 lost!      by the rules
    NAME resigned; Player 2 wins!                                     two players
    NAME resigned                                                     more players, the last person

and so with "ran out of time" and "has left". A name is free text and may look like any of these, so
the end of a sentence decides. What the rules ended is played again; what cannot be understood is
kept as it is, with `how` "unknown". This file must not change: what it reads does not.
"""

import re
from typing import Any

import sqlalchemy as sa
from alembic import op

from plyground.games.registry import installed_game
from plyground.position import PlygroundError

revision = "0003"
down_revision = "0002"

_BY_RULES = re.compile(r"(?:Draw|DRAW|Player [0-9]+ (?:[wW]ins|lost))!")
_OF_TWO = re.compile(r"(.*); Player ([12]) wins!", re.DOTALL)
_BY_PEOPLE = re.compile(r"(.*) (resigned|ran out of time|has left)", re.DOTALL)
_HOW = {"resigned": "resigned", "ran out of time": "time", "has left": "left"}

_rooms = sa.table(
    "rooms",
    *(sa.column(name) for name in ("id", "game", "status", "reason")),
    *(sa.column(name, sa.JSON(none_as_null=True)) for name in ("parameters", "start", "ending")),
    sa.column("shows_values", sa.Boolean),
)
_seats = sa.table("seats", *(sa.column(name) for name in ("room", "number", "kind", "name")))
_moves = sa.table("moves", *(sa.column(name) for name in ("room", "ply", "move")))


def upgrade() -> None:
    """Put a column `ending` in place of `reason`, and add `shows_values`."""
    with op.batch_alter_table("rooms") as rooms:
        rooms.add_column(sa.Column("ending", sa.JSON))
        rooms.add_column(sa.Column("shows_values", sa.Boolean))
    connection = op.get_bind()
    connection.execute(sa.update(_rooms).values(shows_values=False))
    over = sa.select(_rooms).where(_rooms.c.status.in_(("ended", "aborted")))
    for room in connection.execute(over).all():
        ending = _ending(connection, room)
        changed = sa.update(_rooms).where(_rooms.c.id == room.id)
        connection.execute(changed.values(status="ended", ending=ending))
    with op.batch_alter_table("rooms") as rooms:
        rooms.alter_column("shows_values", existing_type=sa.Boolean, nullable=False)
        rooms.drop_column("reason")


def _ending(connection: sa.Connection, room: sa.Row[Any]) -> dict[str, Any]:
    if room.status == "aborted":
        return _data("aborted")
    if _BY_RULES.fullmatch(room.reason):
        found = _played_again(connection, room)
    else:
        chosen = sa.select(_seats).where(_seats.c.room == room.id).order_by(_seats.c.number)
        found = _by_people(room.reason, list(connection.execute(chosen)))
    return found or _data("unknown", reason=room.reason)


def _played_again(connection: sa.Connection, room: sa.Row[Any]) -> dict[str, Any] | None:
    """How the rules ended a game, by its moves; None if they did not, or cannot be played."""
    made = sa.select(_moves.c.move).where(_moves.c.room == room.id).order_by(_moves.c.ply)
    try:
        game = installed_game(room.game)(**room.parameters)
        outcome = game.position([*room.start, *connection.scalars(made)]).outcome
    except (PlygroundError, TypeError):
        return None
    if outcome is None:
        return None
    return _data("rules", outcome.winner, outcome.losers, outcome.reason, outcome.by_loss)


def _by_people(said: str, seats: list[sa.Row[Any]]) -> dict[str, Any] | None:
    """How people ended a game, by the sentence about it, read from its end."""
    of_two = _OF_TWO.fullmatch(said) if len(seats) == 2 else None
    sentence = _BY_PEOPLE.fullmatch(said if of_two is None else of_two[1])
    if sentence is None or (len(seats) == 2) != (of_two is not None):
        return None
    name, what = sentence.groups()
    how = _HOW[what]
    if of_two is not None:
        winner = int(of_two[2]) - 1
        return _data(how, winner, (1 - winner,), by=1 - winner)
    # Computers had taken over for all but the last person, whose going ended the game.
    people = [seat.number for seat in seats if seat.kind != "computer"]
    called = [seat.number for seat in seats if (seat.name or f"Player {seat.number + 1}") == name]
    for found in (people, called):
        if len(found) == 1:
            return _data(how, None, (found[0],), by=found[0])
    return _data(how, reason=said)


def _data(
    how: str,
    winner: int | None = None,
    losers: tuple[int, ...] = (),
    reason: str = "",
    by_loss: bool = False,
    by: int | None = None,
) -> dict[str, Any]:
    return {
        "how": how,
        "winner": winner,
        "losers": list(losers),
        "by": by,
        "by_loss": by_loss,
        "reason": reason,
    }
