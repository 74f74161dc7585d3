"""Small boards to play on within other pages, such as the documentation or a notebook.

    fragment = live_board(pg.TicTacToe().position("159378"))

is a piece of HTML with all that it needs, for any page. A page with several boards can have the
script and each game in files of its own:

    live_element(position, picture=...)   the element: it shows a picture until it can play
    live_definition()                     the script, once for a page
    live_game(game)                       a script with a game's module and data, after that

Files of these two may bear the names ELEMENT and live_key(game), which are others when they change.
All are classic scripts, which also run in a page that was opened as a file.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import json
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from plyground.browser.data import page_game
from plyground.browser.modules import engine_module
from plyground.browser.pages import usual_computer
from plyground.browser.scripts import joined, page_text
from plyground.players import Player, PlayerError, parse_player
from plyground.players.form import options_of
from plyground.position import Game, Position, file_stem

BROWSERS = (
    "To play on this board, you need a browser that runs scripts: Chrome 92, Firefox 113, "
    "Safari 16.4 or a later one."
)


def live_board(
    position: Position,
    player: Player | None = None,
    *,
    needs: str = BROWSERS,
    on_compile: Callable[[str], None] | None = None,
) -> str:
    """A fragment of HTML: a board with a position, to play on and to ask for values.

    `player` is the computer whose moves people can ask for, by default the usual one. Where no
    scripts run, the fragment shows the position's picture and the sentence `needs`. It needs no
    network and no other file; several of them can be in one page. `on_compile` is as for
    `engine_module`.

    Raises CannotError if the game cannot be played in a page, PlayerError if the player cannot play
    there.
    """
    game = position.game
    picture = base64.b64encode(position._repr_svg_().encode()).decode()
    description = html.escape(position.picture().description)
    image = f'<img src="data:image/svg+xml;base64,{picture}" alt="{description}" width="320">'
    module = engine_module(game, on_compile)
    parts = (ELEMENT, _PACKED, live_key(game), _packed(json.dumps(_data(game))), _text(module))
    start = f"{page_text('fragment.js').rstrip()}({', '.join(map(json.dumps, parts))});"
    element = live_element(position, player, picture=image, needs=needs, on_compile=on_compile)
    return f"{element}\n<script>\n{start}\n</script>\n"


def live_element(
    position: Position,
    player: Player | None = None,
    *,
    picture: str,
    needs: str = BROWSERS,
    deals: str = "",
    on_compile: Callable[[str], None] | None = None,
) -> str:
    """The element of a board alone, around its picture, which is HTML. See `live_board`.

    With `deals`, the least and the most plies, it asks who wins endings of so many, which it deals.
    """
    game = position.game
    player = player or parse_player(usual_computer(game))
    assert player is not None  # the usual one is no person
    player.check(game)
    if player.name not in {kind["name"] for kind in _data(game)["engine"]["kinds"]}:
        raise PlayerError(f"{player} cannot play in a page")
    codes = [code for each in position.line[1:] if (code := each.last_code) is not None]
    key = live_key(game, on_compile)
    return element_of(key, game, codes, player, picture, needs, deals=deals)


def element_of(
    key: str,
    game: Game,
    codes: Sequence[int],
    player: Player,
    picture: str,
    needs: str,
    *,
    deals: str = "",
) -> str:
    """The same for a position by the codes of its moves, without the compiled rules.

    `key` is the one that the game was given in `live_game`; the player must suit the game.
    """
    called = player.called(game)
    computer = {"player": _plain(player), "called": {"short": called.short, "full": called.full}}
    attributes = {
        "game": key,
        "moves": " ".join(map(str, codes)),
        "computer": json.dumps(computer),
    }
    if deals:
        attributes["deals"] = deals
    stated = "".join(f' {name}="{html.escape(value)}"' for name, value in attributes.items())
    sentence = f'<p class="plyground-needs">{html.escape(needs)}</p>'
    return f"<{ELEMENT}{stated}>{picture}{sentence}</{ELEMENT}>"


def live_definition() -> str:
    """The script that makes boards of the elements."""
    return _DEFINITION


def live_game(
    game: Game,
    on_compile: Callable[[str], None] | None = None,
    *,
    key: str = "",
    gives_way: bool = False,
) -> str:
    """The script with what the boards of a game need, to come after `live_definition`.

    Its elements name the game by `key`, without one by its `live_key`. `gives_way` is as for
    `engine_module`.
    """
    module = engine_module(game, on_compile, gives_way=gives_way)
    parts = (key or live_key(game), _data(game), _text(module))
    given = ", ".join(map(json.dumps, parts))
    return f"customElements.get({json.dumps(ELEMENT)}).add({given});"


@cache
def _data(game: Game) -> dict[str, Any]:
    """See `LiveData` in live.js. A book would be larger than all the rest."""
    data = page_game(game)
    engine = {**data["engine"], "book": None}
    return {"engine": engine, "board": data["board"], "phrases": data["phrases"]}


def live_key(game: Game, on_compile: Callable[[str], None] | None = None) -> str:
    """Tells a game from others in one page, and from itself with older rules."""
    digest = hashlib.sha256(engine_module(game, on_compile) + json.dumps(_data(game)).encode())
    return f"{file_stem(game)}-{digest.hexdigest()[:8]}"


def _plain(player: Player) -> dict[str, Any]:
    """A player as the engine takes it."""
    values = {each.name: getattr(player, each.field) for each in options_of(type(player))}
    return {
        "name": player.name,
        "options": {
            name: _plain(value) if isinstance(value, Player) else value
            for name, value in values.items()
        },
    }


def _packed(text: str) -> str:
    return _text(gzip.compress(text.encode(), mtime=0))


def _text(content: bytes) -> str:
    return base64.b64encode(content).decode()


_SCRIPT = joined("browser/live.js")
ELEMENT = f"plyground-board-{hashlib.sha256(_SCRIPT.encode()).hexdigest()[:8]}"
"""The element, named by its script: one notebook may show what several versions wrote."""
_DEFINITION = (
    f"customElements.get({json.dumps(ELEMENT)}) ?? "
    f"customElements.define({json.dumps(ELEMENT)}, {_SCRIPT}.Live);\n"
)
_PACKED = _packed(_DEFINITION)
