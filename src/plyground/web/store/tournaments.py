"""`Tournaments`: whose tournaments there are. Each method is one transaction."""

from __future__ import annotations

from dataclasses import fields

from sqlalchemy import Connection, delete, func, insert, select, update

from plyground.web.errors import ConflictError
from plyground.web.store.database import Kept, written
from plyground.web.store.models import TOURNAMENTS
from plyground.web.store.records import TournamentRecord

TOURNAMENTS_MOST = 50
"""Tournaments that a visitor may keep."""

_RECORDS = select(*(TOURNAMENTS.c[each.name] for each in fields(TournamentRecord)))
_NEWEST = (TOURNAMENTS.c.created.desc(), TOURNAMENTS.c.id)


class Tournaments(Kept):
    """Keeps whose they are. Anyone who knows the id of a tournament may look at it."""

    @written
    def add(self, connection: Connection, tournament: TournamentRecord) -> None:
        """Keep a new one. Raises ConflictError if its owner has as many as one may have."""
        own = TOURNAMENTS.c.owner == tournament.owner
        kept = connection.scalar(select(func.count()).select_from(TOURNAMENTS).where(own)) or 0
        if kept >= TOURNAMENTS_MOST:
            raise ConflictError(f"you have {kept} tournaments, the most there are: delete one")
        connection.execute(insert(TOURNAMENTS), vars(tournament))

    @written
    def put(self, connection: Connection, tournament: TournamentRecord) -> None:
        """Keep what has changed of one; nothing if it was deleted."""
        same = TOURNAMENTS.c.id == tournament.id
        connection.execute(update(TOURNAMENTS).where(same), vars(tournament))

    @written
    def remove(self, connection: Connection, tournament_id: str) -> None:
        """Forget one."""
        connection.execute(delete(TOURNAMENTS).where(TOURNAMENTS.c.id == tournament_id))

    def tournament(self, tournament_id: str) -> TournamentRecord | None:
        """The one of this id; None if there is none."""
        with self._database.reading() as connection:
            row = connection.execute(_RECORDS.where(TOURNAMENTS.c.id == tournament_id)).first()
        return None if row is None else TournamentRecord(*row)

    def of(self, owner: str) -> list[TournamentRecord]:
        """All of one owner, the newest first."""
        chosen = _RECORDS.where(TOURNAMENTS.c.owner == owner).order_by(*_NEWEST)
        with self._database.reading() as connection:
            return [TournamentRecord(*row) for row in connection.execute(chosen)]

    def newest(self, limit: int) -> list[TournamentRecord]:
        """The newest of all visitors, the newest first."""
        with self._database.reading() as connection:
            rows = connection.execute(_RECORDS.order_by(*_NEWEST).limit(limit))
            return [TournamentRecord(*row) for row in rows]
