"""`Tries`: what visitors have tried of the puzzles. Each method is one transaction."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from plyground.web.store.kept import Kept, written
from plyground.web.store.models import PuzzleTry
from plyground.web.store.records import TryRecord


class Tries(Kept):
    """Keeps tries, in the order in which they were made."""

    @written
    def add(self, session: Session, holder: str, made: TryRecord) -> None:
        """Keep a try of the visitor of this digest."""
        session.add(PuzzleTry(holder=holder, **vars(made)))

    def of(self, holder: str) -> list[TryRecord]:
        """All tries of a visitor."""
        made = select(PuzzleTry).where(PuzzleTry.holder == holder).order_by(PuzzleTry.number)
        with self._database.reading() as session:
            return [TryRecord(row.puzzle, row.result, row.day) for row in session.scalars(made)]
