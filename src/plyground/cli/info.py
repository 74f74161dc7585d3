"""What `plyground info` reports, and removes.

The report is what a person sends who asks for help: the versions, the system, the folders, what is
installed, and for each fault a sentence that says what to do. It imports no Numba.
"""

from __future__ import annotations

import importlib.util
import json
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, distribution, metadata, version
from pathlib import Path

from plyground.cli.exits import FAILURE, UserError
from plyground.cli.start import is_installed
from plyground.cli.terminal import Terminal, paragraph
from plyground.cli.working import beyond_ascii
from plyground.folders import cache_folder, data_folder
from plyground.installing import install_command, libraries
from plyground.kernel import cache
from plyground.search import processors, tables_folder

_PACKAGE = Path(__file__).parent.parent
_LIBRARIES = ("numpy", "numba", "llvmlite", "wasmtime", "typer", "rich")
_LEAST_FREE = 500_000_000  # bytes: compiled code of some games, and a table
_AGAIN = "install Plyground again; in a checkout, run `make modules`"


def report() -> None:
    """Print names and values, and then what is wrong."""
    terminal = Terminal()
    problems: list[str] = []
    for name, value in _facts(problems):
        terminal.entry(f"{name:16}", value)
    for problem in problems or ["none found"]:
        terminal.entry(f"{'problem' if problems else 'problems':16}", problem)


def _facts(problems: list[str]) -> Iterator[tuple[str, str]]:
    """The names and values. What is wrong is added to `problems`."""
    yield "plyground", version("plyground")
    yield "Python", f"{platform.python_version()} on {platform.platform()}"
    yield "machine", f"{platform.machine()}, {os.cpu_count()} processors, {processors()} for this"
    if sys.maxsize < 2**32:
        problems.append("This Python has 32 bits, and Numba needs 64: install a Python of 64 bits.")
    yield "package", f"{_PACKAGE}, {_how_installed()}"
    yield "libraries", _versions(_LIBRARIES, problems)
    yield from _modules(problems)
    yield from _folders(problems)
    yield from _extras(problems)
    yield from _terminal(problems)
    if is_installed():
        yield from _app(problems)
    yield from _kept()


def _how_installed() -> str:
    found = distribution("plyground")
    if json.loads(found.read_text("direct_url.json") or "{}").get("dir_info", {}).get("editable"):
        return "editable"
    if Path(str(found.locate_file("plyground"))).resolve() == _PACKAGE.resolve():
        return "from a wheel"
    return "a checkout" if (_PACKAGE.parents[1] / "pyproject.toml").exists() else "a copy"


def _versions(names: Iterable[str], problems: list[str]) -> str:
    found = []
    for name in names:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(f"{name} missing")
            problems.append(f"{name} is missing: {sys.executable} -m pip install {name}")
    return ", ".join(found)


def _modules(problems: list[str]) -> Iterator[tuple[str, str]]:
    """Whether modules run here, and which lie ready and fit (see `position.shipped`)."""
    from plyground.browser.modules import standard_games
    from plyground.browser.shipped import fits
    from plyground.position.home import runs_here
    from plyground.position.shipped import DATA, MODULE, read_file, row_of, trusted

    yield "modules run", "yes" if runs_here() else "no"
    if not runs_here():
        problems.append(
            "The library wasmtime does not load, so each game compiles for a minute before its "
            f"first answer: {sys.executable} -m pip install --force-reinstall wasmtime"
        )
    games = standard_games()
    rows = [(game, row) for game in games if (row := row_of(game)) is not None]
    whole = [
        game for game, row in rows if all(read_file(game, each, row) for each in (MODULE, DATA))
    ]
    # The sizes of a game have the same text, and a seal takes half a second.
    first = {type(game): game for game in reversed(whole)}
    known = {kind: trusted(kind) or fits(game) for kind, game in first.items()}
    fitting = [game for game in whole if known[type(game)]]
    same = all(map(trusted, first))
    how = "made of these files" if same else "the files have changed, so seals decide"
    yield "ready modules", f"{len(fitting)} of {len(games)} fit ({how})"
    for count, fault in (
        (len(games) - len(rows), "missing"),
        (len(rows) - len(whole), "damaged"),
        (len(whole) - len(fitting), "of another version"),
    ):
        if count:
            problems.append(
                f"{count} of the {len(games)} ready modules {'is' if count == 1 else 'are'} "
                f"{fault}, so these games compile before their first answer: {_AGAIN}."
            )


