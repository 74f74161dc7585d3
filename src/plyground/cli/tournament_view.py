"""A tournament on a terminal: what is shown while it is played, and its tables at the end."""

from __future__ import annotations

import shutil
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table as Grid
from rich.text import Text

from plyground.arena.exactness import NOTHING, Exactness
from plyground.arena.report import Columns
from plyground.arena.run import Run
from plyground.arena.table import Table
from plyground.arena.tournament_report import NARROWEST, crosstable, settings_text, table
from plyground.cli import tables
from plyground.cli.batch import time_left
from plyground.cli.terminal import Terminal, paragraph

_WINDOW = 60  # glances over which the speed is measured
_PART = 0.05  # of the time, at most, goes into the table
_AROUND = 4  # columns that the row leaves free
_OTHERS = 5  # lines of a terminal that the table must not take
_BAR = 12
_EXACT = "Exact"  # the column that gets a table of its own where it has no room
_RATED = 10  # matches for each entrant from which ratings say something, and take no time
_CROSSED = 3  # entrants from which a cross table says more


class Live:
    """The bar, the time that is left, and the table, as far as it is cheap to make."""

    def __init__(self, tournament: Run) -> None:
        self._tournament = tournament
        self._expected = tournament.expected
        self._seen: deque[tuple[float, int]] = deque(maxlen=_WINDOW)
        self._table: list[Text] = []
        self._next = 0.0

    def drawn(self) -> RenderableType:
        """What to show now."""
        now = time.monotonic()
        played = self._tournament.played
        expected = max(self._expected, played)
        if played and (not self._seen or played != self._seen[-1][1]):
            self._seen.append((now, played))
        if played and now >= self._next:
            self._table = self._lines()
            took = time.monotonic() - now
            self._next = now + took / _PART
        grid = Grid.grid(padding=(0, 1))
        grid.add_row(
            ProgressBar(expected, played, width=_BAR),
            Text(self._said(played, expected), no_wrap=True, overflow="ellipsis"),
        )
        return Group(grid, *self._table)

    def _said(self, played: int, expected: int) -> str:
        words = f"{played:,} of {expected:,} matches"
        if len(self._seen) < 2:
            return words
        (begun, first), (now, last) = self._seen[0], self._seen[-1]
        return f"{words}, {time_left((expected - last) * (now - begun) / (last - first))}"

    def _lines(self) -> list[Text]:
        size = shutil.get_terminal_size()
        standings = self._tournament.table
        rated = len(standings.played) >= _RATED * len(standings.plan.entrants)
        shown = _fitting(standings, NOTHING, size.columns - _AROUND, rated)
        lines = tables.lines(*_numbered(shown), size.columns - _AROUND, figures=True, words=2)
        return lines[: max(size.lines - _OTHERS, 0)]


def report(tournament: Run, found: Exactness) -> None:
    """Print the tables and what there is to say."""
    standings = tournament.table
    plan = tournament.plan
    paragraph(f"{plan.title}: {settings_text(plan)}")
    if not standings.played:
        return
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    shown = _fitting(standings, found, width)
    Terminal().table(*_numbered(shown), figures=True, words=2)
    if found.shares and _EXACT not in shown.heads:
        whole = table(standings, found)
        wanted = [0, 1, whole.heads.index(_EXACT)]
        rows = tuple(tuple(row[at] for at in wanted) for row in whole.rows)
        part = Columns(tuple(whole.heads[at] for at in wanted), rows, ())
        Terminal().table(*_numbered(part), figures=True, words=2)
    crossed = _crossed(standings, width)
    if crossed is not None:
        Terminal().table(crossed.heads, crossed.rows, figures=True)
    for line in _said(tournament, shown):
        paragraph(line)


def _said(tournament: Run, shown: Columns) -> Iterator[str]:
    if not tournament.complete:
        yield f"Not finished: {tournament.played:,} of {tournament.expected:,} matches."
    yield from shown.notes
    if tournament.path is not None:
        yield f"Results: {tournament.path}"


def _fitting(standings: Table, found: Exactness, width: int | None, rated: bool = True) -> Columns:
    """The table with as many columns as fit."""
    for narrow in range(NARROWEST):
        shown = table(standings, found, narrow, rated)
        if tables.fits(*_numbered(shown), width):
            return shown
    return table(standings, found, NARROWEST, rated)


def _numbered(shown: Columns) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
    """The columns of the table, of which the first two have no figures; places need no head."""
    rows = [(f"{place:>2}", *others) for place, *others in shown.rows]
    return ("", *shown.heads[1:]), rows


def _crossed(standings: Table, width: int | None) -> Columns | None:
    """The cross table, without names if they have no room; None if it has none either."""
    crossed = crosstable(standings)
    if len(crossed.rows) < _CROSSED:
        return None
    if tables.fits(crossed.heads, crossed.rows, width):
        return crossed
    numbered = tuple((str(place), *row[1:]) for place, row in enumerate(crossed.rows, 1))
    if tables.fits(crossed.heads, numbered, width):
        return Columns(crossed.heads, numbered, ())
    return None
