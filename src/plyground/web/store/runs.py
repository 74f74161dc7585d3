"""`RunRecords`: whose runs there are. Each method is one transaction."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Select, delete, func, insert, select, update

from plyground.web.errors import ConflictError
from plyground.web.store.database import Kept, written
from plyground.web.store.models import RUNS
from plyground.web.store.records import RunRecord
from plyground.web.store.sealing import require_whole, sealed, whole

KEPT_MOST = 50
"""Runs that a visitor may keep for good."""

_RECORDS = select(RUNS)
_NEWEST = (RUNS.c.created.desc(), RUNS.c.id)


class RunRecords(Kept):
    """Keeps whose they are. Anyone who knows the id of a run may look at it."""

    @written
    def add(self, connection: Connection, run: RunRecord) -> None:
        """Keep a new one."""
        connection.execute(insert(RUNS), sealed(RUNS, vars(run)))

    @written
    def put(self, connection: Connection, run: RunRecord) -> None:
        """Keep what has changed of one; nothing if it was deleted. Raises ConflictError if it is to
        be kept for good and its owner has as many as one may have.
        """
        if run.kept:
            mine = (RUNS.c.owner == run.owner) & RUNS.c.kept & (RUNS.c.id != run.id)
            kept = connection.scalar(select(func.count()).select_from(RUNS).where(mine)) or 0
            was = connection.scalar(select(RUNS.c.kept).where(RUNS.c.id == run.id))
            if kept >= KEPT_MOST and not was:
                raise ConflictError(f"you keep {kept} runs, the most there are: delete one")
        connection.execute(update(RUNS).where(RUNS.c.id == run.id), sealed(RUNS, vars(run)))

    @written
    def remove(self, connection: Connection, run_id: str) -> None:
        """Forget one."""
        connection.execute(delete(RUNS).where(RUNS.c.id == run_id))

    def run(self, run_id: str) -> RunRecord | None:
        """The one of this id; None if there is none. Raises DamagedError."""
        with self._database.reading() as connection:
            row = connection.execute(_RECORDS.where(RUNS.c.id == run_id)).mappings().first()
        return None if row is None else RunRecord(**require_whole(RUNS, row))

    def of(self, owner: str) -> list[RunRecord]:
        """All of one owner, the newest first."""
        return self._found(_RECORDS.where(RUNS.c.owner == owner).order_by(*_NEWEST))

    def newest(self, limit: int) -> list[RunRecord]:
        """The newest of all visitors, the newest first."""
        return self._found(_RECORDS.order_by(*_NEWEST).limit(limit))

    def older(self, created: float) -> list[RunRecord]:
        """Those that nobody keeps, and that began before that time."""
        return self._found(_RECORDS.where((RUNS.c.created < created) & ~RUNS.c.kept))

    def _found(self, chosen: Select[Any]) -> list[RunRecord]:
        with self._database.reading() as connection:
            rows = connection.execute(chosen).mappings()
            return [RunRecord(**row) for row in whole(RUNS, rows)]
