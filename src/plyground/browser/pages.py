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
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import quote

from plyground.analysis.puzzles import in_doubt, puzzles
from plyground.browser.data import page_game
from plyground.browser.inside import box, inside, searches
from plyground.browser.learned import learned_module, with_learned
from plyground.browser.modules import engine_module
from plyground.browser.phrases import player_data
from plyground.browser.scripts import page_script, page_text
from plyground.players import AtLevel, Player, PlayerError, kinds, parse_player
from plyground.players.form import sample
from plyground.position import HUMAN, PERFECT, CannotError, Game, file_stem, ladder
from plyground.position.face import capital
from plyground.render.faces import face
from plyground.render.palette import Palette

_MADE_BY = b'<meta name="generator" content="Plyground">'
_GAP = re.compile(r"\{(\w+)\}")  # in a page
_COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)  # of a style sheet
_PART = '<script type="application/octet-stream" id="{}">{}</script>\n'
_BACK = """<button type="button" class="arrow" data-leave aria-label="Back to the game">\
<svg viewBox="0 0 24 24" aria-hidden="true"><path d="m14.500 5-7 7 7 7"/></svg></button>"""
SHEETS = ("frame.css", "why.css", "table.css", "page.css")
"""The style sheets of all documents with a table, after the look."""
_SLOT = """    <header class="slot">
      <p>Review</p>
      <h2 id="verdict" aria-live="polite"></h2>
      <button type="button" id="put-away" class="arrow" aria-label="Close the review">\
<svg viewBox="0 0 24 24" aria-hidden="true"><path d="m6 6 12 12M18 6 6 18"/></svg></button>
    </header>
"""
_GRAPH = '      <div id="course"></div>\n'
_HERE = "here"  # a person at the screen, as the scripts write it


def page(
    game: Game,
    *,
    embed: bool = False,
    home: str = "",
    learned: Path | None = None,
    opens: Mapping[str, Any] | None = None,
    on_compile: Callable[[str], None] | None = None,
) -> str:
    """A game as one HTML document, to be opened from a file or from an address.

    With `embed` it has only the board, whose turn it is, and a button for a new game, as for a
    frame in another page. Its logo leads to the page `home`, if there is one. With a file of what
    was `learned` of the game, the player who plays by it is one of the opponents. It `opens` with
    a game as data, "seats" and "moves" at least: see GameStart in play.js. `on_compile` is
    called with the name of each function that is about to be compiled; a game whose module exists
    compiles nothing.

    Raises CannotError if the game has no kernel `cells`, or if its kernels cannot run in a page;
    WeightsError if the file of what was learned cannot be used.
    """
    taught = None if learned is None else learned_module(game, learned, on_compile)
    module = engine_module(game, on_compile)
    script = page_script(learned=taught is not None)
    data = page_data(game, module, embed)
    if taught is not None:
        data = with_learned(data, game, taught)
    # Its script follows the system itself, so it needs no rule for an "auto" theme.
    sheets = "".join(map(page_text, ("look.css", "safe.css", *SHEETS)))
    parts = {"scripts": packed_json({"script": script, "data": data}), "module": module}
    if taught is not None:
        parts["learned"] = taught.packed
    return document(
        game.title,
        game.summary,
        style=sheets,
        script=script,
        parts=parts,
        size=size(game),
        home=home,
        kind="embed" if embed else "one-screen",
        opens=None if opens is None else {"game": file_stem(game), "start": opens},
    )


def document(
    title: str,
    summary: str,
    *,
    style: str,
    script: str,
    parts: Mapping[str, bytes],
    size: str = "",
    home: str = "",
    start: str = "",
    kind: str = "one-screen",
    theme: str = "",
    opens: object = None,
    installs: bool = False,
) -> str:
    """An HTML document with a table for a game, and all that its scripts unpack in itself.

    `parts` are compressed by gzip; "scripts" is JSON with the script and what it knows. `start` is
    what comes before the table, to choose from. With `installs` it lies in a web space, beside the
    files that let a phone keep it.
    """
    loader = page_text("loader.js")
    style = _COMMENT.sub("", style)
    attributes = "".join(
        f' {name}="{value}"'
        for name, value in {
            # first, because a file that is passed on gets its own here: see passing.js
            "data-opens": "" if opens is None else quote(json.dumps(opens), safe=""),
            "data-installs": "yes" if installs else "",
            "data-theme": theme,
        }.items()
        if value
    )
    text = {
        "html": attributes,
        "policy": _policy(style, [loader, script], installs),
        "title": html.escape(title),
        "summary": html.escape(summary),
        "size": html.escape(size),
        "home": f'<a class="home" href="{html.escape(home)}" aria-label="All games">'
        if home
        else "<span>",
        "end": "</a>" if home else "</span>",
        "start": start,
        "kind": kind,
        "style": style,
        "table": table_part(slot=_SLOT, graph=_GRAPH),
        "parts": "".join(_PART.format(name, _base64(part)) for name, part in parts.items()),
        "loader": loader,
    }
    made = page_text("page.html")
    for name, value in text.items():
        made = made.replace(f"{{{name}}}", value)
    return made


def table_part(**parts: str) -> str:
    """The table of a game as HTML, for table.js, with these parts. The "board", the "seats", the
    "speaker", the "status", the "note" and the "actions" are there until the script draws them.
    What is in the "slot" above and in the "graph" before the sentences, in the "warning" after
    them and "below" the moves stays; "many" is " many" where more than two play. All tools are
    in sight, except those whose part is " hidden": those of a game that is "playing" or "ended",
    and of the latter "review" and "easier".
    """
    return _GAP.sub(lambda gap: parts.get(gap[1], ""), page_text("table.html"))