def _folders(problems: list[str]) -> Iterator[tuple[str, str]]:
    """Whether files can be kept, and how much room there is for them."""
    for name, folder, variable, lost in (
        ("cache", cache_folder(), "XDG_CACHE_HOME", "every start compiles again"),
        ("data", data_folder(), "XDG_DATA_HOME", "the app does not start"),
    ):
        place = next((each for each in (folder, *folder.parents) if os.path.exists(each)), folder)
        try:
            with tempfile.TemporaryFile(dir=place):
                free = shutil.disk_usage(place).free
        except OSError as error:
            why = error.strerror or str(error)
            yield name, f"{folder}, cannot be written: {why}"
            other = f", or name another by {variable}" if sys.platform == "linux" else ""
            problems.append(
                f"The {name} folder {folder} cannot be written ({why}), so {lost}: make it "
                f"writable{other}."
            )
            continue
        yield name, f"{folder}, can be written, {free / 1e9:.1f} GB free"
        if free < _LEAST_FREE:
            problems.append(
                f"Only {free / 1e6:.0f} MB are free for the {name} folder {folder}: make room, "
                f"{_LEAST_FREE / 1e6:.0f} MB or more."
            )


def _extras(problems: list[str]) -> Iterator[tuple[str, str]]:
    extras = sorted(set(metadata("plyground").get_all("Provides-Extra") or ()) - {"all"})
    lacks = {extra: [each for each in libraries(extra) if not _has(each)] for extra in extras}
    yield "extras", ", ".join(each for each in extras if not lacks[each]) or "none"
    missing = [f"{each} ({', '.join(lacks[each])})" for each in extras if lacks[each]]
    yield "missing extras", ", ".join(missing) or "none"
    if lacks.get("app"):
        problems.append(
            f"The app is not installed, and only the terminal plays: {install_command('app')}"
        )


def _has(library: str) -> bool:
    try:
        version(library)
    except PackageNotFoundError:
        return False
    return True


def _terminal(problems: list[str]) -> Iterator[tuple[str, str]]:
    size = f"{shutil.get_terminal_size().columns} columns"
    kind = size if sys.stdout.isatty() else "not a terminal"
    yield "output", f"{sys.stdout.encoding}, {kind}"
    if sys.stdout.isatty() and not beyond_ascii(sys.stdout):
        cure = "chcp 65001" if sys.platform == "win32" else "export LC_ALL=C.UTF-8"
        problems.append(
            f"The terminal takes only characters of {sys.stdout.encoding}, so boards are drawn "
            f"with letters: {cure}"
        )


def _app(problems: list[str]) -> Iterator[tuple[str, str]]:
    """Where the app would be, and what would show it."""
    from plyground.web.launch import addresses, instance, window
    from plyground.web.launch.serving import SERVED_PORT
    from plyground.web.launch.start import USUAL_PORT

    running = instance.find(data_folder())
    yield "app", "does not run" if running is None else f"runs at {running.address}"
    found = []
    for port in (USUAL_PORT, SERVED_PORT):
        try:
            addresses.listen(addresses.LOOPBACK, port, port).close()
            found.append(f"{port} free")
        except addresses.AddressError:
            found.append(f"{port} taken, another is used")
    yield "ports", ", ".join(found)
    try:
        addresses.listen(addresses.LOOPBACK, 0, 0).close()
    except addresses.AddressError as error:
        problems.append(
            f"No program can listen at {addresses.LOOPBACK} ({error}): look at the computer's "
            "firewall or security program."
        )
    if not window.has_display():
        yield "window", "no screen: the app says its address"
    elif importlib.util.find_spec("webview") is not None:
        yield "window", "pywebview"
    else:
        yield "window", window.browser() or "no Chromium, Chrome or Edge: a browser tab opens"


def _kept() -> Iterator[tuple[str, str]]:
    """The sizes of what is kept."""
    tables, books = tables_folder(), _books_folder()
    unfinished = (each for work in tables.glob("*.work") for each in work.glob("*"))
    yield "compiled code", f"{_amount(*cache.size())}, in {cache_folder() / 'kernels'}"
    yield "tables", f"{_total(tables.glob('*.table'))}, in {tables}"
    yield "kept searches", f"{_total(tables.glob('*.search'))}, in {tables}"
    yield "unfinished", f"{_total(unfinished)} of tables, in {tables}"
    yield "built books", f"{_total(books.glob('*'))}, in {books}"


def clear(compiled: bool, solved: bool) -> None:
    """Remove compiled code, or what was solved; say so. Raises UserError if that fails."""
    if compiled:
        try:
            cache.clear()
        except OSError as error:
            raise UserError(f"the cache cannot be removed: {error}", FAILURE) from None
        paragraph("The compiled code was removed; the next use of each game prepares it again.")
        if not solved:
            paragraph(
                "Tables, kept searches and built books are left: --clear-tables removes them."
            )
    if solved:
        try:
            for folder in (tables_folder(), _books_folder()):
                if folder.exists():
                    shutil.rmtree(folder)
        except OSError as error:
            raise UserError(f"the tables cannot be removed: {error}", FAILURE) from None
        paragraph("Tables, kept searches and built books were removed.")


def _books_folder() -> Path:
    return cache_folder() / "books"


def _total(files: Iterable[Path]) -> str:
    sizes = [path.stat().st_size for path in files if path.is_file()]
    return _amount(len(sizes), sum(sizes))


def _amount(files: int, size: int) -> str:
    return f"{size / 1e6:.1f} MB in {files:,} file{'' if files == 1 else 's'}"
