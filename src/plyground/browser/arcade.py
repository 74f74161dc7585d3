"""`arcade`: the standard games in one file, with a screen to choose from; and what a web space
needs so that a phone keeps the file.

The screen is plain HTML, so it is there at once. A game is unpacked when it is opened: the file has
its module and its data apart from what all games share.
"""

from __future__ import annotations

import hashlib
import html
import json
import random
import re
from base64 import b64decode
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from gzip import decompress
from importlib.metadata import version
from typing import Any

from plyground.analysis.puzzles import days
from plyground.browser.icon import icon
from plyground.browser.modules import engine_module
from plyground.browser.pages import SHEETS, document, packed_json, page_data, size
from plyground.browser.scripts import arcade_script, bare, look, page_text
from plyground.games.connect4 import ConnectFour
from plyground.games.numerical import NumericalTicTacToe
from plyground.games.sim import Sim
from plyground.games.tictactoe import TicTacToe
from plyground.position import Game, Position, file_stem
from plyground.render.palette import Palette
from plyground.render.svg import svg

USUAL: tuple[Game, ...] = (ConnectFour(7, 6), TicTacToe(), Sim(6, 2), NumericalTicTacToe())
"""The games in the file, as the screen shows them."""

PLAY, INDEX, OFFLINE, MANIFEST = "play.html", "index.html", "offline.js", "play.webmanifest"
"""The names of the file, of the one that leads to further pages, of the script that keeps a web
space's pages on a device, and of what says how it stands on a home screen.
"""

ICONS = (180, 192, 512)
_HYPHEN = "\u2011"  # at which no line breaks
_SHOWN = 0.35  # of the longest game has been played in a picture
_TITLE = "Plyground"
_SUMMARY = "Play it. Then see what it was thinking."
_PACKED = re.compile(r'(<script type="application/octet-stream" id="[^"]*">)([^<]*)')


def icon_name(pixels: int) -> str:
    """The name of the file with the icon of a size."""
    return f"icon-{pixels}.png"


def arcade(
    pages: Mapping[str, Game] | None = None,
    *,
    on_compile: Callable[[str], None] | None = None,
) -> str:
    """The usual games in one document. With `pages` it leads to those too, by their files, and lies
    in a web space, beside what `beside` gives.
    """
    modules = {file_stem(game): engine_module(game, on_compile) for game in USUAL}
    known = {file_stem(game): page_data(game, modules[file_stem(game)]) for game in USUAL}
    common, own = divided(list(known.values()))
    script = arcade_script()
    data = {
        "common": common,
        "games": [{"stem": file_stem(game), "title": game.title} for game in USUAL],
        "days": _days(),
    }
    parts = {"scripts": packed_json({"script": script, "data": data})}
    for (stem, module), part in zip(modules.items(), own, strict=True):
        parts[f"data-{stem}"] = packed_json(part)
        parts[f"module-{stem}"] = module
    sheets = "".join(map(page_text, (*SHEETS, "arcade.css")))
    groups = _groups(pages or {})
    return document(
        _TITLE,
        _SUMMARY,
        style=f"{look()}{sheets}{_dark(groups)}",
        script=script,
        parts=parts,
        home="#",
        start=_start(groups),
        kind="one-screen choosing",
        theme="auto",
        installs=pages is not None,
    )


def beside(pages: Iterable[str]) -> dict[str, bytes]:
    """The files that a web space has beside its pages, so that a phone keeps them on its home
    screen and plays without a network. Other `pages` make another script, and so replace what was
    kept.
    """
    icons = {icon_name(pixels): icon(pixels) for pixels in ICONS}
    manifest = {
        "name": _TITLE,
        "short_name": _TITLE,
        "description": _SUMMARY,
        "start_url": INDEX,
        "scope": "./",
        "display": "standalone",
        "background_color": "#f6f3ec",
        "theme_color": "#f6f3ec",
        "icons": [
            {"src": icon_name(pixels), "sizes": f"{pixels}x{pixels}", "type": "image/png",
             "purpose": "any maskable"}
            for pixels in ICONS
        ],
    }  # fmt: skip
    kept = {MANIFEST: json.dumps(manifest, indent=2).encode(), **icons}
    seal = hashlib.sha256("".join(map(unpacked, pages)).encode()).hexdigest()[:12]
    known = json.dumps({"seal": seal, "index": INDEX, "files": [INDEX, *kept]})
    script = f"globalThis.known = {known};\n{bare(page_text('offline.js'))}"
    return {**kept, OFFLINE: script.encode()}


def unpacked(text: str) -> str:
    """A document with what it packs as it is, to compare: another zlib packs otherwise."""

    def plain(found: re.Match[str]) -> str:
        return found[1] + hashlib.sha256(decompress(b64decode(found[2]))).hexdigest()

    return _PACKED.sub(plain, text)


def divided(parts: list[dict[str, Any]]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """What all of some data have in common, at any depth, and what each has besides."""
    common: dict[str, Any] = {}
    own: list[dict[str, Any]] = [{} for _ in parts]
    for name in dict.fromkeys(name for part in parts for name in part):
        values = [part[name] for part in parts if name in part]
        if len(values) == len(parts) and all(isinstance(value, dict) for value in values):
            common[name], rests = divided(values)
            for rest, left in zip(own, rests, strict=True):
                rest[name] = left
        elif len(values) == len(parts) and all(value == values[0] for value in values):
            common[name] = values[0]
        else:
            for rest, part in zip(own, parts, strict=True):
                if name in part:
                    rest[name] = part[name]
    return common, own


def _days() -> list[list[int]]:
    """The puzzles of the days: a place among the games, and one among the game's puzzles. A day
    whose puzzle belongs to none of these games has that of the next one.
    """
    order = days()
    places = [
        [USUAL.index(each.game), each.number - 1] if each.game in USUAL else None for each in order
    ]
    last = next(place for place in places if place)
    found = []
    for place in reversed(places):
        last = place or last
        found.append(last)
    return found[::-1]


def _groups(pages: Mapping[str, Game]) -> list[list[tuple[str, Game]]]:
    """Addresses and games, the usual games first, and the further sizes of a game after it."""
    found: dict[str, list[tuple[str, Game]]] = {
        game.name: [(f"#{file_stem(game)}", game)] for game in USUAL
    }
    for file, game in pages.items():
        if game not in USUAL:
            found.setdefault(game.name, []).append((file, game))
    return list(found.values())


def _dark(groups: list[list[tuple[str, Game]]]) -> str:
    """The colours of the pictures on a dark page."""
    rules = [
        f".game{number} {{ {'; '.join(f'{name}: {value}' for name, value in colours.items())} }}"
        for number, colours in enumerate(
            Palette(sizes[0][1].colours, variables=True).dark() for sizes in groups
        )
    ]
    dark = "".join(f':root[data-theme="dark"] {rule}\n' for rule in rules)
    auto = "".join(f':root[data-theme="auto"] {rule}\n' for rule in rules)
    return f"{dark}@media (prefers-color-scheme: dark) {{\n{auto}}}\n"


def _start(groups: list[list[tuple[str, Game]]]) -> str:
    entries = "\n".join(_entry(number, sizes) for number, sizes in enumerate(groups))
    text = {"summary": _SUMMARY, "games": entries, "version": version("plyground")}
    made = page_text("arcade.html")
    for name, value in text.items():
        made = made.replace(f"{{{name}}}", value)
    return made


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
        f"<span><strong>{html.escape(game.title.replace('-', _HYPHEN))}</strong>{about}"
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
