"""What the script of a game's page gets as data: how the game is, and what its table needs."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import lru_cache
from typing import Any

from plyground.browser.data import inner_kinds, page_player
from plyground.browser.geometry import geometry, plain, shown
from plyground.browser.pages import table_data, usual_computer
from plyground.browser.phrases import phrases
from plyground.players import AtLevel, Choice, External, Player, PlayerError, parse_player
from plyground.players.form import inner_option
from plyground.players.rated import Rated
from plyground.position import Game, Position
from plyground.web.boards import board_svg, picture_of
from plyground.web.pages import Visit
from plyground.web.pages.found import found_data
from plyground.web.pages.next_game import climb, met_again, same_game
from plyground.web.people import title
from plyground.web.services import seating
from plyground.web.services.rooms import Room
from plyground.web.store import SeatRecord
from plyground.web.words import Words, cast_of, ended_words, level_of, met

Known = tuple[int, str]
"""The plies that a page has, and their mark."""


@lru_cache(maxsize=1000)
def computer_data(text: str, game: Game) -> dict[str, Any]:
    """A computer for a page, which takes it as the text of JSON: see `Computer` in app_table.js."""
    name, player = met(text, game), None
    with suppress(PlayerError):  # it is a program, or not known any more
        player = parse_player(text, kept=True)
    assert name is not None
    rated = text.startswith(f"{Rated.name}:")  # its figures are for those who look for them
    level = level_of(text, game)
    return {
        "called": {"short": name.short, "full": name.short if rated else name.full},
        "player": (player and _has_cells(game) and page_player(player, game)) or None,
        "kind": External.name if text.startswith(External.name) else _kind(player),
        "level": AtLevel(game.levels.index(level) + 1).text if level in game.levels else "",
    }


def _kind(player: Player | None) -> str:
    """The name of the kind that chooses, inside another player if need be; empty for none."""
    while player is not None and (inner := inner_option(type(player))) is not None:
        player = getattr(player, inner.field)
    return "" if player is None else player.name


def owns(visit: Visit, room: Room) -> bool:
    """Whether the visitor's page plays the game of a room, and the server only keeps it."""
    return room.state.record.owner == visit.holder and visit.parts.rooms.is_played_by_page(room)


def words_of(visit: Visit, room: Room) -> Words:
    """The words of a room's game for the visitor."""
    record, game = room.state.record, room.state.game
    return Words(game, record.as_before, cast_of(record, game, visit.holder))


async def room_state(
    visit: Visit, room: Room, owned: bool, refused: str = "", known: Known | None = None
) -> dict[str, Any]:
    """What a page shows of a game, and does not find out by itself.

    "owned" says whether the page plays the game, see `owns`, and "key" by which engine. "version"
    is that of all this; "moves" are those played so far, from the empty board, "start" of them
    before the game. "found" has what computers found, by the plies before their moves. "seats" has
    "here" for the visitor, "" for others, or a computer; "names" what people call themselves. A
    computer "thinks" on the server now, "searches" the whole game before the first move as its old
    program did, or is "stopped" until someone lets it go on, also by some "trouble". What was asked
    for is "refused" for a reason. "ended" says how the game ended where its rules have not.
    "fields" are those of a new game's form, "beaten" the opponents whom the visitor has beaten;
    after a "match" by ratings there is another one. A page that does not play the game has more of
    it: see `_of_the_server`.
    """
    state, version = room.state, room.version
    record, game = state.record, state.game
    cast, mine = cast_of(record, game, visit.holder), state.seats_of(visit.holder)
    engine = visit.parts.rooms.page_engine(room)
    climbed = await climb(visit, state, mine)
    levels = () if climbed is None else climbed.rungs
    match = met_again(state, mine)
    seats = [(f"seat{each.number}", each.kind) for each in record.seats]
    names = [(f"name{each.number}", each.name) for each in record.seats]
    by_rules = record.ending is None or record.ending.how == "rules"
    return {
        "owned": owned,
        "key": "" if engine is None else engine.key,
        "version": version,
        "running": state.running,
        "thinks": room.thinking is not None,
        "searches": room.searches,
        "stopped": state.paused or bool(state.trouble),
        "start": len(record.start),
        "moves": state.position.history,
        "found": {
            each.ply: found_data(Choice.from_json(each.details), game)
            for each in record.moves
            if each.details and not record.hides_values
        },
        "seats": [_seat(each, mine, game) for each in record.seats],
        "names": cast.names,
        "title": title(state, cast),
        "trouble": state.trouble,
        "refused": refused,
        "ended": None if by_rules else ended_words(record, game, visit.holder),
        "fields": match or [*same_game(record), *seats, *names],
        "beaten": [
            AtLevel(each.number).text
            for each in levels
            if climbed is not None and each.level.name in climbed.beaten
        ],
        "match": bool(match),
        **({} if owned else _of_the_server(visit, room, known)),
    }


