"""A visitor's games, as the lists of them show them."""

from __future__ import annotations

import time

from plyground.position import Game, Position
from plyground.render.svg import svg
from plyground.web.boards import picture_of
from plyground.web.engine.compiling import Compiling
from plyground.web.games import title_of
from plyground.web.people import against
from plyground.web.store import RoomRecord
from plyground.web.words import cast_of, ended_text, game_of, is_cancelled

_STANDING = {"waiting": "Waiting for players to join", "running": "", "ended": ""}


def listed(record: RoomRecord, visitor: str) -> dict[str, str]:
    """A game in a list: what it is, against whom, how far it has come, and when it was begun."""
    game = game_of(record)
    count = len(record.start) + len(record.moves)
    moves = f"{count} move{'' if count == 1 else 's'}"
    begun = time.strftime("%d\N{NO-BREAK SPACE}%b", time.localtime(record.created)).lstrip("0")
    return {
        "id": record.id,
        "kind": "" if game is None else game.name,
        "title": title_of(record.game),
        "against": against(record, cast_of(record, game, visitor), visitor),
        "said": ended_text(record, visitor).rstrip(".") or _STANDING[record.status],
        "about": f"{moves} · {begun}",
    }


def small_board(record: RoomRecord, compiling: Compiling) -> str:
    """A game's board as it is now, as small SVG; empty while its rules are not compiled."""
    game = game_of(record)
    if game is None or not compiling.is_ready(game, "board"):
        return ""
    position = game.position((*record.start, *(each.move for each in record.moves)))
    return drawn_small(position, tuple(seat.colour for seat in record.seats))


def drawn_small(position: Position, colours: tuple[str | None, ...]) -> str:
    """A board in a list, as SVG."""
    return svg(picture_of(position, colours), size=64, variables=True)


def played(rooms: list[RoomRecord]) -> list[RoomRecord]:
    """These games without the invitations that were cancelled before anybody came."""
    return [each for each in rooms if not is_cancelled(each)]


def unfinished(mine: list[RoomRecord]) -> list[tuple[RoomRecord, Game]]:
    """The games that are not over, the newest first, without those that are not installed."""
    found = [(each, game_of(each)) for each in mine if each.status != "ended"]
    return [(record, game) for record, game in found if game is not None]


def to_go_on_with(mine: list[RoomRecord], visitor: str) -> list[tuple[RoomRecord, Game]]:
    """Those of them in which the visitor has a seat: computers play without anybody."""
    return [
        (record, game)
        for record, game in unfinished(mine)
        if any(seat.holder == visitor for seat in record.seats)
    ]
