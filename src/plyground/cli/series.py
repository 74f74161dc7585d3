"""A series between computer players as `plyground simulate` plays it: score and figures."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from typing import Self

from rich.console import Group
from rich.live import Live
from rich.text import Text

from plyground.arena import (
    BrokenSeriesError,
    Plan,
    Played,
    Table,
    computers,
    new_seed,
    simulate,
    wilson,
)
from plyground.arena.report import as_csv, as_data, duration, round_text, share
from plyground.arena.schedule import turned
from plyground.arena.tournament_report import as_records
from plyground.cli.batch import (
    ChartFile,
    interruptible,
    progress,
    ready,
)
from plyground.cli.exits import FAILURE, INTERRUPTED, UserError
from plyground.cli.options import SeriesOptions
from plyground.cli.output import STANDARD_OUTPUT, OutputFile, say
from plyground.cli.terminal import NOTICE, Terminal, drawn, notices, paragraph
from plyground.cli.working import redraws
from plyground.players import parse_player
from plyground.position import Game, Position, full_title
from plyground.records import today, write_records
from plyground.render import charts
from plyground.search import Control

_MOVE_PAUSE = 0.1  # seconds that each position is shown
_END_PAUSE = 0.5  # seconds that the end of a round stays
_FORFEITS_TOLD = 5


def run(game: Game, texts: Sequence[str], options: SeriesOptions) -> None:
    """Play the series and report it. Raises UserError for what is not accepted."""
    printed = STANDARD_OUTPUT in (options.csv, options.save)
    if options.json + options.show + [options.csv, options.save].count(STANDARD_OUTPUT) > 1:
        raise UserError(
            "--json, --show, --csv - and --save - each need standard output: give one of them"
        )
    if options.cluster is not None and options.jobs != 1:
        raise UserError("--jobs is for this computer: give --jobs or --cluster")
    if options.show and (options.jobs != 1 or options.cluster is not None):
        raise UserError(
            "--show plays one game at a time, on this computer: leave out --jobs and --cluster"
        )
    players = computers(game, [parse_player(text, programs=True) for text in texts])
    seed = new_seed(options.seed)
    plan = Plan.of_series(game, [players], options.rounds, seed, options.first)
    table = OutputFile(options.csv) if options.csv else None
    chart = ChartFile(options.chart) if options.chart else None
    saved = OutputFile(options.save) if options.save else None

    control = Control()
    watching = _Boards(plan) if options.show else _Bar(plan)
    failure = ""
    with notices(game.title, native=True):
        if options.cluster is None:
            ready(game, players)
        try:
            with watching:
                series, interrupted = interruptible(
                    lambda: simulate(
                        game,
                        players,
                        rounds=options.rounds,
                        seed=seed,
                        first=options.first,
                        jobs=options.jobs,
                        cluster=options.cluster,
                        control=control,
                        on_round=watching.played,
                        watch=watching.show if isinstance(watching, _Boards) else None,
                    ),
                    control,
                )
            assert series is not None  # what was played before Ctrl-C is a series too
        except BrokenSeriesError as error:
            series, interrupted, failure = error.series, False, str(error)
    # Files first: who reads standard output may have gone. None without a finished round.
    if table and series.played:
        table.write(as_csv(series))
    if chart and series.played:
        chart.draw(series_chart(series))
    if saved and series.played:
        with saved.opened() as file:
            write_records(as_records(series, today().isoformat()), file)
    if options.json:
        say(json.dumps(as_data(series)))
    elif not printed:
        if options.show:
            paragraph(f"Final result: {watching.score}")
        report(series)
    if interrupted or failure:
        raise UserError(
            f"{failure or 'ended by Ctrl-C'}; "
            f"{len(series.played):,} of {options.rounds:,} rounds were played",
            FAILURE if failure else INTERRUPTED,
        )
    require_play([series])


def require_play(played: Iterable[Table]) -> None:
    """Raise UserError if a player has forfeited all its rounds, so that the figures say nothing."""
    forfeits: list[str] = []
    for series in played:
        for name, line in zip(series.called, series.lines, strict=True):
            if line.matches and line.forfeits == line.matches:
                count = line.matches
                counted = f"{count} of {count} round{'' if count == 1 else 's'}"
                forfeits.append(f"{name} forfeited {counted}: {series.played[0].match.forfeit}")
    if forfeits:
        raise UserError("; ".join(dict.fromkeys(forfeits)), FAILURE)


class _Bar(ExitStack):
    """Shows how far the series is and the score, on a terminal. Used by `with`."""

    def __init__(self, plan: Plan) -> None:
        super().__init__()
        self._rounds = plan.rounds or 0
        self._names = Table(plan, (), ()).called
        self._points = [0.0] * len(self._names)
        self._step: Callable[[str], None] = lambda _score: None

    def __enter__(self) -> Self:
        self._step = self.enter_context(progress(self._rounds, "rounds"))
        return self

    @property
    def score(self) -> str:
        """Everybody's points so far."""
        each = zip(self._names, self._points, strict=True)
        return "    ".join(f"{name}: {points:,.1f}" for name, points in each)

    def played(self, played: Played) -> None:
        """A round has ended."""
        for player in range(len(self._points)):
            self._points[player] += (played.standing(player) + 1) / 2
        points = " : ".join(f"{points:,.1f}" for points in self._points)
        self._step(f"points {points} ({' : '.join(self._names)})")


