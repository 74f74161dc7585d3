"""`Tries`: the tries of visitors at puzzles. Each method is one transaction.

In an app for your own machine, `OwnTries` shares the file of `plyground puzzle`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ParamSpec, Protocol, TypeVar

from sqlalchemy import Connection, delete, insert, select

from plyground.analysis.puzzles import ProgressError, ProgressFile, Try
from plyground.web.errors import StoreError
from plyground.web.store.database import Kept, written
from plyground.web.store.models import PUZZLE_TRIES
from plyground.web.store.sealing import sealed, whole

P = ParamSpec("P")
T = TypeVar("T")


class KeepsTries(Protocol):
    """What keeps the tries of visitors."""

    async def soon(self, method: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What a method that writes returns."""

    def add(self, holder: str, made: Try) -> None:
        """Keep a try of the visitor with this digest."""

    def of(self, holder: str) -> list[Try]:
        """All tries of a visitor, in the order in which they were made."""

    def forget(self, holder: str) -> None:
        """Delete all tries of a visitor."""


class Tries(Kept):
    """Keeps tries, in the order in which they were made."""

    @written
    def add(self, connection: Connection, holder: str, made: Try) -> None:
        """Keep a try of the visitor with this digest."""
        row = sealed(PUZZLE_TRIES, {"holder": holder, **vars(made)})
        connection.execute(insert(PUZZLE_TRIES), row)

    def of(self, holder: str) -> list[Try]:
        """All tries of a visitor."""
        tries = PUZZLE_TRIES.c
        made = select(PUZZLE_TRIES).where(tries.holder == holder).order_by(tries.number)
        with self._database.reading() as connection:
            rows = connection.execute(made).mappings()
            return [
                Try(row["puzzle"], row["result"], row["day"]) for row in whole(PUZZLE_TRIES, rows)
            ]

    @written
    def forget(self, connection: Connection, holder: str) -> None:
        """Delete all tries of a visitor."""
        connection.execute(delete(PUZZLE_TRIES).where(PUZZLE_TRIES.c.holder == holder))


class OwnTries:
    """Keeps the tries of the one person who uses this machine: in the file of `plyground puzzle`,
    so that the terminal and the app know the same. Whatever browser they use, they are the same.
    """

    def __init__(self, file: ProgressFile, before: Tries) -> None:
        """`before` has the tries that a visitor made before there was one file."""
        self._file, self._before = file, before

    async def soon(self, method: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What a method that writes returns."""
        return await asyncio.to_thread(method, *args, **kwargs)

    def add(self, _holder: str, made: Try) -> None:
        """Keep a try. Raises StoreError if that is not possible."""
        try:
            self._file.add(made)
        except ProgressError as error:
            raise StoreError(str(error)) from None

    def of(self, holder: str) -> list[Try]:
        """All tries, those from before the file first. Raises StoreError."""
        try:
            return [*self._before.of(holder), *self._file.read().tries]
        except ProgressError as error:
            raise StoreError(str(error)) from None

    def forget(self, holder: str) -> None:
        """Delete all tries, and so the file. Raises StoreError if that is not possible."""
        try:
            self._file.path.unlink(missing_ok=True)
        except OSError as error:
            raise StoreError(f"{self._file.path} cannot be deleted: {error.strerror}") from None
        self._before.forget(holder)
