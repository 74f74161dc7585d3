"""Series in words and as data: JSON and CSV are the same everywhere."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from plyground.arena.meeting import Played
from plyground.arena.statistics import wilson
from plyground.arena.table import Table
from plyground.kernel import GENERATOR

Data = list[dict[str, Any]]
"""A dict for each row, all with the same keys."""


@dataclass(frozen=True)
class Columns:
    """An answer in words: a head for each column, the rows, and notes below."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]


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
    plan, (game,) = series.plan, series.plan.games
    main = series.lines[0]
    return {
        "game": game.name,
        "parameters": dict(game.values),
        "seed": plan.seed,
        "generator": GENERATOR,
        "first": plan.first,
        "rounds": plan.rounds,
        "played": len(series.played),
        "wins": main.wins,
        "draws": main.draws,
        "losses": main.losses,
        "seats": [
            {
                "player": plan.entrants[each.player].player.text,
                "points": each.points,
                "won": each.wins,
                "drawn": each.draws,
                "lost": each.losses,
                "intervals": {
                    name: wilson(count, each.matches, series.independent)
                    for name, count in (
                        ("won", each.wins),
                        ("drawn", each.draws),
                        ("lost", each.losses),
                    )
                },
                "forfeits": each.forfeits,
                "moves": each.moves,
                "nodes": each.nodes,
                "seconds": each.seconds,
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
    """A line for each round. Players are numbered from 1, in the order of the series."""
    names = series.texts
    players = range(len(names))
    of_each = ("seat", "points", "nodes", "seconds")
    heads = [f"{what}_{player + 1}" for what in of_each for player in players]
    found: Data = []
    for each in series.played:
        efforts = [each.match.efforts[each.seating.index(player)] for player in players]
        figures = [
            *(names[player] for player in each.seating),
            *(each.half_points(player) / 2 for player in players),
            *(effort.nodes for effort in efforts),
            *(f"{sum(effort.seconds):.6f}" for effort in efforts),
        ]
        found.append(
            {
                "round": each.meeting.number + 1,
                **dict(zip(heads, figures, strict=True)),
                "plies": len(each.match.moves),
                "moves": " ".join(each.match.moves),
                "forfeit": each.match.forfeit or "",
            }
        )
    return csv_text(found, ["round", *heads, "plies", "moves", "forfeit"])


def csv_text(rows: Data, heads: Sequence[str] = ()) -> str:
    """Rows as comma-separated values, below their names; "" without either."""
    text = io.StringIO()
    heads = heads or list(rows[0] if rows else ())
    if heads:
        writer = csv.DictWriter(text, heads, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return text.getvalue()


def duration(seconds: float) -> str:
    """A time in words, as exact as it makes sense."""
    if seconds >= 100:
        return f"{seconds:.0f} s"
    if seconds >= 1:
        return f"{seconds:.3g} s"
    if seconds >= 1e-5:
        return f"{1000 * seconds:.3g} ms"
    return "0 ms" if seconds == 0 else "< 0.01 ms"


def share(count: int, total: int, independent: int) -> str:
    """A count, with the 95 % interval of its share in percent; see `wilson`."""
    low, high = wilson(count, total, independent)
    narrow = high - low < 0.1
    digits = 1 if narrow else 0  # so that none seems certain
    return f"{count} ({100 * low:.{digits}f} to {100 * high:.{digits}f} %)"
