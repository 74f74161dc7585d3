"""`plyground page` and `pages`: games as HTML files, to be opened as they are or passed on."""

from __future__ import annotations

import html
from pathlib import Path
from urllib.parse import quote

from plyground.browser.arcade import INDEX, PLAY, USUAL, arcade, beside, unpacked
from plyground.browser.learned import shipped_file
from plyground.browser.modules import standard_games, why_no_page
from plyground.browser.pages import page as document
from plyground.cli.batch import interruptible, progress
from plyground.cli.exits import FAILURE, UserError
from plyground.cli.games import usual_game
from plyground.cli.output import STANDARD_OUTPUT, OutputFile, complain, tell, unwritable
from plyground.cli.terminal import Terminal, notices
from plyground.games import BUILT_IN
from plyground.position import CannotError, Game, PlygroundError, file_stem
from plyground.search import Control
from plyground.testing import check_statements

_OPENING = (
    "A double click opens it on a computer, and a tap on an Android phone. "
    "iPhones and iPads need an address: plyground serve --page {}"
)

_FRAME = (
    "Put that file beside a page of yours, and write into the page: "
    '<iframe src="{}" title="{}" width="360" height="460"></iframe>'
)


def page(
    game: Game, output: Path | None, embed: bool, learned: bool = False, weights: Path | None = None
) -> None:
    """Write the page of a game, and say how to open it. It offers the player that has learned the
    game by the file that comes with it (`learned`), or by `weights`.
    """
    taught = weights or (shipped_file(game) if learned else None)
    if embed and taught:
        raise UserError("a page with the board alone has no list of opponents: leave out --embed")
    path = output or Path(f"{file_stem(game)}.html")
    file = OutputFile(path)
    with notices(game.title):
        made = Terminal().wait(
            lambda: _made(game, embed=embed, learned=taught),
            Control(),
            f"Making the page of {game.title} ...",
        )
    file.write(made)
    if path != STANDARD_OUTPUT:
        how = _framed(path, game) if embed else _OPENING.format(_quoted(path))
        tell(f"{game.title} is in the file {path}. {how}")


def pages(place: Path, names: list[str], check: bool = False) -> None:
    """Write the pages of the standard games and of others to a folder, with one that leads to them;
    or to a file that ends in .html, the usual games. With `check` only compare what is there.

    A game that cannot have a page is left out. Raises UserError then, when all others are written;
    and if what is there differs.
    """
    single = place.suffix == ".html"
    if single and names:
        raise UserError("one file has the four usual games: for others give a folder")
    own, refused = _own(names)
    games = (
        {} if single else {f"{file_stem(game)}.html": game for game in (*standard_games(), *own)}
    )
    if not check:
        _prepare(place, single)

    def work() -> dict[str, str | bytes]:
        made = {}
        with progress(len(games) + 1, "pages") as step:
            for name, game in sorted(games.items(), key=lambda each: each[1] not in own):
                try:  # a user's own first, which may be refused
                    made[name] = _made(game, home=INDEX)
                except CannotError as error:
                    refused.append(str(error))
                step(game.title)
            play = arcade()
            step("the usual games")
        if single:
            return {place.name: play}
        index = arcade({name: game for name, game in games.items() if name in made})
        texts = {**made, PLAY: play, INDEX: index}
        return {**texts, **beside(texts.values())}

    with notices("the games"):
        made, _ = interruptible(work, Control(), 0)
    assert made is not None
    folder = place.parent if single else place
    if check:
        _compare(folder, made, place)
        return
    for name, content in made.items():
        OutputFile(folder / name).write(content)
    if single:
        tell(f"{len(USUAL)} games are in the file {place}. {_OPENING.format(_quoted(place))}")
        return
    count = len(games) - len(refused) + len(names) - len(own)
    tell(f"{folder / INDEX} leads to {count} games. {_OPENING.format(_quoted(folder))}")
    for line in refused:
        complain(line)
    if refused:
        raise UserError(f"{len(refused)} of your games could not be written", FAILURE)


def _prepare(place: Path, single: bool) -> None:
    """See that there is a folder or a file to write to, before the work."""
    if single:
        OutputFile(place)
        return
    try:
        place.mkdir(exist_ok=True)
    except FileExistsError:
        raise UserError(f"{place} is a file: give a folder for the pages", FAILURE) from None
    except OSError as error:
        raise unwritable(place, error) from None
    OutputFile(place / INDEX)


def _compare(folder: Path, made: dict[str, str | bytes], place: Path) -> None:
    """Raises UserError if a file in a folder is not what was made."""
    again = f"make it again with plyground pages {_quoted(place)}"
    for name, content in made.items():
        path = folder / name
        try:
            found = path.read_bytes()
        except OSError as error:
            raise UserError(f"{path} cannot be read ({error.strerror}): {again}", FAILURE) from None
        if isinstance(content, str):
            try:
                same = unpacked(found.decode()) == unpacked(content)
            except (ValueError, OSError, EOFError):  # it is no such document
                same = False
        else:
            same = found == content or path.suffix == ".png"  # which other libraries pack otherwise
        if not same:
            raise UserError(f"{path} is not what this version of Plyground makes: {again}", FAILURE)
    tell(f"{place} is up to date.")


def _made(game: Game, embed: bool = False, home: str = "", learned: Path | None = None) -> str:
    """The page of a game. Raises CannotError, in seconds, if the rules of a user's own game are not
    as they should be: its module, which takes a minute, would fail or go wrong.
    """
    if game.name not in BUILT_IN and "cells" in game.rules.kernels:
        try:
            check_statements(game)
        except AssertionError as error:
            raise CannotError(str(error)) from None
        if reason := why_no_page(game):
            raise CannotError(f"{game.title} cannot be played in a page: {reason}")
    return document(game, embed=embed, home=home, learned=learned)


def _own(names: list[str]) -> tuple[list[Game], list[str]]:
    """The games of these names and files, and why others are none."""
    games, refused = [], []
    for name in names:
        try:
            games.append(usual_game(name))
        except PlygroundError as error:
            refused.append(str(error))
    return games, refused


def _framed(path: Path, game: Game) -> str:
    """How another page shows the one that was written."""
    return _FRAME.format(html.escape(quote(path.name)), html.escape(game.title))


def _quoted(path: Path) -> str:
    return f'"{path}"' if " " in str(path) else str(path)