def _seat(seat: SeatRecord, mine: list[int], game: Game) -> str | dict[str, Any]:
    if seat.kind == "computer":
        return computer_data(seat.player or "", game)
    return "here" if seat.number in mine else ""


def _of_the_server(visit: Visit, room: Room, known: Known | None) -> dict[str, Any]:
    """What a page has besides of a game that the server owns.

    "local" says that it is at one screen, "old" that it has the words of an old program, "mark" is
    that of its moves, "secret" whether values are withheld, "busy" why the visitor cannot move,
    "invalid" why a click beside all moves is none, if there is more to say, and "watching" whether
    they only watch. "successor" is the game after it, and the visitor may be
    "offering" a rematch. "positions" are those after "from" plies and more: all but the `known`
    ones, see `_position`.
    """
    state = room.state
    record, mine = state.record, state.seats_of(visit.holder)
    words = words_of(visit, room)
    history, line = state.position.history, state.position.line
    first = 0
    if known is not None and known[0] <= len(history):
        first = known[0] + 1 if seating.mark(history[: known[0]]) == known[1] else 0
    offer = record.offer
    return {
        "local": state.local,
        "mark": seating.mark(history),
        "secret": record.hides_values,
        "busy": _why_not(state, mine, words),
        "invalid": words.cannot_join(state.position),
        "old": record.as_before,
        "watching": not mine and record.owner != visit.holder,
        "successor": record.successor or "",
        "offering": offer is not None and offer.kind == "rematch" and offer.by in mine,
        "from": first,
        "positions": [_position(each, state) for each in line[first:]],
    }


def _position(position: Position, state: seating.RoomState) -> dict[str, Any]:
    """A position as a page has it that knows no rules: the code of the "move" that led to it, whose
    "turn" it is, the legal "moves", whether it is "over", the code of its "result" and what that is
    for each player ("standings"), what lies on its "cells" and which of them are "deciding", or
    else its picture, "svg".
    """
    outcome, history, players = position.outcome, position.history, range(state.game.players)
    if _has_cells(state.game):
        picture = shown(position)
        drawn: dict[str, Any] = {"cells": picture["cells"], "deciding": picture["deciding"]}
    else:
        drawn = {"svg": board_svg(picture_of(position, state.colours))}
    return {
        "move": state.game.move_code(history[-1]) if history else None,
        "turn": position.turn,
        "moves": list(position.codes),
        "over": position.over,
        "result": position.result,
        "standings": [0 if outcome is None else outcome.standing(each) for each in players],
        **drawn,
    }


def _why_not(state: seating.RoomState, mine: list[int], words: Words) -> str:
    """Why a visitor who has these seats cannot move now, when it is not their turn; empty for one
    who only watches, and knows it.
    """
    if not mine:
        return ""
    if state.running and state.seat.kind == "computer":
        return words.own.busy
    turn = words.turn(state.position)
    return turn if state.record.as_before else f"It is {turn}."


def table_of_room(room: Room, words: Words) -> dict[str, Any]:
    """What the table of a page that plays no game itself knows: see `TableData` in table.js."""
    state = room.state
    game, record = state.game, state.record
    colours = picture_of(state.position, state.colours).colours
    board = geometry(game, colours) if _has_cells(game) else plain(game, colours)
    data = table_data(game, board["players"], [AtLevel])
    welcome = words.welcome([seat.kind != "computer" for seat in record.seats])
    return {
        **data,
        "game": {**data["game"], "summary": welcome},
        "board": None if _has_cells(game) else board,
        "kinds": inner_kinds(),
        "phrases": phrases(game, record.as_before),
        "hinter": json.dumps(computer_data(usual_computer(game), game)),
    }


def _has_cells(game: Game) -> bool:
    return "cells" in game.rules.kernels
