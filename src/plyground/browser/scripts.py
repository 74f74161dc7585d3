"""The scripts and the common look of pages, which the package carries as files.

Scripts are modules. A page of the app loads them as they are; a file can load none, so its own are
joined into one script here.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).parent.parent
_FOLDER = Path(__file__).parent
_FOLDERS = ("browser", "web/static")
"""Those of the package that have scripts: modules import each other by their places in it."""

_DARK, _AUTO = (f':root[data-theme="{theme}"]' for theme in ("dark", "auto"))

_IDLE = re.compile(
    r"""
    ^[ \t]* /\*\* (?:(?!\*/).)* \*/ [ \t]*\n   # a comment on lines of its own
    | ^[ \t]* // [^\n]*\n
    | /\*\*[ ]@ (?:(?!\*/).)* \*/ [ ]?         # the type of an expression
    | ^[ \t]+
    """,
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)
"""What a script says to those who read it alone; no text of the scripts looks like this."""

_IMPORT = re.compile(
    r"""^import\s (?:\* \s as \s (?P<whole>\w+) | \{(?P<names>[^{}]*)\}) \s
    from\s"(?P<file>[^"]+)"; \n""",
    re.MULTILINE | re.VERBOSE,
)
_EXPORT = re.compile(
    r"""^export\s (?:\{(?P<names>[^{}]*)\}; \n
    | (?=(?:async\s)? (?:function|class|const) \s (?P<name>\w+)))""",
    re.MULTILINE | re.VERBOSE,
)
_LEFT = re.compile(r"^(?:import|export)\b.*|\bimport(?:\(|\.meta)", re.MULTILINE)


def page_script(*, learned: bool = False) -> str:
    """The script of a whole page of a game, without the loader that starts it; with what it takes
    for a player that has `learned` the game.
    """
    return named("browser/learned.js" if learned else "browser/page.js")


def arcade_script() -> str:
    """The script of a document with several games, without the loader that starts it."""
    return named("browser/arcade.js")


def named(module: str) -> str:
    """A script that defines `Plyground`: what a module exports."""
    return f"globalThis.Plyground = {joined(module)};\n"


@cache
def joined(module: str) -> str:
    """An expression for what a module exports, as a classic script has it: the module and those
    that it imports, each a function that was called, those first that others import. Without
    comments and indents. A `module` is a file in the package.

    A module imports names, or all as one name, and exports what it declares; no two import each
    other. Raises ValueError for one that does otherwise.
    """
    order = [*imported(module), module]
    parts = [_part(each, order) for each in order]
    return f"(() => {{\n{''.join(parts)}return m{len(order) - 1};\n}})()"


def _part(module: str, order: list[str]) -> str:
    """A module as a constant, whose number is its place in the order."""

    def taken(found: re.Match[str]) -> str:
        number = order.index(_at(module, found["file"]))
        names = found["whole"] or f"{{{found['names'].replace(' as ', ': ')}}}"
        return f"const {names} = m{number};\n"

    text = bare(script(module))
    given = [found["name"] or found["names"].strip() for found in _EXPORT.finditer(text)]
    text = _EXPORT.sub("", _IMPORT.sub(taken, text))
    if left := _LEFT.search(text):
        raise ValueError(f"{module} cannot be joined to a script: {left[0]}")
    number = order.index(module)
    return f"const m{number} = (() => {{\n{text}return {{ {', '.join(given)} }};\n}})();\n"


@cache
def imported(module: str) -> tuple[str, ...]:
    """The modules that one needs, those first that others import."""
    return _needed(module, ())


def _needed(module: str, above: tuple[str, ...]) -> tuple[str, ...]:
    if module in above:
        raise ValueError(f"{module} imports itself")
    found: dict[str, None] = {}
    for each in _IMPORT.finditer(bare(script(module))):
        other = _at(module, each["file"])
        found |= dict.fromkeys((*_needed(other, (*above, module)), other))
    return tuple(found)


def _at(module: str, file: str) -> str:
    """The place of a file that a module imports."""
    return (_PACKAGE / module).parent.joinpath(file).resolve().relative_to(_PACKAGE).as_posix()


@cache
def modules() -> dict[str, str]:
    """All scripts of the package by their places, without comments: a phone waits for less."""
    paths = [each for folder in _FOLDERS for each in sorted((_PACKAGE / folder).glob("*.js"))]
    names = [path.relative_to(_PACKAGE).as_posix() for path in paths if not path.match("*.min.js")]
    return {name: bare(script(name)) for name in names}


@cache
def seal() -> str:
    """Another text for other scripts."""
    return hashlib.sha256(repr(modules()).encode()).hexdigest()[:12]


def script(name: str) -> str:
    """A script of the package as it is."""
    return (_PACKAGE / name).read_text(encoding="utf-8")


def bare(script: str) -> str:
    """A script without its comments and indents, which are a quarter of what is sent of it."""
    return _IDLE.sub("", script)


def look() -> str:
    """The common look of all pages. A page is dark if its root element has the attribute
    `data-theme="dark"`, or "auto" and the system is dark. With `data-palette="safe"` its colours
    are those that nearly everybody sees.
    """
    return "".join(map(with_automatic, map(page_text, ("look.css", "safe.css"))))


def with_automatic(style: str) -> str:
    """A style sheet that ends with its rule for a dark page, and with that for an "auto" one."""
    dark = style[style.index(_DARK) :].replace(_DARK, _AUTO)
    return f"{style}@media (prefers-color-scheme: dark) {{\n{dark}}}\n"


def page_text(name: str) -> str:
    """A file of this folder."""
    return (_FOLDER / name).read_text(encoding="utf-8")
