"""What the script of a page knows of a game and its engine, as data for JSON."""

from __future__ import annotations

import zlib
from base64 import b64encode
from dataclasses import MISSING
from functools import lru_cache
from itertools import accumulate
from typing import Any

from plyground.browser.engine import entries_of
from plyground.browser.geometry import geometry, shown
from plyground.browser.phrases import phrases
from plyground.browser.shipped import shipped_data
from plyground.players.alphabeta import FullSearch
from plyground.players.compiled import CompiledPlayer, entry_name
from plyground.players.form import Option, options_of
from plyground.players.perfect import Perfect, Strongest
from plyground.players.player import Player
from plyground.players.registry import BUILT_IN, kinds
from plyground.position import Game
from plyground.position.desk import ADDRESSES, ANSWER, ARGUMENT, DESK_WORDS, MEASURE, WHOLE
from plyground.render.svg import svg
from plyground.search import control, shipped_book
from plyground.search.answers import ESTIMATES, MANNERS, NONE, VALUE_WORDS, VERDICTS

_COUNTERS = {
    "stop": control.STOP,
    "nodes": control.NODES,
    "leaves": control.LEAVES,
    "cutoffs": control.CUTOFFS,
    "tableHits": control.TABLE_HITS,
    "depth": control.DEPTH,
    "nodeLimit": control.NODE_LIMIT,
}


def page_game(game: Game) -> dict[str, Any]:
    """What every page of a game has: "engine" (what `openEngine` of engine.js takes besides the
    module), "board" (see `geometry`) and "phrases" (see `phrases`). And "example" is a small
    picture of the game in play, as SVG, for pages that list games, "start" its first position (see
    `geometry.shown`), for pages that show it before the rules are compiled.

    It is read where it came with the package: then nothing is compiled for it. Raises CannotError
    for a game whose rules have no kernel `cells`.
    """
    return shipped_data(game) or made_game(game)


def made_game(game: Game) -> dict[str, Any]:
    """The data of `page_game`, made now."""
    return {
        "engine": _engine_data(game),
        "board": geometry(game),
        "phrases": phrases(game),
        "example": example(game),
        "start": shown(game.position()),
    }


def example(game: Game) -> str:
    """A small picture of the game in play, as SVG."""
    return svg(game.position(game.face.example).picture(), size=120, variables=True)


def _engine_data(game: Game) -> dict[str, Any]:
    return {
        "title": game.title,
        "players": game.players,
        "maxMoves": game.max_moves,
        "sites": len(game.board.sites),
        "stateWords": len(game.position().state),
        "moveTexts": list(game.move_texts),
        "heuristics": list(game.heuristic_names),
        "desk": {
            "addresses": list(ADDRESSES),
            "whole": WHOLE,
            "measure": MEASURE,
            "argument": ARGUMENT,
            "answer": ANSWER,
            "words": DESK_WORDS,
        },
        "entries": entries_of(game),
        "counters": _COUNTERS,
        "stops": {"running": control.RUNNING, "enough": control.ENOUGH},
        "values": {
            "words": VALUE_WORDS,
            "none": NONE,
            "verdicts": list(VERDICTS),
            "estimates": list(ESTIMATES),
            "manners": list(MANNERS),
        },
        "defaults": [game.default_depth, game.heuristic_number(game.default_heuristic)],
        "book": _book(game),
        "kinds": [_kind(kind, game) for kind in page_kinds(game)],
    }


def _book(game: Game) -> dict[str, Any] | None:
    """The book that comes with a game; its positions are listed by the engine."""
    book = shipped_book(game)
    if book is None:
        return None
    return {
        "plies": book.plies,
        "firsts": [0, *accumulate(book.counts)],
        "keyWords": len(game.position().key),
        "values": b64encode(zlib.compress(book.values.tobytes(), 9)).decode(),
    }


def page_kinds(game: Game) -> list[type[Player]]:
    """The kinds of players that a page has for a game."""
    known: list[type[Player]] = [*BUILT_IN, Strongest]
    return [kind for kind in known if entry_name(kind) in entries_of(game)]


@lru_cache(maxsize=1000)
def page_player(player: Player, game: Game) -> dict[str, Any] | None:
    """A player as `Engine.choose` takes it: "name" and "options"; None if a page cannot play it.

    A page plays the kinds of `page_kinds`.
    """
    kind = type(player)
    if kind not in page_kinds(game):
        return None
    options: dict[str, Any] = {}
    for option in options_of(kind):
        value = getattr(player, option.field)
        if option.kind == "player":
            value = page_player(value, game)
            if value is None:
                return None
        elif option.kind == "heuristic" and value not in (None, *game.heuristic_names):
            return None
        options[option.name] = value
    return {"name": kind.name, "options": options}


def inner_kinds() -> list[dict[str, Any]]:
    """The kinds of players that ask another one, with the option that says whom."""
    found = [(each, [one for one in options_of(each) if one.kind == "player"]) for each in kinds()]
    return [
        {"name": kind.name, "options": [_option(each) for each in inner]}
        for kind, inner in found
        if inner
    ]


def _kind(kind: type[Player], game: Game) -> dict[str, Any]:
    """What a page needs to ask for a move: "given" are numbers after the options. With "history"
    the moves played follow them. "other" is the player that moves where this one does not, unless
    it has an inner one.
    """
    return {
        "name": kind.name,
        "entry": entry_name(kind),
        "options": [_option(option) for option in options_of(kind)],
        "given": list(kind.given(game)),
        "history": issubclass(kind, CompiledPlayer) and kind.remembers,
        "other": {"name": (FullSearch if kind is Perfect else Perfect).name},
    }


def _option(option: Option) -> dict[str, Any]:
    default = option.default
    if default is MISSING:
        default = None
    elif isinstance(default, Player):
        default = {"name": default.name}
    return {
        "name": option.name,
        "kind": option.kind,
        "choices": list(option.choices),
        "default": default,
    }
