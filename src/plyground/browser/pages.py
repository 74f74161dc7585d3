"""`page`: a game as one HTML file, which plays without a network and without Plyground.

The file has the game's module, all scripts and the data about the game in itself. Its policy allows
these scripts and nothing else: no other script, no address, no form.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import inspect
import json
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from plyground.browser.data import engine_data
from plyground.browser.geometry import geometry
from plyground.browser.modules import engine_module
from plyground.browser.phrases import phrases, player_data
from plyground.browser.scripts import page_script, page_text
from plyground.players import PlayerError, kinds, parse_player
from plyground.players.form import sample
from plyground.position import HUMAN, CannotError, Game
from plyground.search import SOLVABLE

_LEVELS = {
    SOLVABLE: (
        ("Beginner", "humanlike:20", "makes many mistakes"),
        ("Easy", "humanlike:45", "overlooks a lot"),
        ("Medium", "humanlike:70", "makes some mistakes"),
    ),
}
_LEVELS_OF_MANY = (
    ("Beginner", "random", "plays anything"),
    ("Easy", "mixed:50(maxn:depth=2)", "plays well half of the time"),
    ("Medium", "maxn:depth=2", "looks a little ahead"),
)
_HARD = "Hard"
_PERFECT = ("Perfect", "perfect", "never makes a mistake")
_FIRST = "Easy"  # against whom a first game is
_MADE_BY = b'<meta name="generator" content="Plyground">'
_HERE = "here"  # a person at the screen, as the scripts write it


def page(
    game: Game, *, embed: bool = False, on_compile: Callable[[str], None] | None = None
) -> str:
    """A game as one HTML document, to be opened from a file or from an address.

    With `embed` it has only the board, whose turn it is, and a button for a new game, as for a
    frame in another page. `on_compile` is called with the name of each function that is about to be
    compiled; a game whose module exists compiles nothing.

    Raises CannotError if the game has no kernel `cells`, or if its kernels cannot run in a page.
    """
    module = engine_module(game, on_compile)
    script = page_script()
    packed = json.dumps({"script": script, "data": page_data(game, module, embed)})
    loader, style = page_text("loader.js"), page_text("page.css")
    text = {
        "policy": _policy(style, [loader, script]),
        "title": html.escape(game.title),
        "summary": html.escape(game.summary),
        "size": html.escape(size(game)),
        "kind": "embed" if embed else "whole",
        "style": style,
        "scripts": _base64(gzip.compress(packed.encode(), mtime=0)),
        "module": _base64(module),
        "loader": loader,
    }
    document = page_text("page.html")
    for name, value in text.items():
        document = document.replace(f"{{{name}}}", value)
    return document


def is_page(content: bytes) -> bool:
    """Whether a file is a document that Plyground wrote for people to play from."""
    return _MADE_BY in content


def page_data(game: Game, module: bytes, embed: bool = False) -> dict[str, Any]:
    """All that the scripts of a page know of a game: see `PageData` in document.d.ts."""
    engine = engine_data(game)
    playing = {each["name"] for each in engine.get("kinds", ())}
    offered = [each for each in kinds() if each.name in playing and sample(each).suits(game)]
    levels = _levels(game, {each.name for each in offered})
    usual = [each["player"] for each in levels if each["label"] == _FIRST] or [_HERE]
    wording = geometry(game)
    return {
        "engine": engine,
        "board": wording,
        "phrases": phrases(game),
        "kinds": [player_data(each, game) for each in offered],
        "levels": levels,
        "usual": usual[0],
        "hinter": usual_computer(game),
        "identity": hashlib.sha256(module).hexdigest()[:8],
        "game": {
            "name": game.name,
            "title": game.title,
            "summary": game.summary,
            "size": size(game),
            "values": dict(game.values),
            "players": game.players,
            "ends": [_capital(name) for name in wording["players"]],
            "moveHint": game.move_hint,
            **_source(game),
        },
        "version": version("plyground"),
        "embed": embed,
    }


def _levels(game: Game, known: set[str]) -> list[dict[str, str]]:
    """A short list of opponents, from weak to strong."""
    hard = usual_computer(game)
    player = parse_player(hard)
    assert player is not None
    weak = _LEVELS.get(game.players, _LEVELS_OF_MANY)
    strong = [] if hard == _PERFECT[1] else [(_HARD, hard, player.called(game).full)]
    listed = [*weak, *strong, _PERFECT]
    return [
        {"label": label, "player": player, "help": about}
        for label, player, about in listed
        if _names(player) <= known
    ]


def _names(player: str) -> set[str]:
    """The kinds of players that a text names."""
    return {part.partition(":")[0] for part in player.replace(")", "").split("(")}


def usual_computer(game: Game) -> str:
    """The text of the computer that plays the game by default."""
    seats = game.face.usual_seats(game.players)
    simulated = game.face.usual_simulation(game.players).players
    for text in (*seats, *simulated):
        try:
            player = None if text == HUMAN else parse_player(text)
        except PlayerError:
            continue
        if player is not None and player.suits(game):
            return text
    return "random"


def size(game: Game) -> str:
    """The parameters of a game in words."""
    return ", ".join(f"{value} {name}" for name, value in game.values.items())


def _source(game: Game) -> dict[str, str]:
    """The text of the file with the game's rules, and the file's name."""
    module = sys.modules[type(game).__module__]
    try:
        return {"source": inspect.getsource(module), "file": Path(module.__file__ or "").name}
    except OSError:
        raise CannotError(f"the source of {game.title} cannot be read") from None


def _policy(style: str, scripts: list[str]) -> str:
    """The policy of a document: its own style and scripts, compiled code, and nothing else."""
    allowed = " ".join(map(hash_source, scripts))
    rules = (
        "default-src 'none'",
        f"script-src {allowed} 'wasm-unsafe-eval'",
        f"style-src {hash_source(style)}",
        "worker-src blob:",
        "img-src data:",
        "connect-src 'none'",
        "form-action 'none'",
        "base-uri 'none'",
    )
    return "; ".join(rules)


def hash_source(text: str) -> str:
    """What a policy says to allow a script or a style."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _base64(content: bytes) -> str:
    return base64.b64encode(content).decode()


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