def _bare(sheet: str) -> str:
    """A style sheet without its comments."""
    return _COMMENT.sub("", page_text(sheet))


def packed_json(data: object) -> bytes:
    """Data as a script unpacks it."""
    return gzip.compress(json.dumps(data).encode(), mtime=0)


def is_page(content: bytes) -> bool:
    """Whether a file is a document that Plyground wrote for people to play from."""
    return _MADE_BY in content


def page_data(game: Game, module: bytes, embed: bool = False) -> dict[str, Any]:
    """All that the scripts of a page know of a game: see `PageData` in page.js."""
    data = page_game(game)
    offered = offered_kinds(game, data)
    table = table_data(game, data["board"]["players"], offered)
    return {
        **{part: data[part] for part in ("engine", "board", "phrases")},
        **table,
        "inside": inside(game),
        "box": {"html": box(back=_BACK), "style": _bare("glassbox.css") + _bare("box.css")},
        "kinds": [player_data(each, game) for each in offered],
        "usual": _usual_opponent(game, {each.name for each in offered}),
        "hinter": usual_computer(game),
        "safe": dict(zip(("light", "dark"), _safe(game), strict=True)),
        "identity": hashlib.sha256(module).hexdigest()[:8],
        "game": {
            **table["game"],
            "size": size(game),
            "moveHint": game.move_hint,
            **_source(game),
        },
        "puzzles": [] if embed else _puzzles(game),
        "version": version("plyground"),
        "embed": embed,
    }


def table_data(game: Game, names: Iterable[str], offered: Iterable[type[Player]]) -> dict[str, Any]:
    """What a table knows besides the data of `page_game`: see `TableData` in table.js. `names` are
    the players' on the board, and `offered` the kinds of players that it offers.
    """
    return {
        "levels": _levels(game, {each.name for each in offered}),
        "inside": searches(),
        "game": {
            "name": game.name,
            "title": game.title,
            "summary": game.summary,
            "values": dict(game.values),
            "players": game.players,
            "ends": [capital(name) for name in names],
        },
    }


def offered_kinds(game: Game, data: Mapping[str, Any]) -> list[type[Player]]:
    """The kinds of players that a page of a game offers."""
    playing = {each["name"] for each in data["engine"]["kinds"]}
    return [each for each in kinds() if each.name in playing and sample(each).suits(game)]


def _puzzles(game: Game) -> list[dict[str, Any]]:
    """The puzzles that come with a game, the easiest first: see `Posed` in puzzles.js."""

    def codes(texts: Iterable[str]) -> list[int]:
        return [game.move_code(text) for text in texts]

    return [
        {
            "moves": codes(each.moves),
            "solution": game.move_code(each.solution),
            "doubt": codes(in_doubt(each)),
            "keeps": each.keeps,
            "plies": each.plies,
            "level": each.level,
        }
        for each in puzzles(game)
    ]


def _levels(game: Game, known: set[str]) -> list[dict[str, Any]]:
    """The opponents for a person, from weak to strong; those without dots are not offered first."""
    if AtLevel.name not in known:
        return []
    dots = {each.number: each.dots for each in ladder(game.levels)}
    return [
        {
            "player": AtLevel(number).text,
            "label": each.name,
            "help": each.sees,
            "beaten": each.beaten,
            "face": face(each.name),
            "dots": dots.get(number),
            "perfect": each.depth == PERFECT,
        }
        for number, each in enumerate(game.levels, 1)
    ]


def usual_computer(game: Game) -> str:
    """The text of the computer that plays the game well, but quickly."""
    for text in game.face.usual_simulation(game.players).players:
        try:
            player = parse_player(text)
        except PlayerError:
            continue
        if player is not None and player.suits(game):
            return text
    return "random"


def _usual_opponent(game: Game, known: set[str]) -> str:
    """The text of the player against whom a first game is; a person if no other can play."""
    for text in game.face.usual_seats(game.players):
        if text != HUMAN and text.partition(":")[0] in known:
            return text
    return _HERE


def size(game: Game) -> str:
    """The parameters of a game in words."""
    return ", ".join(f"{value} {name}" for name, value in game.values.items())


def _safe(game: Game) -> tuple[dict[str, str], dict[str, str]]:
    """The colours of the board, light and dark, for people who see few."""
    return Palette(game.colours[: game.players]).safe(game.board.cells == "holes")


def _source(game: Game) -> dict[str, str]:
    """The text of the file with the game's rules, and the file's name."""
    module = sys.modules[type(game).__module__]
    try:
        return {"source": inspect.getsource(module), "file": Path(module.__file__ or "").name}
    except OSError:
        raise CannotError(f"the source of {game.title} cannot be read") from None


def _policy(style: str, scripts: list[str], installs: bool) -> str:
    """The policy of a document: its own style and scripts, compiled code, and nothing else. One
    that `installs` may load what a phone keeps from its own place.
    """
    own = " 'self'" if installs else ""
    allowed = " ".join(map(hash_source, scripts))
    rules = (
        "default-src 'none'",
        f"script-src {allowed} 'wasm-unsafe-eval'",
        f"style-src {hash_source(style)}",
        f"worker-src blob:{own}",
        f"img-src data:{own}",
        *(["manifest-src 'self'"] if installs else []),
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
