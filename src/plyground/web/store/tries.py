"""`Tries`: the tries of visitors at puzzles. Each method is one transaction."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select

from plyground.analysis.puzzles import Try
from plyground.web.store.database import Kept, written
from plyground.web.store.models import PUZZLE_TRIES


class Tries(Kept):
    """Keeps tries, in the order in which they were made."""

    @written
    def add(self, connection: Connection, holder: str, made: Try) -> None:
        """Keep a try of the visitor with this digest."""
        connection.execute(insert(PUZZLE_TRIES).values(holder=holder, **vars(made)))

    def of(self, holder: str) -> list[Try]:
        """All tries of a visitor."""
        tries = PUZZLE_TRIES.c
        made = select(tries.puzzle, tries.result, tries.day).where(tries.holder == holder)
        with self._database.reading() as connection:
            return [Try(*row) for row in connection.execute(made.order_by(tries.number))]
