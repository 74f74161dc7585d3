"""`Kept`: what all parts of the store share: a database, and methods that write to it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from plyground.web.store.database import Database

P = ParamSpec("P")
T = TypeVar("T")
S = TypeVar("S", bound="Kept")


class Kept:
    """A part of what is kept in a database. Any thread may use it.

    Every method raises StoreError if the database cannot be used.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def soon(self, method: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What a method that writes returns, run in a thread that only writing uses."""
        return await self._database.soon(method, *args, **kwargs)


def written(
    method: Callable[Concatenate[S, Connection, P], T],
) -> Callable[Concatenate[S, P], T]:
    """Have the writes of a method done, and committed, before it returns."""

    @wraps(method)
    def run(kept: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return kept._database.write(lambda connection: method(kept, connection, *args, **kwargs))

    return run
