"""The answers of experiments: rows of data, a table in words, and a chart, the same everywhere.

A row is a dict; all rows of an answer have the same keys. A table's texts name players as `named`
says: by their texts in a terminal, by their names on a page.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from plyground.arena import conclusions, heuristic_answers, learning_answers
from plyground.arena.conclusions import Named
from plyground.arena.plan import Plan
from plyground.arena.rating import BOUNDS, RANDOM
from plyground.arena.report import Columns, Data, counted, duration, elo_text, head, share
from plyground.arena.run import Run
from plyground.arena.statistics import wilson
from plyground.arena.table import Table
from plyground.players import OldSimRed
from plyground.render import experiment_charts as charts
from plyground.render.experiment_charts import Bar, Heading, Point, Strength, usual_palette

HERE, AUTHOR = "here", "its author"


@dataclass(frozen=True)
class Answer:
    """The answer of an experiment, as far as it has been done."""

    rows: Data
    table: Columns
    chart: str  # as SVG; empty while nothing is done
    sentence: str  # the same in one sentence; empty while nothing is done
    work: str  # a sentence about positions and time; empty where depths are not compared
    warning: str  # why it says little; empty if there are enough rounds


def answer(run: Run, named: Named = str, page: bool = False) -> Answer:
    """The answer of a run now. A chart for a `page` takes its colours, and has no heading."""
    found = rows(run)
    chart = chart_of(run, found, named, page) if run.played else ""
    said = conclusions.sentence(run, found, named)
    work = conclusions.work(run, found)
    return Answer(found, table(run, found, named), chart, said, work, conclusions.warning(run))


def rows(run: Run) -> Data:
    """The answer as data."""
    return _KINDS[run.plan.asks].data(run)


def table(run: Run, found: Data, named: Named = str) -> Columns:
    """The answer in words."""
    made = _KINDS[run.plan.asks].table(found, named)
    return replace(made, notes=(*made.notes, *lines_before(run))) if run.complete else made


def chart_of(run: Run, found: Data, named: Named = str, page: bool = False) -> str:
    """The answer as a chart in SVG."""
    return _KINDS[run.plan.asks].chart(run, found, named, page)


def steps(kind: str) -> str:
    """What the steps of a kind of experiment are called."""
    return _KINDS[kind].steps


def amount(plan: Plan) -> str:
    """How much is done, in words, such as "40 rounds each"."""
    words = _KINDS[plan.asks]
    runs = f"{plan.runs} runs of " if plan.runs > 1 else ""
    return f"{runs}{counted(plan.rounds or 0, words.round)}{words.where}"


def as_object(run: Run, found: Data) -> dict[str, Any]:
    """The answer as one JSON object."""
    plan = run.plan
    return {
        "experiment": plan.source,
        "title": plan.title,
        "kind": plan.asks,
        **head(plan.games[0], plan.seed),
        "rounds": plan.rounds,
        **({"runs": plan.runs} if plan.runs > 1 else {}),
        "complete": run.played == run.expected,
        "rows": found,
    }


def _heading(run: Run, each: str, description: str, page: bool) -> Heading:
    subtitle = f"{run.plan.rounds} {each}, seed {run.plan.seed}"
    return Heading(run.plan.title, subtitle, description, not page)


# A series for each row


def _series_data(run: Run) -> Data:
    found = []
    for row, series in zip(run.plan.rows, run.table.rows(), strict=True):
        main, rest = series.lines[0], series.lines[1:]
        low, high = row.author.wins or (None, None)
        of_runs = [each.lines[0].wins for each in series.runs()] if run.plan.runs > 1 else []
        found.append(
            {
                "label": row.label,
                "players": conclusions.AGAINST.join(series.texts),
                "played": len(series.played),
                "independent": series.independent,
                "wins": main.wins,
                "draws": main.draws,
                "losses": main.losses,
                "wins_lowest": min(of_runs, default=None),
                "wins_highest": max(of_runs, default=None),
                "author_wins_lowest": low,
                "author_wins_highest": high,
                "seconds_per_100": _per_100(series),
                "author_seconds_per_100": row.author.seconds,
                "nodes": main.nodes,
                "nodes_per_move": main.nodes_per_move,
                "nodes_of_others": sum(each.nodes for each in rest),
            }
        )
    return found


def _per_100(series: Table) -> float | None:
    return 100 * series.seconds / len(series.played) if series.played else None


def _series_table(found: Data, _named: Named) -> Columns:
    columns: dict[str, Callable[[dict[str, Any]], str]] = {
        "": lambda row: str(row["label"]),
        "wins": lambda row: (
            share(row["wins"], row["played"], row["independent"]) if row["played"] else ""
        ),
        "of a run": lambda row: (
            "" if row["wins_lowest"] is None else f"{row['wins_lowest']} to {row['wins_highest']}"
        ),
        "author's wins": _authors_wins,
        "draws": lambda row: str(row["draws"] or ""),
        "time of 100": lambda row: _time(row["seconds_per_100"]),
        "author's time": lambda row: _time(row["author_seconds_per_100"]),
        "positions a move": lambda row: f"{row['nodes_per_move']:,.0f}" if row["played"] else "",
    }
    whole = Columns.of(
        found,
        columns,
        "Wins and positions are those of the first player. In brackets: the 95 % interval.\n"
        "The time is that of 100 games.",
    )
    return whole.only(*(at for at in range(len(columns)) if any(row[at] for row in whole.rows)))


def _authors_wins(row: dict[str, Any]) -> str:
    if row["author_wins_lowest"] is None:
        return ""
    wins = f"{row['author_wins_lowest']} to {row['author_wins_highest']}"
    return wins if row["played"] == 100 else f"{wins} of 100"


def _time(seconds: float | None) -> str:
    return "" if seconds is None else duration(seconds)


def _series_chart(run: Run, found: Data, _named: Named, page: bool) -> str:
    plan = run.plan
    said = "; ".join(f"{row['label']}: {row['wins']} of {row['played']} won" for row in found)
    heading = _heading(run, "games each", said, page)
    if not all(row.depth is not None for row in plan.rows):
        return charts.intervals(heading, list(map(_won, found)), usual_palette(page))
    kinds = list(dict.fromkeys(row.line for row in plan.rows))
    lines = []
    for number, kind in enumerate(kinds):
        pairs = [
            (row.depth or 0, row.author, each)
            for row, each in zip(plan.rows, found, strict=True)
            if row.line == kind
        ]
        ours = tuple(_point(depth, each) for depth, _, each in pairs if each["played"])
        theirs = tuple(
            Point(depth, None, *_parts(author.wins), author.seconds)
            for depth, author, _ in pairs
            if author.wins or author.seconds
        )
        lines.append(Strength(_both(kind, HERE), number, ours))
        if theirs:
            lines.append(Strength(_both(kind, AUTHOR), number, theirs, elsewhere=True))
    return charts.strengths(
        heading, "depth", lines, usual_palette(page), "Wins, with 95 % intervals",
        "Time of 100 games",
    )  # fmt: skip


def _parts(of_100: tuple[float, float] | None) -> tuple[float | None, float | None]:
    return (None, None) if of_100 is None else (of_100[0] / 100, of_100[1] / 100)


def _both(kind: str, source: str) -> str:
    return f"{kind}, {source}" if kind else source


def _point(depth: int, row: dict[str, Any]) -> Point:
    low, high = wilson(row["wins"], row["played"], row["independent"])
    return Point(depth, row["wins"] / row["played"], low, high, row["seconds_per_100"])


def _won(row: dict[str, Any]) -> Bar:
    if not row["played"]:
        return Bar(row["label"], None, "")
    text = f"{row['wins']} of {row['played']} won"
    ends = wilson(row["wins"], row["played"], row["independent"])
    return Bar(row["label"], row["wins"] / row["played"], text, *ends)


def lines_before(run: Run) -> list[str]:
    """What the second Sim program said at the end of each run, where its player is red."""
    said = []
    for row, series in zip(run.plan.rows, run.table.rows(), strict=False):
        red, blue = (series.lines[at].player for at in range(2))
        runs = series.runs() if isinstance(run.plan.entrants[red].player, OldSimRed) else []
        for number, each in enumerate(runs, 1):
            label = f"{row.label}, run {number}" if len(runs) > 1 else row.label
            wins = {line.player: line.wins for line in each.lines}
            said.append(
                f"{label}\nTime taken: {each.seconds:.2f} seconds\n"
                f"Average time per game: {each.seconds / len(each.played):.4f} seconds\n"
                f"Total red wins: {wins[red]}\nTotal blue wins: {wins[blue]}"
            )
    return said


# Everyone against everyone


def _grid_data(run: Run) -> Data:
    found = []
    ratings = _ratings(run)
    for series in run.table.rows():
        for line, other in (series.lines, series.lines[::-1]):
            found.append(
                {
                    "player": line.name,
                    "opponent": other.name,
                    "played": line.matches,
                    "independent": series.independent,
                    "wins": line.wins,
                    "draws": line.draws,
                    "losses": line.losses,
                    "points": line.points,
                    "nodes": line.nodes,
                    "seconds_per_move": line.seconds_per_move(),
                    **ratings.get(line.name, _UNRATED),
                }
            )
    return found


_UNRATED: dict[str, Any] = {"rating": None, "rating_error": None, "rating_is": ""}


def _ratings(run: Run) -> dict[str, dict[str, Any]]:
    """The rating of each player by all matches of the grid; none before the first."""
    return {
        name: {
            "rating": None if each.bound is None else each.elo,
            "rating_error": each.error if each.bound == 0 else None,
            "rating_is": BOUNDS[each.bound],
        }
        for name, each in run.table.rated.items()
    }


def _rating_text(row: dict[str, Any]) -> str:
    if row["rating"] is None:
        return str(row["rating_is"])
    return elo_text(row["rating"], row["rating_error"], row["rating_is"])


def _grid_players(found: Data) -> list[str]:
    """The players in the order of the file: the first of them meets all others in that order."""
    return list(dict.fromkeys(name for row in found for name in (row["player"], row["opponent"])))


def _grid_table(found: Data, named: Named) -> Columns:
    players = _grid_players(found)
    cells = {(row["player"], row["opponent"]): row for row in found}
    lines = []
    for number, player in enumerate(players, 1):
        met = [cells.get((player, opponent)) for opponent in players]
        points = sum(row["points"] for row in met if row)
        records = ["" if row is None or not row["played"] else _record(row) for row in met]
        rating = next((_rating_text(row) for row in met if row), "")
        lines.append((f"{number}  {named(player)}", *records, f"{points:.1f}", rating))
    zero = "random has 0" if RANDOM in players else "their mean is 0"
    return Columns(
        ("", *(str(number) for number in range(1, len(players) + 1)), "points", "rating"),
        tuple(lines),
        (
            "Wins-draws-losses of the player at the left against the player of that number.\n"
            f"Ratings in Elo by all matches, with their 95 % error; {zero}.",
        ),
    )


def _record(row: dict[str, Any]) -> str:
    return f"{row['wins']}-{row['draws']}-{row['losses']}"


def _grid_chart(run: Run, found: Data, named: Named, page: bool) -> str:
    players = _grid_players(found)
    cells = {(row["player"], row["opponent"]): row for row in found if row["played"]}
    fields = [
        [
            None if row is None else (row["points"] / row["played"], f"{row['points']:g}")
            for row in (cells.get((player, opponent)) for opponent in players)
        ]
        for player in players
    ]
    said = "Points of each player against each other one, as in the table"
    heading = _heading(run, "games each; points of the player at the left", said, page)
    names = ["" if page else named(player) for player in players]  # a page has them in its table
    return charts.crosstable(heading, names, fields, usual_palette(page))


# The same positions, searched by each


def _search_data(run: Run) -> Data:
    searched: list[dict[int, Any]] = [{} for _ in run.plan.names]  # by position
    for each in run.found:
        searched[each.meeting.group[0]][each.meeting.round] = each.found
    found = []
    for name, mine in zip(run.plan.names, searched, strict=True):
        both = [
            (one["score"], searched[0][at]["score"]) for at, one in mine.items()
            if at in searched[0] and one["score"] and searched[0][at]["score"]
        ]  # fmt: skip
        found.append(
            {
                "player": name,
                "positions": len(mine),
                "same_score": sum(one == first for one, first in both),
                "compared": len(both),
                **{
                    what: sum(each[what] for each in mine.values())
                    for what in ("nodes", "cutoffs", "seconds")
                },
            }
        )
    return found


def _search_table(found: Data, named: Named) -> Columns:
    least = min(row["nodes"] for row in found)
    if not all(row["compared"] for row in found):
        note = "Some players have no scores that could be compared with those of the first."
    elif all(row["same_score"] == row["compared"] for row in found):
        note = "All found the same score in every position."
    else:
        note = "The scores differ: see the second column, which compares with the first player."
    cells: dict[str, Callable[[dict[str, Any]], str]] = {
        "": lambda row: named(row["player"]),
        "same score": lambda row: (
            f"{row['same_score']} of {row['compared']}" if row["compared"] else "no scores"
        ),
        "positions visited": lambda row: f"{row['nodes']:,}",
        "times the least": lambda row: f"{row['nodes'] / least:.2f}" if least else "",
        "cut-offs": lambda row: f"{row['cutoffs']:,}",
        "time": lambda row: duration(row["seconds"]),
    }
    return Columns.of(found, cells, note)


def _search_chart(run: Run, found: Data, named: Named, page: bool) -> str:
    bars = [Bar(named(row["player"]), row["nodes"], f"{row['nodes']:,}") for row in found]
    said = "Positions visited: " + "; ".join(f"{bar.label}: {bar.text}" for bar in bars)
    heading = _heading(run, "random positions; positions visited", said, page)
    return charts.amounts(heading, bars, usual_palette(page))


class _Kind(NamedTuple):
    """What is made of a kind of experiment, and what its steps and one of its rounds are called."""

    data: Callable[[Run], Data]
    table: Callable[[Data, Named], Columns]
    chart: Callable[[Run, Data, Named, bool], str]
    steps: str
    round: str
    where: str


_KINDS = {
    "series": _Kind(_series_data, _series_table, _series_chart, "matches", "round", " each"),
    "grid": _Kind(_grid_data, _grid_table, _grid_chart, "matches", "round", " each"),
    "search": _Kind(_search_data, _search_table, _search_chart, "searches", "position", ""),
    "heuristic": _Kind(
        heuristic_answers.data,
        lambda found, _named: heuristic_answers.table(found),
        lambda run, found, _named, page: heuristic_answers.chart(run, found, page),
        "positions", "position", " of each ply at most",
    ),
    "learning": _Kind(
        learning_answers.data,
        lambda found, _named: learning_answers.table(found),
        lambda run, found, _named, page: learning_answers.chart(run, found, page),
        "learners", "game", " each",
    ),
}  # fmt: skip
