"""`arcade`: the page that leads to the pages of games in its folder. It has no script."""

from __future__ import annotations

import html
import random
from collections.abc import Mapping
from dataclasses import replace
from importlib.metadata import version

from plyground.browser.pages import hash_source, size
from plyground.browser.scripts import look, page_text
from plyground.position import Game, Position
from plyground.render.palette import Palette
from plyground.render.svg import svg

_SHOWN = 0.35  # of the longest game has been played in a picture


def arcade(games: Mapping[str, Game]) -> str:
    """A document with a picture and a sentence for each game; the keys are the files of the pages.
    The sizes of a game are together.

    It looks well on phones and in the dark, and works from a file.
    """
    groups = _groups(games)
    dark = "\n".join(
        f".game{number} {{ {'; '.join(f'{name}: {value}' for name, value in colours.items())} }}"
        for number, colours in enumerate(
            Palette(sizes[0][1].colours, variables=True).dark() for sizes in groups
        )
    )
    style = f"{look()}{page_text('arcade.css').replace('{dark}', dark)}"
    rules = (
        "default-src 'none'",
        f"style-src {hash_source(style)}",
        "form-action 'none'",
        "base-uri 'none'",
    )
    text = {
        "policy": "; ".join(rules),
        "style": style,
        "version": version("plyground"),
        "games": "\n".join(_entry(number, sizes) for number, sizes in enumerate(groups)),
    }
    document = page_text("arcade.html")
    for name, value in text.items():
        document = document.replace(f"{{{name}}}", value)
    return document


def _groups(games: Mapping[str, Game]) -> list[list[tuple[str, Game]]]:
    """The files and games, those of one name together."""
    found: dict[str, list[tuple[str, Game]]] = {}
    for file, game in games.items():
        found.setdefault(game.name, []).append((file, game))
    return list(found.values())


def _entry(number: int, sizes: list[tuple[str, Game]]) -> str:
    (file, game), *others = sizes
    links = "".join(
        f'<a href="{html.escape(file)}">{html.escape(size(other))}</a>' for file, other in others
    )
    picture = replace(_example(game).picture(), last=frozenset())
    about = f"<small>{html.escape(size(game))}</small>" if game.values else ""
    return (
        f'<li><a class="card game{number}" href="{html.escape(file)}">'
        f'<span class="board" aria-hidden="true">{svg(picture, variables=True)}</span>'
        f"<span><strong>{html.escape(game.title)}</strong>{about}"
        f"<span>{html.escape(game.summary)}</span></span></a>"
        f"{links and f'<p>{links}</p>'}</li>"
    )


def _example(game: Game) -> Position:
    """A position in the middle of a game, always the same."""
    position, chance = game.position(), random.Random(1)
    while position.ply < _SHOWN * game.max_plies:
        after = position.play_code(chance.choice(position.codes))
        if after.over:
            break
        position = after
    return position
