"""Templates: the pages' HTML, and what all of it may use. They need no server."""

from __future__ import annotations

import hashlib
from functools import cache, partial
from importlib.metadata import version
from pathlib import Path
from typing import Literal

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from plyground.browser.scripts import imported, look, page_text, seal
from plyground.players.strengths import about_elo
from plyground.position.face import capital
from plyground.render.faces import face, plain_face
from plyground.search import value_of_text, value_text

HERE = Path(__file__).parent
"""The folder that holds `templates` and `static`."""


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["version"] = version("plyground")
    environment.globals["face"] = lambda name: Markup(face(name))
    environment.globals["plain_face"] = lambda kind: Markup(plain_face(kind))
    environment.globals["about_elo"] = about_elo
    environment.globals["script"] = script_address
    environment.globals["module"] = _module
    environment.globals["modules"] = _modules
    environment.globals["sheet"] = _sheet_address
    environment.filters["added"] = _added
    environment.filters["in_moves"] = _in_moves
    environment.filters["value"] = partial(value_text, moves=True)
    return environment


def script_address(name: str) -> str:
    """Where a script of the folder `static` is, joined with what it imports: all pages have it.
    Some of it runs before they are drawn, which no module does. Elsewhere after an upgrade.
    """
    return _script(f"joined/web/static/{name}.js")


def _module(name: str) -> str:
    """Where a module of the folder `static` is."""
    return _script(f"web/static/{name}.js")


def _script(place: str) -> str:
    return f"/scripts/{seal()}/{place}"


def _modules(*names: str) -> Markup:
    """The elements for modules of the folder `static`; all that they import comes with them."""
    own = [f"web/static/{name}.js" for name in names]
    needed = dict.fromkeys(each for module in own for each in imported(module) if each not in own)
    lines = dict.fromkeys(needed, '<link rel="modulepreload" href="{}">')
    lines |= dict.fromkeys(own, '<script type="module" src="{}"></script>')
    return Markup("\n").join(Markup(line).format(_script(at)) for at, line in lines.items())


def _added(text: str) -> str:
    """A text as a sentence after another one; nothing if it is empty."""
    return f" {capital(text)}." if text else ""


def _in_moves(text: str) -> str:
    """The words of a record on a value, with moves in place of plies."""
    value = value_of_text(text)
    return text if value is None else value_text(value, moves=True)


def template(name: str) -> Template:
    """A template of the folder `templates`."""
    return _environment().get_template(name)


def static(name: str) -> str:
    """The text of a file in the folder `static`, for a page that includes it."""
    return (HERE / "static" / name).read_text(encoding="utf-8")


Sheet = Literal["look", "frame", "table", "box", "run"]
"""The look of all pages; the frame of a game's pages: one height of the board, one card, the tools;
the table of a game; the glass box; and the parts of the page of a run.
"""


def sheet(name: Sheet) -> str:
    """A style sheet that the app shares with files."""
    match name:
        case "look":
            return static("fonts.css") + look()
        case "frame":
            return page_text("frame.css") + page_text("why.css")
        case "table":
            return page_text("table.css")
        case "box":
            return page_text("glassbox.css")
        case "run":
            return page_text("run.css")


@cache
def _sheet_address(name: Sheet) -> str:
    return f"/{name}.css?v={mark(sheet(name))}"


def mark(text: str) -> str:
    """Another mark for another text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]
