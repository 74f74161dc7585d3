"""`Studies`: what visitors missed in their games. Each method is one transaction."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, delete, insert, select

from plyground.analysis.chances import RULES, PlayedGame
from plyground.web.store.database import Kept, written
from plyground.web.store.models import STUDIES
from plyground.web.store.sealing import sealed, whole


class Studies(Kept):
    """Keeps one study of each game of a visitor, by the end of the game's address."""

    @written
    def put(self, connection: Connection, holder: str, source: str, game: PlayedGame) -> None:
        """Keep a study, in place of an earlier one of the same game."""
        own = STUDIES.c
        same = (own.holder == holder, own.source == source)
        connection.execute(delete(STUDIES).where(*same))
        row = {"holder": holder, "source": source, "data": game.to_json()}
        connection.execute(insert(STUDIES), sealed(STUDIES, row))

    def of(self, holder: str) -> dict[str, PlayedGame]:
        """All studies of a visitor that are not out of date."""
        mine = select(STUDIES).where(STUDIES.c.holder == holder)
        with self._database.reading() as connection:
            found = connection.execute(mine).mappings()
            return {
                row["source"]: PlayedGame.from_json(row["data"])
                for row in whole(STUDIES, found)
                if row["data"].get("rules") == RULES
            }

    @written
    def forget(
        self, connection: Connection, holder: str, sources: Collection[str] | None = None
    ) -> None:
        """Delete all studies of a visitor, or only those of these games."""
        own = STUDIES.c.holder == holder
        if sources is not None:
            own &= STUDIES.c.source.in_(sources)
        connection.execute(delete(STUDIES).where(own))