class _Boards(_Bar):
    """Shows every position: in place on a terminal, else one below the other."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self._plan = plan
        self._terminal = Terminal()
        self._number = 0
        self._live: Live | None = None
        self._last = Text()

    def __enter__(self) -> Self:
        if redraws(sys.stdout):
            self._live = self.enter_context(Live(auto_refresh=False))
        return self

    def show(self, position: Position) -> None:
        """A position of the round that is being played."""
        turn, seats = turned(self._plan, self._number), range(len(self._names))
        seating = [*seats[turn:], *seats[:turn]]
        playing = ", ".join(
            f"player {seat}: {self._names[player]}" for seat, player in enumerate(seating, 1)
        )
        heading = f"Round {self._number + 1} of {self._rounds}   {playing}"
        if self._live is not None:
            self._last = Text("\n\n").join([Text(heading), drawn(position)])
            self._draw(self._live)
            time.sleep(_END_PAUSE if position.over else _MOVE_PAUSE)
            return
        if not position.ply:
            say(heading)
        self._terminal.show(position)

    def played(self, played: Played) -> None:
        """A round has ended."""
        super().played(played)
        self._number += 1
        line = f"Round {self._number}: {round_text(played, self._names)}   {self.score}"
        if self._live is None:
            say(line)
        else:
            self._live.console.print(Text(line))
            self._draw(self._live)

    def _draw(self, live: Live) -> None:
        live.update(Group(self._last, "", Text(self.score, NOTICE)), refresh=True)


def report(series: Table) -> None:
    """Print the figures of a series as tables."""
    tallies = series.lines
    total = len(series.played)
    paragraph(f"{full_title(series.plan.games[0])}: {_series_text(series)}")
    if not total:
        return
    rows = [
        ["Points", *(f"{each.points:.1f}" for each in tallies)],
        ["Wins", *(share(each.wins, total, series.independent) for each in tallies)],
        ["Draws", *(share(each.draws, total, series.independent) for each in tallies)],
        ["Losses", *(share(each.losses, total, series.independent) for each in tallies)],
        ["Time per move: median", *(duration(each.seconds_per_move()) for each in tallies)],
        ["    95th percentile", *(duration(each.seconds_per_move(95)) for each in tallies)],
        ["Positions per move", *(f"{each.nodes_per_move:,.0f}" for each in tallies)],
    ]
    if any(each.forfeits for each in tallies):
        rows.insert(4, ["    by forfeit", *(str(each.forfeits) for each in tallies)])
    Terminal().table(["", *series.called], rows, figures=True)
    least, middle, most = series.lengths
    lengths = f"{least} to {most} moves, median {middle:g}" if least < most else f"{least} moves"
    paragraph(f"Lengths of games: {lengths}. Different games: {series.different:,} of {total:,}.")
    alone = ", as if only games that differ were played" if series.independent < total else ""
    paragraph(f"In brackets: the 95 % interval of the share{alone}.")
    forfeits = [each for each in series.played if each.forfeited_by]
    for each in forfeits[:_FORFEITS_TOLD]:
        loser, number = series.called[each.forfeited_by[0]], each.meeting.number + 1
        paragraph(f"Round {number}: {loser} forfeits: {each.match.forfeit}")
    if len(forfeits) > _FORFEITS_TOLD:
        paragraph(f"... and {len(forfeits) - _FORFEITS_TOLD} more forfeits")


def series_chart(series: Table) -> charts.Chart:
    """The chart of wins, draws and losses."""
    rows = []
    for name, each in zip(series.called, series.lines, strict=True):
        counts = (each.wins, each.draws, each.losses)
        for result, count in zip(charts.RESULTS, counts, strict=True):
            low, high = wilson(count, each.matches, series.independent)
            part = count / each.matches if each.matches else 0.0
            rows.append(
                {
                    "player": name,
                    "result": result,
                    "count": count,
                    "share": part,
                    "low": low,
                    "high": high,
                }
            )
    return charts.results(rows, full_title(series.plan.games[0]), _series_text(series))


def _series_text(series: Table) -> str:
    rounds, plan = len(series.played), series.plan
    counted = "1 round" if rounds == 1 else f"{rounds:,} rounds"
    if rounds < plan.most_matches:
        counted = f"{rounds:,} of {plan.rounds:,} rounds"
    return f"{counted}, seed {plan.seed}, first: {plan.first}"
