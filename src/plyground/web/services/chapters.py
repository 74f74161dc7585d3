"""`Chapter`: a chapter, a lesson or the rules, from the Markdown of the documentation to HTML.

The text is the one from which the documentation's site is made. Links between chapters lead to
their pages in the app; other links lead into the documentation if it is here, and else are plain
words. A picture of a board is drawn by another request, because the rules of its game may have to
be compiled first; with `data-live` it becomes a board to play on.
"""

from __future__ import annotations

import html
import re
import shlex
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from plyground.browser.live import element_of
from plyground.folders import chapters_folder
from plyground.games.registry import game_names, installed_game
from plyground.players import parse_player
from plyground.position import Game, file_stem
from plyground.position.fault_table import faults_page, sections
from plyground.web.errors import NotFoundError

if TYPE_CHECKING:
    from markdown_it.token import Token

ADDRESSES = {"learn": "/learn/chapters", "teach": "/learn/lessons", "": "/learn/guides"}
"""The addresses of the folders of documents; the guides lie beside the folders."""

GUIDES = ("own-game", "game-errors")
"""The names of the guides."""

_FAULTS = "game-errors"  # the guide that lies with the faults that it explains

_OTHERS = {"rules.md": "/learn", "puzzles.md": "/puzzles", "people.md": "/"}
"""Pages of the app in place of documents that it does not carry."""

_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
_LIVE = re.compile(r'"\)\{ data-live="([^"]+)"(?: data-deals="([^"]+)")? \}')
_IN_APP = re.compile(r'\]\([^)\s]+\)\{ data-app="([^"]+)" \}')
_DETAILS = re.compile(r'^\?\?\? \w+ "([^"]+)"\n((?:\n| {4}.*\n)+)', re.MULTILINE)
_INCLUDE = re.compile(r'^--8<-- "([^":]+)"$', re.MULTILINE)
_NOTE = re.compile(r"^\[\^(\w+)\]: (.+)$", re.MULTILINE)
_FIGURES = re.compile(r"<p>((?:<figure.*?</figure>\s*)+)</p>", re.DOTALL)
_SECTION = re.compile(r"^## (.+)\n", re.MULTILINE)
_FIRST_LINK = re.compile(r"\]\(([\w-]+)\.md\)")
_SENTENCE = re.compile(r".+?[.?!](?=\s|$)", re.DOTALL)
_NAMED = re.compile(r"^`\w+`(?:\. |, )(\w)")  # the name of a game for commands
_FENCE = re.compile(r"^```\w+\n.*?^```$", re.MULTILINE | re.DOTALL)
_CHANGED = re.compile(r"^([-+]).*$", re.MULTILINE)
_TITLE = re.compile(r'title="([^"]+)"')
_COMMAND = re.compile(r"plyground \w+ (\w+)(?: (\d{2,}))?")  # of a game, after some moves
_EDGES = re.compile(r"\b\d(?:-\d)+\b")  # of Sim, and triangles: browsers break lines at a hyphen
_MARKS = re.compile(r"[*_`]|\]\([^)]*\)(?:\{[^}]*\})?|\[")

_USUAL = "tictactoe"  # the game of a document that names none

COMING = "You can play here in a moment. The first time, this takes up to a minute."


@dataclass(frozen=True)
class Chapter:
    """A document as a page shows it: `games` are those in its pictures, `live` the names of those
    that can be played on.
    """

    folder: str
    name: str
    title: str
    body: str
    games: tuple[Game, ...]
    live: tuple[str, ...]

    @property
    def address(self) -> str:
        """Where the app has it."""
        return f"{ADDRESSES[self.folder]}/{self.name}"


@dataclass(frozen=True)
class Entry:
    """A chapter in a list; `picture` is a place for the board that it begins with."""

    name: str
    title: str
    about: str
    address: str
    picture: str


@cache
def entries(folder: str) -> tuple[Entry, ...]:
    """The documents of a folder in the order in which its index names them, the index first; the
    guides if the folder has no name.
    """
    if chapters_folder() is None:
        return ()
    listed = ["index", *_FIRST_LINK.findall(_source(folder, "index"))] if folder else GUIDES
    return tuple(_entry(folder, name) for name in dict.fromkeys(listed))


def chapter_address(name: str) -> str:
    """Where a chapter is, empty where the documentation is not on this computer."""
    return next((each.address for each in entries("learn") if each.name == name), "")


def chapter(folder: str, name: str, documentation: str = "") -> Chapter:
    """A document of a folder. Raises NotFoundError.

    `documentation` is the address of the site with all documents, if it is here.
    """
    if folder not in ADDRESSES or name not in {each.name for each in entries(folder)}:
        raise NotFoundError("this chapter does not exist")
    return _chapter(folder, name, documentation)


@cache
def _chapter(folder: str, name: str, documentation: str) -> Chapter:
    source = _source(folder, name)
    rendered = _Rendered(PurePosixPath(folder), documentation)
    body = rendered.html(source)
    return Chapter(folder, name, _title(source), body, tuple(rendered.games), tuple(rendered.live))


