"""Series in words and as data: JSON and CSV are the same everywhere."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from plyground.arena.series import Round, Series
from plyground.arena.statistics import wilson
from plyground.kernel import GENERATOR
from plyground.position import Position
from plyground.records import Record, RecordedMove

Data = list[dict[str, Any]]
"""A dict for each row, all with the same keys."""


@dataclass(frozen=True)
class Table:
    """An answer in words: a head for each column, the rows, and notes below."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]


def round_text(played: Round, players: Sequence[str]) -> str:
    """How a round ended, in words."""
    if played.forfeited_by is not None:
        return f"{players[played.forfeited_by]} forfeits"
    won = [player for player in range(len(players)) if played.standing(player) > 0]
    if not won:
        return "a draw"
    if len(players) > 2 and len(won) > 1:
        (lost,) = (player for player in range(len(players)) if played.standing(player) < 0)
        return f"{players[lost]} loses"
    return f"{players[won[0]]} wins"


def as_data(series: Series) -> dict[str, Any]:
    """A series as one JSON object."""
    schedule = series.schedule
    main = series.tallies[0]
    return {
        "game": schedule.game.name,
        "parameters": dict(schedule.game.values),
        "seed": schedule.seed,
        "generator": GENERATOR,
        "first": schedule.first,
        "rounds": schedule.rounds,
        "played": len(series.rounds),
        "wins": main.wins,
        "draws": main.draws,
        "losses": main.losses,
        "seats": [
            {
                "player": each.player,
                "points": each.points,
                "won": each.wins,
                "drawn": each.draws,
                "lost": each.losses,
                "intervals": {
                    name: wilson(count, each.rounds)
                    for name, count in (
                        ("won", each.wins),
                        ("drawn", each.draws),
                        ("lost", each.losses),
                    )
                },
                "forfeits": each.forfeits,
                "moves": each.moves,
                "nodes": each.nodes,
                "seconds": sum(each.seconds),
                "seconds_per_move": {
                    "median": each.seconds_per_move(),
                    "percentile_95": each.seconds_per_move(95),
                },
            }
            for each in series.tallies
        ],
        "matches": [
            {
                "round": each.number + 1,
                "seating": list(each.seating),
                "moves": list(each.match.moves),
                "standings": [each.standing(player) for player in range(len(each.seating))],
                "forfeit": each.match.forfeit,
            }
            for each in series.rounds
        ],
    }


def as_records(series: Series, date: str = "") -> Iterator[Record]:
    """The matches of a series as records, with the time of every move."""
    schedule = series.schedule
    for each in series.rounds:
        match = each.match
        times = [iter(effort.seconds) for effort in match.efforts]
        position, moves = Position.start(schedule.game), []
        for text in match.moves:
            moves.append(RecordedMove(text, seconds=round(next(times[position.turn]), 6)))
            position = position.play(text)
        yield Record.of(
            position,
            moves=moves,
            players=[schedule.players[player].text for player in each.seating],
            seed=str(schedule.seed),
            generator=GENERATOR,
            date=date,
            ending=match.outcome,
            tags=(("Round", str(each.number + 1)),),
        )


def as_csv(series: Series) -> str:
    """A line for each round. Players are numbered from 1, in the order of the series."""
    names = series.schedule.texts
    players = range(len(names))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(
        [
            "round",
            *(f"seat_{player + 1}" for player in players),
            *(f"points_{player + 1}" for player in players),
            *(f"nodes_{player + 1}" for player in players),
            *(f"seconds_{player + 1}" for player in players),
            "plies",
            "moves",
            "forfeit",
        ]
    )
    for each in series.rounds:
        efforts = [each.match.efforts[each.seating.index(player)] for player in players]
        writer.writerow(
            [
                each.number + 1,
                *(names[player] for player in each.seating),
                *((each.standing(player) + 1) / 2 for player in players),
                *(effort.nodes for effort in efforts),
                *(f"{sum(effort.seconds):.6f}" for effort in efforts),
                len(each.match.moves),
                " ".join(each.match.moves),
                each.match.forfeit or "",
            ]
        )
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


def share(count: int, total: int) -> str:
    """A count, with the 95 % interval of its share in percent."""
    low, high = wilson(count, total)
    narrow = high - low < 0.1
    digits = 1 if narrow else 0  # so that none seems certain
    return f"{count} ({100 * low:.{digits}f} to {100 * high:.{digits}f} %)"
