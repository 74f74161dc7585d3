"""An experiment on heuristics: its rows of data, its table and its chart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plyground.arena.judging import Found, Ordered, of_data
from plyground.arena.judging import share as share_of
from plyground.arena.report import Columns, Data
from plyground.arena.run import Run
from plyground.render.experiment_charts import WIDTH, Heading, usual_palette
from plyground.render.judging_chart import WIDE, Cloud, judging_chart
from plyground.render.line_charts import Line

RESULTS, LENGTHS = "results", "lengths"  # by what the moves of a pair differ


def data(run: Run) -> Data:
    """A row for each heuristic, ply and kind of pairs; and without a ply, for all plies."""
    found = _judged(run)
    plies = sorted({each.ply for each in found})
    rows = []
    for number, name in enumerate(run.plan.heuristics):
        for pairs in (RESULTS, LENGTHS):
            for ply in (*plies, None):
                here = [each for each in found if ply in (each.ply, None)]
                counted = share_of([_ordered(each, number, pairs) for each in here])
                rows.append({"heuristic": name, "pairs_of": pairs, "ply": ply, **vars(counted)})
    return rows


def _judged(run: Run) -> list[Found]:
    """What was found of the positions, in order."""
    return [of_data(each.found) for each in run.found]


def _ordered(found: Found, number: int, pairs: str) -> Ordered:
    judged = found.judged[number]
    return judged.results if pairs == RESULTS else judged.lengths


def table(rows: Data) -> Columns:
    """The shares by ply, heuristics beside each other."""
    names = list(dict.fromkeys(row["heuristic"] for row in rows))
    cells = {(row["heuristic"], row["pairs_of"], row["ply"]): row for row in rows}
    plies = list(dict.fromkeys(row["ply"] for row in rows if row["ply"] is not None))

    def line(label: str, pairs: str, ply: int | None) -> tuple[str, ...]:
        return label, *(_share(cells[name, pairs, ply]) for name in names)

    lines = [line(str(ply), RESULTS, ply) for ply in plies]
    lines.append(line("all", RESULTS, None))
    lines.append(line("lengths", LENGTHS, None))
    note = (
        "Of all pairs of moves with different results: those in the right order, in %.\n"
        "In brackets: the 95 % interval. A coin would have 50.\n"
        "lengths: pairs of two wins or two losses; a quick win or a slow loss is better.\n"
        "Moves that end the game do not count."
    )
    return Columns(("ply", *names), tuple(lines), (note,))


def _share(row: dict[str, Any]) -> str:
    if row["share"] is None:
        return "no pairs"
    return f"{100 * row['share']:.0f} ({100 * row['low']:.0f} to {100 * row['high']:.0f})"


def chart(run: Run, rows: Data, page: bool = False) -> str:
    """Lines of the shares by ply, and for each heuristic a cloud of the positions, as SVG.

    For a `page` it is narrow, has the page's colours, and no heading.
    """
    plan, found = run.plan, _judged(run)
    overall = {row["heuristic"]: row for row in rows if row["ply"] is None and _by_results(row)}
    lines, clouds, remarks = [], [], []
    for number, name in enumerate(plan.heuristics):
        points = tuple(
            (float(row["ply"]), 100 * row["share"])
            for row in rows
            if row["heuristic"] == name
            and _by_results(row)
            and row["ply"] is not None
            and row["share"] is not None
        )
        remark = _percent(overall[name]["share"])
        lines.append(Line(name, points))
        clouds.append(_cloud(name, remark, found, number, plan.games[0].max_plies))
        remarks.append(f"{name}: {remark or 'no pairs'}")
    subtitle = f"{len(found):,} random positions, seed {run.plan.seed}"
    description = f"Pairs of moves in the right order. {'; '.join(remarks)}."
    heading = Heading(plan.title, subtitle, description, not page)
    return judging_chart(heading, lines, clouds, WIDTH if page else WIDE, usual_palette(page))


def _by_results(row: dict[str, Any]) -> bool:
    return bool(row["pairs_of"] == RESULTS)


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.1f} %"


def _cloud(name: str, remark: str, found: Sequence[Found], number: int, reach: int) -> Cloud:
    dots = tuple((float(each.judged[number].rating), float(each.worth)) for each in found)
    return Cloud(name, remark, dots, float(reach))