@cache
def rules(game: Game, documentation: str = "") -> str:
    """The rules of a game as HTML: its section of the document about rules, or its summary."""
    folder = chapters_folder()
    if folder is not None:
        _, *parts = _SECTION.split((folder / "rules.md").read_text(encoding="utf-8"))
        sections = dict(zip(parts[::2], parts[1::2], strict=True))
        if game.title in sections:
            said = _FENCE.sub("", _NAMED.sub(_capital, sections[game.title].strip()))
            return _Rendered(PurePosixPath(), documentation, commands=False).html(said)
    said = f"{game.summary} A move is {game.face.hint or game.move_hint}."
    return f"<p>{html.escape(said)}</p>"


@cache
def fault_help(name: str, documentation: str = "") -> str:
    """The section about a fault of a game file as HTML; empty if there is none."""
    if name not in sections():
        return ""
    return _Rendered(PurePosixPath(), documentation).html(sections()[name][1])


def starter() -> str:
    """A game in a file, for people to begin with. Raises NotFoundError."""
    folder = chapters_folder()
    if folder is None:
        raise NotFoundError("the example is not on this computer")
    return _included_text(folder, "examples/nim.py")


def live_board(
    game: Game, moves: Iterable[str], player: str, deals: str = "", *, picture: str
) -> str:
    """The element of a board to play on, around what is there until it can play; with `deals`, one
    that asks who wins endings, see `plyground.browser.live`.
    """
    computer = parse_player(player)
    assert computer is not None  # no person
    codes = [game.move_code(each) for each in moves]
    return element_of(file_stem(game), game, codes, computer, picture, COMING, deals=deals)


def drawn_later(game: Game, moves: Sequence[str], described: str = "") -> str:
    """A place for the picture of a position, which a script of the page fetches."""
    query = {"game": game.name, **game.values, "moves": " ".join(moves)}
    address = html.escape("/learn/board?" + urlencode(query))
    said = f' role="img" aria-label="{html.escape(described)}"' if described else ""
    return f'<div class="picture of-{game.name}"{said} hx-get="{address}" hx-trigger="load"></div>'


class _Rendered:
    """The rendering of one document."""

    def __init__(self, folder: PurePosixPath, documentation: str, *, commands: bool = True) -> None:
        """With `commands` each picture has the command that shows it below it."""
        self._folder, self._documentation, self._commands = folder, documentation, commands
        self._open: list[str] = []  # the elements of links that are open
        self._ids: set[str] = set()
        self.games: dict[Game, None] = {}
        """The games in its pictures."""
        self.live: dict[str, None] = {}
        """The names of those that can be played on."""

    def html(self, source: str) -> str:
        """The HTML of Markdown."""
        from markdown_it import MarkdownIt  # only once a chapter is read: it takes a while

        parser = MarkdownIt("commonmark", {"html": True}).enable("table")
        renderer: Any = parser.renderer  # its own types say that rules are methods of it
        renderer.rules |= {
            "text": _text,
            "fence": self._fence,
            "image": self._image,
            "link_open": self._link_open,
            "link_close": self._link_close,
            "heading_open": self._heading,
            "table_open": lambda *_: '<div class="wide" tabindex="0"><table>',
            "table_close": lambda *_: "</table></div>",
            "th_open": self._cell,
            "td_open": self._cell,
        }
        text = _IN_APP.sub(r"](\1)", _COMMENT.sub("", source))
        text = _LIVE.sub(r'||\1||\2")', text)
        text = _DETAILS.sub(_details, text)
        for name, _ in _NOTE.findall(text):
            text = text.replace(f"[^{name}]:", "<sup>*</sup>").replace(f"[^{name}]", "<sup>*</sup>")
        shown: str = parser.render(text)
        return _FIGURES.sub(r'<div class="positions">\1</div>', shown)

    def _fence(self, tokens: Sequence[Token], at: int, *_: Any) -> str:
        block = tokens[at]
        title = _TITLE.search(block.info)
        code = html.escape(_INCLUDE.sub(_included, block.content))
        if block.info == "diff":
            code = _CHANGED.sub(_change, code)
        head = f'<p class="file">{html.escape(title[1])}</p>' if title else ""
        return f'{head}<pre tabindex="0"><code>{code}</code></pre>\n'

    def _image(self, tokens: Sequence[Token], at: int, *_: Any) -> str:
        """The figure of a board, by the command that shows it."""
        command, *play = str(tokens[at].attrs["title"]).split("||")
        game, moves = _shown(command)
        self.games[game] = None
        picture = drawn_later(game, moves, tokens[at].content)
        if play:
            self.live[file_stem(game)] = None
            picture = live_board(game, moves, *play, picture=picture)
        kind = "live" if play else "still"
        caption = html.escape(tokens[at].content)
        if self._commands and not (play and play[1]):
            caption += f"<br><code>{html.escape(command)}</code>"
        return f'<figure class="{kind}">{picture}<figcaption>{caption}</figcaption></figure>'

    def _link_open(self, tokens: Sequence[Token], at: int, *_: Any) -> str:
        address = self._address(str(tokens[at].attrs["href"]))
        self._open.append("a" if address else "span")
        return f'<a href="{html.escape(address)}">' if address else "<span>"

    def _link_close(self, *_: Any) -> str:
        return f"</{self._open.pop()}>"

    def _address(self, target: str) -> str:
        """Where a link leads in the app; empty if nowhere."""
        path, mark, anchor = target.partition("#")
        if not path or path.startswith("/"):  # of this page, or of the app itself
            return target
        if ":" in path:
            return ""  # the app leads to no other site
        document = normpath(str(self._folder / path))
        folder, _, name = document.rpartition("/")
        if folder in ADDRESSES and (folder or name.removesuffix(".md") in GUIDES):
            return f"{ADDRESSES[folder]}/{name.removesuffix('.md')}{mark}{anchor}"
        if self._documentation:
            return f"{self._documentation}/{document.removesuffix('.md')}.html{mark}{anchor}"
        return _OTHERS.get(document, "")

    def _heading(self, tokens: Sequence[Token], at: int, *_: Any) -> str:
        name = self._unused(slug(_plain(tokens[at + 1].content)))
        return f'<{tokens[at].tag} id="{name}">'

    def _unused(self, name: str) -> str:
        count = 1
        unused = name
        while unused in self._ids:
            unused, count = f"{name}_{count}", count + 1
        self._ids.add(unused)
        return unused

    def _cell(self, tokens: Sequence[Token], at: int, *_: Any) -> str:
        right = "right" in str(tokens[at].attrs.get("style", ""))
        return f'<{tokens[at].tag} class="figure">' if right else f"<{tokens[at].tag}>"


