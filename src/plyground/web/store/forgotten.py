"""`Forgotten`: the cookies that are accepted no more. Each method is one transaction."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from plyground.web.store.database import Kept, written
from plyground.web.store.models import FORGOTTEN
from plyground.web.store.sealing import sealed


class Forgotten(Kept):
    """Keeps marks of cookies, for as long as browsers keep those."""

    @written
    def add(self, connection: Connection, mark: str, at: float) -> None:
        """Keep a mark; `at` is the time in seconds."""
        connection.execute(delete(FORGOTTEN).where(FORGOTTEN.c.mark == mark))
        connection.execute(insert(FORGOTTEN), sealed(FORGOTTEN, {"mark": mark, "at": at}))

    @written
    def since(self, connection: Connection, at: float) -> frozenset[str]:
        """The marks that were kept since; those from before are deleted."""
        connection.execute(delete(FORGOTTEN).where(FORGOTTEN.c.at < at))
        return frozenset(connection.scalars(select(FORGOTTEN.c.mark)))
