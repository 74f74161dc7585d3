"""An experiment on learning: its rows of data, its table and its chart."""

from __future__ import annotations

from plyground.arena.report import Columns, Data
from plyground.arena.run import Run
from plyground.render.experiment_charts import Heading, curves, usual_palette
from plyground.render.line_charts import Line

_ROWS = 5  # of a table, about: the chart has all exams


def data(run: Run) -> Data:
    """A row for each learner and exam."""
    return [
        {"learner": run.plan.names[learner], "games": games, "right": round(right, 4)}
        for each in run.found
        for learner in each.meeting.group
        for games, right in each.found
    ]


def table(rows: Data) -> Columns:
    """What learners reach after some numbers of games, beside each other."""
    names = list(dict.fromkeys(row["learner"] for row in rows))
    cells = {(row["learner"], row["games"]): row["right"] for row in rows}
    games = sorted({row["games"] for row in rows})
    every = max(1, len(games) // _ROWS)
    lines = [
        (f"{each:,}", *(_percent(cells.get((name, each))) for name in names))
        for each in games[every - 1 :: every]
    ]
    note = (
        "Of positions of random games with right and wrong moves: those in which its move,\n"
        "without a search, keeps the result, in %."
    )
    return Columns(("games", *names), tuple(lines), (note,))


def _percent(right: float | None) -> str:
    return "" if right is None else f"{100 * right:.1f}"


def chart(run: Run, rows: Data, page: bool = False) -> str:
    """A line for each learner, as SVG. For a `page` it has its colours, and no heading."""
    lines = []
    for way in run.plan.learners:
        points = [
            (float(row["games"]), 100 * row["right"]) for row in rows if row["learner"] == way.label
        ]
        lines.append(Line(way.label, tuple(points)))
    reached = "; ".join(f"{line.mark}: {line.points[-1][1]:.1f} %" for line in lines if line.points)
    heading = Heading(
        run.plan.title,
        f"{run.plan.rounds:,} games each, seed {run.plan.seed}",
        f"Right moves of 100 in positions of random games. {reached}.",
        not page,
    )
    return curves(heading, "games", lines, usual_palette(page), "Right moves, in %")
