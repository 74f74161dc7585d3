"""What `plyground info` reports, and removes."""

from __future__ import annotations

import platform
import shutil
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

from plyground.cli.exits import FAILURE, UserError
from plyground.cli.terminal import Terminal, paragraph
from plyground.folders import cache_folder
from plyground.kernel import cache
from plyground.search import tables_folder


def report() -> None:
    """Print names and values: versions, folders, and the sizes of what is kept."""
    files, size = cache.size()
    libraries = ", ".join(f"{name} {version(name)}" for name in ("numpy", "numba", "typer", "rich"))
    tables, books = tables_folder(), _books_folder()
    unfinished = (each for work in tables.glob("*.work") for each in work.glob("*"))
    facts = {
        "plyground": version("plyground"),
        "Python": f"{platform.python_version()} on {platform.platform()}",
        "libraries": libraries,
        "package": str(Path(__file__).parent.parent),
        "compiled code": str(cache.folder()),
        "kept there": "yes" if cache.writable() else "no: the folder cannot be written",
        "cache size": _amount(files, size),
        "tables": f"{_total(tables.glob('*.table'))}, in {tables}",
        "kept searches": f"{_total(tables.glob('*.search'))}, in {tables}",
        "unfinished": f"{_total(unfinished)} of tables, in {tables}",
        "built books": f"{_total(books.glob('*'))}, in {books}",
    }
    terminal = Terminal()
    for name, value in facts.items():
        terminal.entry(f"{name:16}", value)


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
