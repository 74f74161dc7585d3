"""A visitor's games, as the lists of them show them."""

from __future__ import annotations

from plyground.games.registry import installed_game
from plyground.position import Game, PlygroundError
from plyground.web.games import title_of
from plyground.web.people import against
from plyground.web.store import RoomRecord
from plyground.web.words import cast_of, ended_text

_STANDING = {"waiting": "Waiting for players to join", "running": "Not over yet", "ended": ""}


def listed(record: RoomRecord, visitor: str) -> dict[str, str]:
    """A game in a list: what it is, against whom, and how far it has come."""
    return {
        "id": record.id,
        "title": title_of(record.game),
        "against": against(record, cast_of(record, game_of(record), visitor), visitor),
        "said": ended_text(record, visitor) or _STANDING[record.status],
    }


def unfinished(mine: list[RoomRecord]) -> list[tuple[RoomRecord, Game]]:
    """The games that are not over, the newest first, without those that are not installed."""
    found = [(each, game_of(each)) for each in mine if each.status != "ended"]
    return [(record, game) for record, game in found if game is not None]


def game_of(record: RoomRecord) -> Game | None:
    """The game of a room; None if it is no longer installed."""
    try:
        return installed_game(record.game)(**record.parameters)
    except (PlygroundError, TypeError):  # or it has other parameters now
        return None
