"""A series between computer players as `plyground simulate` plays it: score and figures."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Self

from rich.console import Group
from rich.live import Live
from rich.text import Text

from plyground.arena import Line, Plan, Played, Table, computers, new_seed, wilson
from plyground.arena.report import (
    Columns,
    as_csv,
    as_data,
    counted,
    duration,
    round_text,
    share,
)
from plyground.arena.run import Run
from plyground.arena.schedule import turned
from plyground.arena.tournament_report import as_records
from plyground.cli.exits import UserError
from plyground.cli.options import SeriesOptions
from plyground.cli.output import say
from plyground.cli.runs import Files, matches, show
from plyground.cli.terminal import NOTICE, EndOfInput, Terminal, drawn
from plyground.cli.working import redraws
from plyground.players import parse_player
from plyground.position import Game, Position, Wording, full_title
from plyground.records import today
from plyground.render import charts
from plyground.search import Control

_FIRST_PAUSE = 2.0  # seconds before a round in an old program
_MOVE_PAUSE = 0.1  # seconds that each position is shown
_END_PAUSE = 0.5  # seconds that the end of a round stays
_FORFEITS_TOLD = 5


def run(game: Game, texts: Sequence[str], options: SeriesOptions) -> None:
    """Play the series and report it. Raises UserError for what is not accepted."""
    _play(game, texts, options, Wording())


def run_as_before(game: Game, texts: Sequence[str], options: SeriesOptions) -> None:
    """Ask for the opponent and the rounds as the old program did, and play them so. `texts` may
    have its own computer, which is red.
    """
    wording = game.face.manner(True).wording
    usual = next((each for each in game.face.ready_made if each.as_before), None)
    if usual is None or wording.rounds_taken is None:
        raise UserError(f"{game.title} has no old simulation: leave out --as-before")
    if len(texts) > 1:
        raise UserError(f"give no player or one, {usual.players[0]} for example: --as-before asks")
    terminal = Terminal()
    terminal.say(wording.asks_rivals)
    for number, label in enumerate(wording.rivals, 1):
        terminal.say(f"  {number}  {label}")
    answers = {label.lower(): text for label, text in wording.rivals.items()}
    answers |= {str(number): text for number, text in enumerate(wording.rivals.values(), 1)}
    most = len(wording.rivals)
    refusal = f"Give a number from 1 to {most}, or press Enter for {most}."
    try:
        rival = terminal.choose(f"[{most}]: ", answers, str(most), refusal)
        terminal.say(wording.rounds_hint)
        asked = wording.asks_rounds.format(most=wording.rounds_taken[0])
        rounds = wording.rounds(terminal.ask(f"{asked}: "))
    except EndOfInput:
        terminal.say("Goodbye.")
        return
    red = texts[0] if texts else usual.players[0]
    asked_for = replace(options, rounds=rounds, first=usual.first, show=True)
    _play(game, [red, rival], asked_for, wording)


def _play(game: Game, texts: Sequence[str], options: SeriesOptions, wording: Wording) -> None:
    if options.show and (options.jobs != 1 or options.cluster is not None):
        raise UserError(
            "--show plays one game at a time, on this computer: leave out --jobs and --cluster"
        )
    files = Files(options, chart_is_svg=False)
    players = computers(game, [parse_player(text, programs=True) for text in texts])
    plan = Plan.of_series(game, [players], options.rounds, new_seed(options.seed), options.first)
    made = Run(plan)
    names = wording.sides or made.table.called
    points = [0.0] * len(names)

    def score() -> str:
        each = zip(names, points, strict=True)
        return "    ".join(f"{name}: {reached:,.1f}" for name, reached in each)

    boards = _Boards(made, score, bool(wording.sides)) if options.show else None
    watch = boards.show if boards else None

    def steps(control: Control) -> Iterator[object]:
        for played in made.steps(options.jobs, options.cluster, control, watch):
            assert isinstance(played, Played)
            for player in range(len(points)):
                points[player] += (played.standing(player) + 1) / 2
            if boards:
                boards.end(played)
            yield played

    def line() -> str:
        return f"points {' : '.join(f'{each:,.1f}' for each in points)} ({' : '.join(names)})"

    def words() -> Iterator[str | Columns]:
        if boards:
            yield f"{wording.final}{score()}"
        yield from report(made.table)

    shown = matches(
        made,
        game.title,
        options.jobs,
        options.cluster,
        steps=steps,
        words=words,
        data=lambda: as_data(made.table),
        contents=lambda: {
            "csv": lambda: as_csv(made.table),
            "chart": lambda: series_chart(made.table),
            "save": lambda: as_records(made.table, today().isoformat()),
        },
        fault=lambda: forfeited([made.table]),
        line=line,
        watched=boards,
        called=("round", "rounds", "played"),
    )
    show(shown, files)


class _Boards(ExitStack):
    """Shows every position: in place on a terminal, else one below the other. Use it in `with`."""

    def __init__(self, run: Run, score: Callable[[], str], before: bool) -> None:
        """As `before` it begins slowly, plays quickly, and says no more than the score."""
        super().__init__()
        self._before = before
        self._run, self._names, self._score = run, run.table.called, score
        self._terminal, self._last = Terminal(), Text()
        self._live: Live | None = None

    def __enter__(self) -> Self:
        if redraws(sys.stdout):
            self._live = self.enter_context(Live(auto_refresh=False))
        return self

    def show(self, position: Position) -> None:
        """A position of the round that is being played."""
        done, seats = self._run.played, range(len(self._names))
        turn = turned(self._run.plan, done)
        playing = ", ".join(
            f"player {seat}: {self._names[player]}"
            for seat, player in enumerate([*seats[turn:], *seats[:turn]], 1)
        )
        heading = f"Round {done + 1} of {self._run.expected}   {playing}"
        if self._live is not None:
            self._last = Text("\n\n").join([Text(heading), drawn(position)])
            self._draw(self._live)
            first = _FIRST_PAUSE if self._before and not position.ply else _MOVE_PAUSE
            time.sleep(_END_PAUSE if position.over else first)
            return
        if self._before:
            return
        if not position.ply:
            say(heading)
        self._terminal.show(position)

    def end(self, played: Played) -> None:
        """A round has ended."""
        line = self._score()
        if not self._before:
            line = f"Round {self._run.played}: {round_text(played, self._names)}   {line}"
        if self._live is None:
            say(line)
        else:
            self._live.console.print(Text(line))
            self._draw(self._live)

    def _draw(self, live: Live) -> None:
        live.update(Group(self._last, "", Text(self._score(), NOTICE)), refresh=True)


def forfeited(played: Iterable[Table]) -> str:
    """Who has forfeited all its rounds, so that the figures say nothing; "" for nobody."""
    forfeits: list[str] = []
    for series in played:
        for name, line in zip(series.called, series.lines, strict=True):
            if line.matches and line.forfeits == line.matches:
                rounds = f"{line.matches} of {counted(line.matches, 'round')}"
                forfeits.append(f"{name} forfeited {rounds}: {series.played[0].match.forfeit}")
    return "; ".join(dict.fromkeys(forfeits))


def report(series: Table) -> Iterator[str | Columns]:
    """The figures of a series."""
    total, independent = len(series.played), series.independent
    yield f"{full_title(series.plan.games[0])}: {_series_text(series)}"
    if not total:
        return
    forfeits = [each for each in series.played if each.forfeited_by]
    cells: dict[str, Callable[[Line], str]] = {
        "Points": lambda line: f"{line.points:.1f}",
        "Wins": lambda line: share(line.wins, total, independent),
        "Draws": lambda line: share(line.draws, total, independent),
        "Losses": lambda line: share(line.losses, total, independent),
        **({"    by forfeit": lambda line: str(line.forfeits)} if forfeits else {}),
        "Time per move: median": lambda line: duration(line.seconds_per_move()),
        "    95th percentile": lambda line: duration(line.seconds_per_move(95)),
        "Positions per move": lambda line: f"{line.nodes_per_move:,.0f}",
    }
    rows = tuple((head, *map(cell, series.lines)) for head, cell in cells.items())
    least, middle, most = series.lengths
    lengths = f"{least} to {most} moves, median {middle:g}" if least < most else f"{least} moves"
    alone = ", as if only games that differ were played" if independent < total else ""
    notes = [
        f"Lengths of games: {lengths}. Different games: {series.different:,} of {total:,}.",
        f"In brackets: the 95 % interval of the share{alone}.",
    ]
    for each in forfeits[:_FORFEITS_TOLD]:
        loser, number = series.called[each.forfeited_by[0]], each.meeting.number + 1
        notes.append(f"Round {number}: {loser} forfeits: {each.match.forfeit}")
    if len(forfeits) > _FORFEITS_TOLD:
        notes.append(f"... and {len(forfeits) - _FORFEITS_TOLD} more forfeits")
    yield Columns(("", *series.called), rows, tuple(notes))


def series_chart(series: Table) -> charts.Chart:
    """The chart of wins, draws and losses."""
    heads = ("player", "result", "count", "share", "low", "high")
    rows = []
    for name, each in zip(series.called, series.lines, strict=True):
        for result in charts.RESULTS:
            count = getattr(each, result.lower())
            ends = wilson(count, each.matches, series.independent)
            row = (name, result, count, count / each.matches if each.matches else 0.0, *ends)
            rows.append(dict(zip(heads, row, strict=True)))
    return charts.results(rows, full_title(series.plan.games[0]), _series_text(series))


def _series_text(series: Table) -> str:
    rounds, plan = len(series.played), series.plan
    said = counted(rounds, "round")
    if rounds < plan.most_matches:
        said = f"{rounds:,} of {plan.rounds:,} rounds"
    return f"{said}, seed {plan.seed}, first: {plan.first}"
