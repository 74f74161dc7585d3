"""The row that a terminal shows while work goes on: drawn in place, and gone when the work ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from rich.console import Console, RenderableType
from rich.constrain import Constrain
from rich.live import Live

# Columns behind the row, which Ctrl-C would break in two: for ^C, and for … where it is three dots.
_MARGIN = 4
_REFRESHES = 12.5  # a second

_rows: list[Live] = []  # those that are shown


def redraws(stream: TextIO) -> bool:
    """Whether a stream is a terminal on which a line can be changed."""
    return stream.isatty() and os.environ.get("TERM", "").lower() not in ("dumb", "unknown")


def beyond_ascii(stream: TextIO) -> bool:
    """Whether a stream takes more than the characters of ASCII."""
    return (getattr(stream, "encoding", None) or "").lower().startswith("utf")


def spinner() -> str:
    """The name of the spinner that standard error can show."""
    return "dots" if beyond_ascii(sys.stderr) else "line"


@contextmanager
def row(
    drawn: Callable[[], RenderableType], doing: str, refreshes: float = _REFRESHES
) -> Iterator[None]:
    """Show on standard error, if that is a terminal, what `drawn` returns, again and again: so
    often a second.

    Where no line can be changed, it is `doing`, once.
    """
    if not redraws(sys.stderr):
        if sys.stderr.isatty():
            print(doing, file=sys.stderr, flush=True)  # noqa: T201
        yield
        return
    console = Console(stderr=True, highlight=False)
    live = Live(
        console=console,
        get_renderable=lambda: Constrain(drawn(), console.width - _MARGIN),
        refresh_per_second=refreshes,
        transient=True,
    )
    with live:
        _rows.append(live)
        try:
            yield
        finally:
            _rows.remove(live)


def clear_rows() -> None:
    """Take away the rows of threads that nobody will wait for."""
    for live in _rows[:]:
        live.stop()
