"""`Library`: the saved games of all visitors. Each method is one transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select

from plyground.web.errors import ConflictError
from plyground.web.store.database import Kept, written
from plyground.web.store.models import GAMES
from plyground.web.store.records import SavedGameRecord
from plyground.web.store.sealing import require_whole, sealed, whole

GAMES_MOST = 20_000
"""Games that a visitor may keep."""

IMPORTED_MOST, IMPORTED_SIZE = 2000, 5_000_000
"""The games of a visitor, and the characters of them, up to which more are taken in from texts."""

_TOGETHER = 10  # texts that are read at once: one may have a megabyte


class Library(Kept):
    """Keeps games. Anyone who knows the id of a game may read it; only its owner may remove it."""

    @written
    def add(
        self, connection: Connection, games: Sequence[SavedGameRecord], limited: bool = True
    ) -> None:
        """Keep games of one owner: all, or none, with ConflictError, if they would be too many."""
        if games and limited:
            _check_imports(connection, games)
        if games:
            connection.execute(insert(GAMES), [_row(game) for game in games])

    @written
    def put(self, connection: Connection, game: SavedGameRecord) -> None:
        """Keep a game in place of the one of the same id and owner. Raises ConflictError."""
        mine = GAMES.c.owner == game.owner
        _check_room(connection, 1, mine, GAMES.c.id != game.id)
        connection.execute(delete(GAMES).where(mine, GAMES.c.id == game.id))
        connection.execute(insert(GAMES), _row(game))

    def game(self, game_id: str) -> SavedGameRecord | None:
        """The game with this id; None if there is none. Raises DamagedError."""
        with self._database.reading() as connection:
            row = connection.execute(select(GAMES).where(GAMES.c.id == game_id)).mappings().first()
        return None if row is None else _record(require_whole(GAMES, row))

    def find(
        self, owner: str, words: str = "", game: str = "", limit: int = 50, offset: int = 0
    ) -> tuple[int, list[SavedGameRecord]]:
        """How many games of this owner have all of these words, and a page of them, the newest
        first. The words may be in the players, the result, the date and the game's name; `game` is
        such a name. Damaged ones are counted, and left out of the page.
        """
        meant = _meant(owner, words, game)
        newest = select(GAMES).where(*meant).order_by(GAMES.c.saved.desc(), GAMES.c.id)
        with self._database.reading() as connection:
            rows = connection.execute(newest.limit(limit).offset(offset)).mappings()
            return _count(connection, *meant), [_record(row) for row in whole(GAMES, rows)]

    def texts(self, owner: str, words: str = "", game: str = "") -> Iterator[str]:
        """The texts of all games that `find` would find, the oldest first, read as they are taken.

        Games that are removed meanwhile, or damaged, are left out.
        """
        ids = select(GAMES.c.id).where(*_meant(owner, words, game))
        with self._database.reading() as connection:
            found = connection.scalars(ids.order_by(GAMES.c.saved, GAMES.c.id)).all()
        parts = (found[at : at + _TOGETHER] for at in range(0, len(found), _TOGETHER))
        return (text for part in parts for text in self._texts_of(part))

    def _texts_of(self, ids: Sequence[str]) -> Sequence[str]:
        """The texts of these games, in the order of `texts`."""
        games = select(GAMES).where(GAMES.c.id.in_(ids)).order_by(GAMES.c.saved, GAMES.c.id)
        with self._database.reading() as connection:
            rows = connection.execute(games).mappings()
            return [str(row["text"]) for row in whole(GAMES, rows)]

    @written
    def remove(self, connection: Connection, owner: str, ids: Collection[str]) -> int:
        """Forget games of this owner. Returns how many there were."""
        mine = delete(GAMES).where(GAMES.c.owner == owner, GAMES.c.id.in_(ids))
        return connection.execute(mine).rowcount

    @written
    def forget(self, connection: Connection, owner: str) -> None:
        """Delete all games of this owner."""
        connection.execute(delete(GAMES).where(GAMES.c.owner == owner))


def _count(connection: Connection, *meant: ColumnElement[bool]) -> int:
    return connection.scalar(select(func.count()).select_from(GAMES).where(*meant)) or 0


def _check_room(connection: Connection, more: int, *others: ColumnElement[bool]) -> None:
    """Raise ConflictError if there is no room for these games."""
    kept = _count(connection, *others)
    if kept + more > GAMES_MOST:
        raise ConflictError(
            f"a library has room for {GAMES_MOST:,} games, and yours has {kept:,}: "
            "export and delete some"
        )


def _check_imports(connection: Connection, games: Sequence[SavedGameRecord]) -> None:
    """Raise ConflictError if these would be too many, or too long, with those that are there."""
    counted = select(func.count(), func.coalesce(func.sum(func.length(GAMES.c.text)), 0))
    kept, size = connection.execute(counted.where(GAMES.c.owner == games[0].owner)).one()
    size += sum(len(each.text) for each in games)
    if kept + len(games) > IMPORTED_MOST or size > IMPORTED_SIZE:
        raise ConflictError(
            f"games are imported up to {IMPORTED_MOST:,} games or {IMPORTED_SIZE // 1_000_000} MB "
            f"of a library; yours has {kept:,}, and these are {len(games):,}: import fewer, "
            "or export and delete some"
        )


def _meant(owner: str, words: str, game: str) -> list[ColumnElement[bool]]:
    meant = [GAMES.c.owner == owner]
    if game:
        meant.append(GAMES.c.game == game)
    about = GAMES.c.about
    return meant + [about.contains(word, autoescape=True) for word in words.lower().split()]


def _row(game: SavedGameRecord) -> dict[str, Any]:
    about = " ".join((game.game, game.players, game.result, game.date)).lower()
    return sealed(GAMES, {**vars(game), "about": about})


def _record(row: Mapping[str, Any]) -> SavedGameRecord:
    return SavedGameRecord(**{name: value for name, value in row.items() if name != "about"})