def slug(text: str) -> str:
    """The anchor of a heading, as the documentation's site has it."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


def _shown(command: str) -> tuple[Game, list[str]]:
    """The game and the moves that a command shows: "plyground show connect4 44 --rows 4"."""
    _, _, name, *words = shlex.split(command)
    given = words.index("--columns") if "--columns" in words else len(words)
    options = words[given:]
    values = {key[2:]: int(value) for key, value in zip(options[::2], options[1::2], strict=True)}
    game = installed_game(name)(**values)
    return game, game.split_moves(words[:given])


def _capital(found: re.Match[str]) -> str:
    return found[1].upper()


def _text(tokens: Sequence[Token], at: int, *_: Any) -> str:
    """Words, in which edges stay on one line."""
    return _EDGES.sub(r'<span class="edge">\g<0></span>', html.escape(tokens[at].content))


def _details(found: re.Match[str]) -> str:
    body = re.sub(r"^ {4}", "", found[2], flags=re.MULTILINE)
    return (
        f"<details><summary>{html.escape(found[1])}</summary>\n\n{body.strip()}\n\n</details>\n\n"
    )


def _included(found: re.Match[str]) -> str:
    """The text of a file that a document includes: a copy in the package, or that in a clone."""
    folder = chapters_folder()
    assert folder is not None  # the document came from there
    return _included_text(folder, found[1]).rstrip()


def _included_text(folder: Path, name: str) -> str:
    paths = (folder / f"{name}.txt", folder.parent / name)
    return next(path.read_text(encoding="utf-8") for path in paths if path.is_file())


def _change(found: re.Match[str]) -> str:
    """A line of a file that is wrong, or that is right."""
    return f'<span class="{"wrong" if found[1] == "-" else "right"}">{found[0]}</span>'


def _entry(folder: str, name: str) -> Entry:
    source = _source(folder, name)
    paragraphs = [each for each in source.split("\n\n") if each and each[0] not in "#<-|"]
    first = _plain(paragraphs[0]).removeprefix("The question. ")
    sentence = _SENTENCE.match(first)
    about = " ".join(sentence[0].split()) if sentence else ""
    address, picture = f"{ADDRESSES[folder]}/{name}", drawn_later(*_first_board(source))
    return Entry(name, _title(source), about, address, picture)


def _first_board(source: str) -> tuple[Game, Sequence[str]]:
    """The first position that a document's commands name, or else its game in play."""
    named = [found.groups() for found in _COMMAND.finditer(source) if found[1] in game_names()]
    name, moves = next((each for each in named if each[1]), (named or [(_USUAL, None)])[0])
    game = installed_game(name)()
    return game, game.split_moves(moves or game.face.example)


def _title(source: str) -> str:
    return source.partition("\n")[0].removeprefix("# ")


def _plain(text: str) -> str:
    """Markdown without its marks."""
    return _MARKS.sub("", text)


def _source(folder: str, name: str) -> str:
    if (folder, name) == ("", _FAULTS):
        return faults_page()
    top = chapters_folder()
    assert top is not None
    return Path(top, folder, f"{name}.md").read_text(encoding="utf-8")
