"""`Library`: the saved games of all visitors. Each method is one transaction."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.orm import Session

from plyground.web.store.errors import FullError
from plyground.web.store.kept import Kept, written
from plyground.web.store.models import SavedGame
from plyground.web.store.records import SavedGameRecord

GAMES_MOST = 20_000
"""Games that a visitor may keep."""


class Library(Kept):
    """Keeps games. Who knows a game's id may read it; only its owner may remove it."""

    @written
    def add(self, session: Session, games: Sequence[SavedGameRecord]) -> None:
        """Keep games of one owner. Raises FullError, and keeps none, if they would be too many."""
        if not games:
            return
        kept = session.scalar(select(func.count()).where(SavedGame.owner == games[0].owner)) or 0
        _check_room(kept, len(games))
        session.add_all(SavedGame(**vars(game), about=_about(game)) for game in games)

    @written
    def put(self, session: Session, game: SavedGameRecord) -> None:
        """Keep a game in place of the one of the same id and owner. Raises FullError."""
        mine = select(func.count()).where(SavedGame.owner == game.owner, SavedGame.id != game.id)
        _check_room(session.scalar(mine) or 0, 1)
        session.execute(
            delete(SavedGame).where(SavedGame.id == game.id, SavedGame.owner == game.owner)
        )
        session.add(SavedGame(**vars(game), about=_about(game)))

    def game(self, game_id: str) -> SavedGameRecord | None:
        """The game of this id, None if there is none."""
        with self._database.reading() as session:
            row = session.get(SavedGame, game_id)
            return None if row is None else _record(row)

    def find(
        self, owner: str, words: str = "", game: str = "", limit: int = 50, offset: int = 0
    ) -> tuple[int, list[SavedGameRecord]]:
        """How many games of this owner have all of these words, and some of them, the newest first.

        Words are looked for in players, result, date and the game's name; `game` is such a name.
        """
        meant = _meant(owner, words, game)
        newest = select(SavedGame).where(*meant).order_by(SavedGame.saved.desc(), SavedGame.id)
        with self._database.reading() as session:
            count = session.scalar(select(func.count()).select_from(SavedGame).where(*meant)) or 0
            rows = session.scalars(newest.limit(limit).offset(offset))
            return count, [_record(row) for row in rows]

    def texts(self, owner: str, words: str = "", game: str = "") -> list[str]:
        """The texts of all games that `find` would find, the oldest first."""
        texts = select(SavedGame.text).where(*_meant(owner, words, game))
        with self._database.reading() as session:
            return list(session.scalars(texts.order_by(SavedGame.saved, SavedGame.id)))

    @written
    def remove(self, session: Session, owner: str, ids: Collection[str]) -> int:
        """Forget games of this owner; how many there were is returned."""
        mine = select(SavedGame.id).where(SavedGame.owner == owner, SavedGame.id.in_(ids))
        found = list(session.scalars(mine))
        session.execute(delete(SavedGame).where(SavedGame.id.in_(found)))
        return len(found)


def _check_room(kept: int, more: int) -> None:
    if kept + more > GAMES_MOST:
        raise FullError(
            f"a library has room for {GAMES_MOST:,} games, and {kept:,} are in yours: "
            "export and delete some"
        )


def _meant(owner: str, words: str, game: str) -> list[ColumnElement[bool]]:
    meant = [SavedGame.owner == owner]
    if game:
        meant.append(SavedGame.game == game)
    about = SavedGame.about
    meant += [about.contains(word, autoescape=True) for word in words.lower().split()]
    return meant


def _about(game: SavedGameRecord) -> str:
    return " ".join((game.game, game.players, game.result, game.date)).lower()


def _record(row: SavedGame) -> SavedGameRecord:
    return SavedGameRecord(
        id=row.id,
        owner=row.owner,
        saved=row.saved,
        game=row.game,
        players=row.players,
        result=row.result,
        plies=row.plies,
        date=row.date,
        text=row.text,
    )
