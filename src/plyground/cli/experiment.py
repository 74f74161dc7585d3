"""`plyground experiment`: a question about players, answered by a table, a file or a chart."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from plyground.arena import Series, WorkerDiedError, wilson
from plyground.arena.experiment import Run, load, shipped
from plyground.cli import heuristics
from plyground.cli.batch import (
    ChartFile,
    duration,
    interruptible,
    progress,
    share,
)
from plyground.cli.exits import FAILURE, INTERRUPTED, UserError
from plyground.cli.output import STANDARD_OUTPUT, OutputFile, say
from plyground.cli.series import require_play
from plyground.cli.terminal import NOTICE, Terminal, notices, paragraph
from plyground.kernel import GENERATOR
from plyground.render import charts
from plyground.search import Control

Data = list[dict[str, Any]]  # a dict for each row of the answer, all with the same keys

HERE, AUTHOR = "here", "its author"


def list_all() -> None:
    """List the built-in experiments."""
    terminal = Terminal()
    for name in shipped():
        experiment = load(name)
        terminal.say(name, NOTICE)
        terminal.entry("    ", f"{experiment.title}. {experiment.question}")
    paragraph("Give one of these names, or a .toml file of your own.")


def run(
    name: str,
    rounds: int | None,
    seed: int | None,
    jobs: int,
    as_json: bool,
    csv_path: Path | None,
    chart_path: Path | None,
) -> None:
    """Do the experiment and report it. Raises UserError for what is not accepted."""
    if as_json and csv_path == STANDARD_OUTPUT:
        raise UserError("--json and --csv - both need standard output: give one of them")
    experiment = load(name)
    doing = Run(experiment, rounds, seed)
    table = OutputFile(csv_path) if csv_path else None
    kind = _KINDS[experiment.kind]
    chart = ChartFile(chart_path, kind.draws_itself) if chart_path else None

    control = Control()
    failure = ""
    interrupted = False
    with notices(experiment.game.title):
        try:
            doing.prepare()
        except KeyboardInterrupt:
            raise UserError("ended by Ctrl-C; nothing was done", INTERRUPTED) from None
        try:
            with progress(doing.total, kind.steps) as step:

                def work() -> None:
                    for _ in doing.steps(jobs, control):
                        step("")

                _, interrupted = interruptible(work, control)
        except WorkerDiedError as error:
            failure = str(error)
    rows = kind.data(doing)
    # Files first: who reads standard output may have gone. None without a finished step.
    if table and doing.done:
        table.write(_as_csv(rows))
    if chart and doing.done:
        chart.draw(kind.chart(doing, rows))
    if as_json:
        say(json.dumps(_as_object(doing, rows)))
    elif csv_path != STANDARD_OUTPUT:
        paragraph(f"{experiment.title}\n{experiment.question}")
        counted = f"{doing.rounds:,} {kind.round}{'' if doing.rounds == 1 else 's'}"
        paragraph(f"{counted}{kind.where}, seed {doing.seed}")
        kind.report(rows)
        if experiment.author:
            paragraph(experiment.author)
    if interrupted or failure:
        done = f"{doing.done:,} of {doing.total:,} {kind.steps} were done"
        raise UserError(
            f"{failure or 'ended by Ctrl-C'}; {done}",
            FAILURE if failure else INTERRUPTED,
        )
    require_play(doing.series)


def _as_object(run: Run, rows: Data) -> dict[str, Any]:
    experiment = run.experiment
    return {
        "experiment": experiment.source,
        "title": experiment.title,
        "kind": experiment.kind,
        "game": experiment.game.name,
        "parameters": dict(experiment.game.values),
        "seed": run.seed,
        "generator": GENERATOR,
        "rounds": run.rounds,
        "complete": run.done == run.total,
        "rows": rows,
    }


def _as_csv(rows: Data) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _subtitle(run: Run, each: str) -> str:
    return f"{run.rounds} {each}, seed {run.seed}"


# A series for each row


def _series_data(run: Run) -> Data:
    rows = []
    for row, series in zip(run.experiment.rows, run.series, strict=True):
        main, rest = series.tallies[0], series.tallies[1:]
        low, high = row.author.wins or (None, None)
        rows.append(
            {
                "label": row.label,
                "players": " against ".join(series.schedule.texts),
                "played": len(series.rounds),
                "wins": main.wins,
                "draws": main.draws,
                "losses": main.losses,
                "author_wins_lowest": low,
                "author_wins_highest": high,
                "seconds_per_100": _per_100(series),
                "author_seconds_per_100": row.author.seconds,
                "nodes": main.nodes,
                "nodes_per_move": main.nodes_per_move,
                "nodes_of_others": sum(each.nodes for each in rest),
            }
        )
    return rows


def _per_100(series: Series) -> float | None:
    return 100 * series.seconds / len(series.rounds) if series.rounds else None


def _series_report(rows: Data) -> None:
    columns: dict[str, Callable[[dict[str, Any]], str]] = {
        "": lambda row: str(row["label"]),
        "wins": lambda row: share(row["wins"], row["played"]),
        "author's wins": _authors_wins,
        "draws": lambda row: str(row["draws"] or ""),
        "time of 100": lambda row: _time(row["seconds_per_100"]),
        "author's time": lambda row: _time(row["author_seconds_per_100"]),
        "positions a move": lambda row: f"{row['nodes_per_move']:,.0f}",
    }
    lines = [[cell(row) for cell in columns.values()] for row in rows]
    kept = [at for at in range(len(columns)) if any(line[at] for line in lines)]
    heads = [list(columns)[at] for at in kept]
    Terminal().table(heads, [[line[at] for at in kept] for line in lines], figures=True)
    paragraph(
        "Wins and positions are those of the first player. In brackets: the 95 % interval.\n"
        "The time is that of 100 games."
    )


def _authors_wins(row: dict[str, Any]) -> str:
    if row["author_wins_lowest"] is None:
        return ""
    wins = f"{row['author_wins_lowest']} to {row['author_wins_highest']}"
    return wins if row["played"] == 100 else f"{wins} of 100"


def _time(seconds: float | None) -> str:
    return "" if seconds is None else duration(seconds)


def _series_chart(run: Run, rows: Data) -> charts.Chart:
    experiment = run.experiment
    numbered = all(row.depth is not None for row in experiment.rows)
    points = []
    for row, found in zip(experiment.rows, rows, strict=True):
        place = {"x": row.depth if numbered else row.label, "line": row.line}
        played, wins = found["played"], found["wins"]
        low, high = wilson(wins, played)
        points.append(
            {
                **place,
                "source": HERE,
                "wins": wins / played if played else None,
                "low": low if played else None,
                "high": high if played else None,
                "seconds": found["seconds_per_100"],
            }
        )
        lowest, highest = row.author.wins or (None, None)
        if row.author.wins or row.author.seconds:
            points.append(
                {
                    **place,
                    "source": AUTHOR,
                    "wins": None,
                    "low": None if lowest is None else lowest / 100,
                    "high": None if highest is None else highest / 100,
                    "seconds": row.author.seconds,
                }
            )
    return charts.strength_and_time(
        points,
        "Depth" if numbered else "",
        experiment.title,
        _subtitle(run, "games each"),
        numbered,
    )


# Everyone against everyone


def _grid_data(run: Run) -> Data:
    rows = []
    for series in run.series:
        for player, opponent in ((0, 1), (1, 0)):
            tally, other = series.tallies[player], series.tallies[opponent]
            rows.append(
                {
                    "player": tally.player,
                    "opponent": other.player,
                    "played": tally.rounds,
                    "wins": tally.wins,
                    "draws": tally.draws,
                    "losses": tally.losses,
                    "points": tally.points,
                    "nodes": tally.nodes,
                    "seconds_per_move": tally.seconds_per_move(),
                }
            )
    return rows


def _grid_players(rows: Data) -> list[str]:
    """The players in the order of the file: the first of them meets all others in that order."""
    return list(dict.fromkeys(name for row in rows for name in (row["player"], row["opponent"])))


def _grid_report(rows: Data) -> None:
    players = _grid_players(rows)
    cells = {(row["player"], row["opponent"]): row for row in rows}
    lines = []
    for number, player in enumerate(players, 1):
        met = [cells.get((player, opponent)) for opponent in players]
        points = sum(row["points"] for row in met if row)
        results_of = ["" if row is None else _record(row) for row in met]
        lines.append([f"{number}  {player}", *results_of, f"{points:.1f}"])
    heads = ["", *(str(number) for number in range(1, len(players) + 1)), "points"]
    Terminal().table(heads, lines, figures=True)
    paragraph("Wins-draws-losses of the player at the left against the player of that number.")


def _record(row: dict[str, Any]) -> str:
    return f"{row['wins']}-{row['draws']}-{row['losses']}"


def _grid_chart(run: Run, rows: Data) -> charts.Chart:
    order = {player: at for at, player in enumerate(_grid_players(rows))}
    fields = [
        {
            "player": row["player"],
            "opponent": row["opponent"],
            "points": row["points"] / row["played"],
            "text": _record(row),
        }
        for row in sorted(rows, key=lambda row: (order[row["player"]], order[row["opponent"]]))
        if row["played"]
    ]
    subtitle = _subtitle(run, "games each, as wins-draws-losses")
    return charts.crosstable(fields, run.experiment.title, subtitle)


# The same positions, searched by each


def _search_data(run: Run) -> Data:
    searched = run.searched
    rows = []
    for each in searched:
        same, both = each.agrees(searched[0])
        choices = each.choices.values()
        rows.append(
            {
                "player": each.player,
                "positions": len(choices),
                "same_score": same,
                "compared": both,
                "nodes": sum(choice.nodes for choice in choices),
                "cutoffs": sum(choice.cutoffs for choice in choices),
                "seconds": sum(choice.seconds for choice in choices),
            }
        )
    return rows


def _search_report(rows: Data) -> None:
    least = min(row["nodes"] for row in rows)
    Terminal().table(
        ["", "same score", "positions visited", "times the least", "cut-offs", "time"],
        [
            [
                row["player"],
                f"{row['same_score']} of {row['compared']}" if row["compared"] else "no scores",
                f"{row['nodes']:,}",
                f"{row['nodes'] / least:.2f}" if least else "",
                f"{row['cutoffs']:,}",
                duration(row["seconds"]),
            ]
            for row in rows
        ],
        figures=True,
    )
    if not all(row["compared"] for row in rows):
        paragraph("Some players have no scores that could be compared with those of the first.")
    elif all(row["same_score"] == row["compared"] for row in rows):
        paragraph("All found the same score in every position.")
    else:
        paragraph("The scores differ: see the second column, which compares with the first player.")


def _search_chart(run: Run, rows: Data) -> charts.Chart:
    bars = [
        {"label": row["player"], "amount": row["nodes"], "text": f"{row['nodes']:,}"}
        for row in rows
    ]
    subtitle = _subtitle(run, "random positions")
    return charts.amounts(bars, run.experiment.title, subtitle, "Positions visited")


class _Kind(NamedTuple):
    """What is made of a kind of experiment, and what its steps and one of its rounds are called."""

    data: Callable[[Run], Data]
    report: Callable[[Data], None]
    chart: Callable[[Run, Data], charts.Chart]
    steps: str
    round: str
    where: str
    draws_itself: bool = False


_KINDS = {
    "series": _Kind(_series_data, _series_report, _series_chart, "matches", "round", " each"),
    "grid": _Kind(_grid_data, _grid_report, _grid_chart, "matches", "round", " each"),
    "search": _Kind(_search_data, _search_report, _search_chart, "searches", "position", ""),
    "heuristic": _Kind(
        heuristics.data, heuristics.report, heuristics.chart, "positions",
        "position", " of each ply at most", draws_itself=True,
    ),
}  # fmt: skip
