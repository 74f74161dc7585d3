"""Series in words and as data: JSON and CSV are the same everywhere."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from plyground.arena.meeting import Played
from plyground.arena.statistics import wilson
from plyground.arena.table import Line, Table
from plyground.kernel import GENERATOR
from plyground.position import Game

T = TypeVar("T")

Data = list[dict[str, Any]]
"""A dict for each row, all with the same keys."""


@dataclass(frozen=True)
class Columns:
    """An answer in words: a head for each column, the rows, and notes below. All columns but the
    first `words` hold figures.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    words: int = 1

    @staticmethod
    def of(rows: Iterable[T], cells: Mapping[str, Callable[[T], str]], *notes: str) -> Columns:
        """The columns with these heads, each with what makes its cell of a row."""
        made = tuple(tuple(cell(row) for cell in cells.values()) for row in rows)
        return Columns(tuple(cells), made, notes)

    def only(self, *places: int) -> Columns:
        """Some of the columns."""
        heads, *rows = (tuple(row[at] for at in places) for row in (self.heads, *self.rows))
        return Columns(heads, tuple(rows), self.notes, self.words)


def counted(count: int, one: str, several: str = "") -> str:
    """A number of things in words: "1 match", "2 matches"."""
    return f"{count:,} {one if count == 1 else several or f'{one}s'}"


def head(game: Game, seed: int) -> dict[str, Any]:
    """What every JSON object begins with that is about one game."""
    return {
        "game": game.name,
        "parameters": dict(game.values),
        "seed": seed,
        "generator": GENERATOR,
    }


def duration(seconds: float) -> str:
    """A time in words, as exact as it makes sense."""
    if seconds >= 100:
        return f"{seconds:.0f} s"
    if seconds >= 1:
        return f"{seconds:.3g} s"
    if seconds >= 1e-5:
        return f"{1000 * seconds:.3g} ms"
    return "0 ms" if seconds == 0 else "< 0.01 ms"


@dataclass(frozen=True)
class Figure:
    """A figure of each entrant: by its name in data, and by its heads in tables, if it has any."""

    name: str
    value: Callable[[Line], Any]
    head: str = ""
    """In a terminal."""
    page: str = ""
    """In a page."""
    text: Callable[[Any], str] = "{:,}".format
    narrow: int = 0
    """How narrow a terminal may be that has it: see `tournament_report.table`."""
    in_data: bool = True

    def cell(self, line: Line) -> str:
        """The figure in words."""
        return self.text(self.value(line))


FIGURES = (
    Figure("points", lambda line: line.points),
    Figure("matches", lambda line: line.matches, "Matches", "Games", narrow=1, in_data=False),
    Figure("won", lambda line: line.wins, "Won", "Won"),
    Figure("drawn", lambda line: line.draws, "Drawn", "Drawn"),
    Figure("lost", lambda line: line.losses, "Lost", "Lost"),
    Figure("forfeits", lambda line: line.forfeits),
    Figure("moves", lambda line: line.moves),
    Figure("nodes", lambda line: line.nodes, "", "Positions"),
    Figure("seconds", lambda line: round(line.seconds, 6), "", "Time", duration),
    Figure("median", lambda line: line.seconds_per_move(), "", "Time a move", duration, 0, False),
)
"""What an entrant reached, and its efforts, in the order of tables."""


def figures(line: Line) -> dict[str, Any]:
    """The same as data."""
    return {each.name: each.value(line) for each in FIGURES if each.in_data}


def of_each(count: int, **values: Sequence[Any]) -> dict[str, Any]:
    """Columns for each of so many: `points_1`, `points_2`; None where there are fewer values."""
    return {
        f"{what}_{at + 1}": found[at] if at < len(found) else None
        for what, found in values.items()
        for at in range(count)
    }


def round_text(played: Played, players: Sequence[str]) -> str:
    """How a match ended, in words; `players` are the names of the entrants."""
    if played.forfeited_by:
        return f"{players[played.forfeited_by[0]]} forfeits"
    won = [player for player in range(len(players)) if played.standing(player) > 0]
    if not won:
        return "a draw"
    if len(players) > 2 and len(won) > 1:
        (lost,) = (player for player in range(len(players)) if played.standing(player) < 0)
        return f"{players[lost]} loses"
    return f"{players[won[0]]} wins"


def as_data(series: Table) -> dict[str, Any]:
    """A series as one JSON object."""
    plan, main = series.plan, series.lines[0]
    return {
        **head(plan.games[0], plan.seed),
        "first": plan.first,
        "rounds": plan.rounds,
        "played": len(series.played),
        "wins": main.wins,
        "draws": main.draws,
        "losses": main.losses,
        "seats": [
            {
                "player": plan.entrants[each.player].player.text,
                **(found := figures(each)),
                "intervals": {
                    name: wilson(found[name], each.matches, series.independent)
                    for name in ("won", "drawn", "lost")
                },
                "seconds_per_move": {
                    "median": each.seconds_per_move(),
                    "percentile_95": each.seconds_per_move(95),
                },
            }
            for each in series.lines
        ],
        "matches": [
            {
                "round": each.meeting.number + 1,
                "seating": list(each.seating),
                "moves": list(each.match.moves),
                "standings": [each.standing(player) for player in range(len(each.seating))],
                "forfeit": each.match.forfeit,
            }
            for each in series.played
        ],
    }


def as_csv(series: Table) -> str:
    """A line for each round. Players are numbered from 1, in the order of the series: points and
    efforts are theirs. `seat_1` is who began.
    """
    names = series.texts
    players = range(len(names))
    found: Data = []
    for each in series.played:
        efforts = [each.match.efforts[each.seating.index(player)] for player in players]
        numbered = of_each(
            len(names),
            player=names,
            seat=[names[player] for player in each.seating],
            points=[each.half_points(player) / 2 for player in players],
            nodes=[effort.nodes for effort in efforts],
            seconds=[f"{sum(effort.seconds):.6f}" for effort in efforts],
        )
        found.append(
            {
                "round": each.meeting.number + 1,
                **numbered,
                "plies": len(each.match.moves),
                "moves": " ".join(each.match.moves),
                "forfeit": each.match.forfeit or "",
            }
        )
    numbered = of_each(len(names), player=(), seat=(), points=(), nodes=(), seconds=())
    return csv_text(found, ["round", *numbered, "plies", "moves", "forfeit"])


def csv_text(rows: Data, heads: Sequence[str] = ()) -> str:
    """Rows as comma-separated values, below their names; "" without either."""
    text = io.StringIO()
    heads = heads or list(rows[0] if rows else ())
    if heads:
        writer = csv.DictWriter(text, heads, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return text.getvalue()


def elo_text(elo: float, error: float | None, bound: str = "") -> str:
    """A rating with its 95 % error, or behind its bound: "more than 500"."""
    if bound:
        return f"{bound} {round(elo):,}"
    return f"{round(elo):,} ± {error:,.0f}" if error else f"{round(elo):,}"


def share(count: int, total: int, independent: int) -> str:
    """A count, with the 95 % interval of its share in percent; see `wilson`."""
    low, high = wilson(count, total, independent)
    narrow = high - low < 0.1
    digits = 1 if narrow else 0  # so that none seems certain
    return f"{count} ({100 * low:.{digits}f} to {100 * high:.{digits}f} %)"
