"""`plyground tournament`: many players, results that cannot be lost, a table and a report."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.spinner import Spinner

from plyground.arena import WorkerDiedError
from plyground.arena import pupils as classes
from plyground.arena.exactness import NOTHING, Exactness, exactness
from plyground.arena.match import RunError
from plyground.arena.plan import Entrant, Plan, load, within
from plyground.arena.pupils import Originals, Pupil, checked, pupils
from plyground.arena.rating import RANDOM
from plyground.arena.run import SUFFIX, Run
from plyground.arena.table import Table
from plyground.arena.tournament_report import (
    as_csv,
    as_data,
    as_records,
    rated_lines,
    rows,
    settings_text,
)
from plyground.cli.batch import ChartFile, interruptible
from plyground.cli.exits import FAILURE, INTERRUPTED, UserError
from plyground.cli.games import usual_game
from plyground.cli.options import TournamentOptions
from plyground.cli.output import STANDARD_OUTPUT, OutputFile, complain, say
from plyground.cli.terminal import note, notices
from plyground.cli.tournament_view import Live, report
from plyground.cli.working import row, spinner
from plyground.installing import install_command
from plyground.players import External, external, parse_player
from plyground.records import today, write_records
from plyground.render.experiment_charts import Heading, usual_palette
from plyground.render.rating_chart import rating_chart
from plyground.search import SOLVABLE, Control, processors

_GAME = "tictactoe"  # of a folder
_ROUNDS = 10
_CONFINED = (
    "the programs run as copies, each in a folder of its own, and change no other file; "
    "they read what you can read: docs/tournaments.md says what else is not prevented"
)
_UNCONFINED = (
    "the programs run as copies, each in a folder of its own, with your rights: this system does "
    "not keep them from changing other files, see docs/tournaments.md"
)
_REFRESHES = 2.0  # a second: whoever draws the table takes time from the matches


def run(file: str | None, options: TournamentOptions) -> None:
    """Play the tournament and report it. Raises UserError for what is not accepted."""
    _check(file, options)
    files = _Files(options)
    jobs = options.jobs or processors()
    control = Control()
    left_out: list[Pupil] = []
    plan, path, originals = _plan(file, options, left_out)
    tournament = Run(plan, path)
    with notices("the games", native=True):
        _prepared(tournament)
        _begun(tournament, path)
        interrupted = not tournament.complete and _played(tournament, options, jobs, control)
        found = NOTHING
        if options.exact != 0 and tournament.played and not interrupted:
            found, interrupted = _looked_at(tournament, options, control)
    if originals is not None and (changed := originals.changed()):
        complain(
            f"plyground: note: since the programs were copied, {', '.join(changed)} in "
            f"{options.folder} changed: if nobody saved that, a program did"
        )
    standings = tournament.table
    # Files first: who reads standard output may have gone.
    files.write(standings, tournament.expected, found, left_out)
    if options.json:
        say(json.dumps(as_data(standings, tournament.expected, found)))
    elif not files.printed:
        report(tournament, found)
    if interrupted:
        raise UserError(
            f"ended by Ctrl-C after {tournament.played:,} of {tournament.expected:,} matches, "
            f"which {path} keeps: the same command goes on",
            INTERRUPTED,
        )


def _check(file: str | None, options: TournamentOptions) -> None:
    """Refuse options that do not go together."""
    if options.cluster is not None and options.jobs is not None:
        raise UserError("--jobs is for this computer: give --jobs or --cluster")
    printing = [options.csv, options.save, options.html].count(STANDARD_OUTPUT) + options.json
    if printing > 1:
        raise UserError(
            "--json, --csv -, --save - and --html - each need standard output: give one of them"
        )
    if STANDARD_OUTPUT in (options.parquet, options.chart, options.results):
        raise UserError("--results, --parquet and --chart take a file, and not standard output")
    _keep(file, options)
    if options.folder is None:
        if file is None:
            raise UserError(
                "FILE is missing: give a .toml file, or --folder with the programs of a class"
            )
        for name in ("game", "rounds", "seconds", "memory"):
            if getattr(options, name) is not None:
                raise UserError(f"--{name} goes with --folder: {file} has a key for it")
    elif file is not None:
        for name in ("game", "rounds"):
            if getattr(options, name) is not None:
                raise UserError(f"--{name} is for a folder without a file: {file} has a key for it")
    elif options.cluster is not None:
        raise UserError("a folder's programs are on this computer: leave out --cluster")


def _keep(file: str | None, options: TournamentOptions) -> None:
    """Refuse to write over the plan, results, or a pupil's program."""
    read = [Path(each).resolve() for each in (file, options.results) if each is not None]
    folder = options.folder and options.folder.resolve()
    for name in ("csv", "parquet", "chart", "html", "save"):
        path: Path | None = getattr(options, name)
        if path is None or path == STANDARD_OUTPUT:
            continue
        whole = path.resolve()
        if whole in read or path.name.endswith(SUFFIX):
            raise UserError(f"--{name} would write over {path}: give another file")
        if whole.parent == folder and whole.exists() and classes.plays(whole):
            raise UserError(f"--{name} would write over the program {path}: give another file")


# The plan


def _plan(
    file: str | None, options: TournamentOptions, left_out: list[Pupil]
) -> tuple[Plan, Path, Originals | None]:
    """What to play, where its results are kept, and the files of a class."""
    if options.folder is None:
        assert file is not None
        plan = load(file, programs=True)
        if not options.programs:
            _refuse_programs(file, plan.entrants)
        return plan, options.results or Path(file).with_suffix(SUFFIX), None
    plan, originals = _class_plan(file, options.folder, options, left_out)
    if options.results is not None:
        return plan, options.results, originals
    # Pupils improve their programs: what is another tournament then gets another file.
    identity = hashlib.blake2b(json.dumps(plan.identity()).encode(), digest_size=4).hexdigest()
    stem, beside = (plan.games[0].name, options.folder) if file is None else (
        Path(file).stem, Path(file).parent
    )  # fmt: skip
    return plan, beside / f"{stem}-{identity}{SUFFIX}", originals


def _refuse_programs(file: str, entrants: Iterable[Entrant]) -> None:
    """Raise UserError if the file would start programs, which nobody has agreed to."""
    named = dict.fromkeys(
        shlex.join(each.command)
        for one in entrants
        for each in within(one.player)
        if isinstance(each, External)
    )
    if named:
        *others, last = named
        programs = f"{', '.join(others)} and {last}" if others else last
        raise UserError(
            f"{file} would start {programs} on this computer; a program can do whatever you can: "
            "if you trust what the file names, add --programs"
        )


def _class_plan(
    file: str | None, folder: Path, options: TournamentOptions, left_out: list[Pupil]
) -> tuple[Plan, Originals]:
    """The plan for a folder's programs, without those that cannot play, which are named."""
    made, originals = pupils(
        folder,
        classes.SECONDS if options.seconds is None else options.seconds,
        classes.MEMORY if options.memory is None else options.memory,
        taken=(RANDOM,),
    )
    own = [each.entrant for each in made]
    whole = _with(file, folder, options, own)
    others = [each for each in whole.entrants if each not in own]
    if file is not None and not options.programs:
        _refuse_programs(file, others)
    for ignored in classes.ignored(folder):
        complain(f"plyground: note: {ignored.name} is not a program, so it does not play")
    note(_CONFINED if external.writes_are_confined() else _UNCONFINED)
    control, line = Control(), _Counting(f"Trying the programs: {{}} of {len(made)}")
    with notices("the games", native=True), row(line.drawn, "Trying the programs ..."):
        tried, interrupted = interruptible(
            lambda: checked(
                made,
                originals,
                whole.games,
                control,
                line.step,
                lambda said: complain(f"plyground: note: {said}"),
            ),
            control,
        )
    if tried is None or interrupted:
        raise UserError("ended by Ctrl-C; nothing was played", INTERRUPTED)
    fit = [each for each in tried if not each.fault]
    left_out += [each for each in tried if each.fault]
    for each in left_out:
        complain(f"plyground: left out: {each.fault}")
    if len(fit) + len([each for each in others if each.name != RANDOM]) < 2:
        raise UserError(
            f"a tournament needs 2 programs or more that can play, and {folder} has {len(fit)}",
            FAILURE,
        )
    playing = [each.entrant for each in fit]
    return _with(file, folder, options, playing, classes.stamp(fit)), originals


def _with(
    file: str | None,
    folder: Path,
    options: TournamentOptions,
    entrants: Sequence[Entrant],
    stamp: str = "",
) -> Plan:
    """The plan of a file, or the usual one, with the programs of a folder."""
    if file is not None:
        return load(file, programs=True, others=entrants, stamp=stamp)
    game = usual_game(_GAME if options.game is None else options.game)
    random = parse_player(RANDOM)
    assert random is not None
    return Plan(
        games=(game,),
        entrants=(*entrants, Entrant(RANDOM, random)),
        rounds=_ROUNDS if options.rounds is None else options.rounds,
        title=f"{game.title} in {folder.resolve().name}",
        stamp=stamp,
    )


# Playing


def _prepared(tournament: Run) -> None:
    """Draw the openings, which takes a while if the solver has to prove that they are balanced."""
    turning = Spinner(spinner(), "Drawing openings ...", style="status.spinner")
    with row(lambda: turning, "Drawing openings ..."):
        interruptible(lambda: tournament.expected, Control(), patience=0)


def _begun(tournament: Run, path: Path) -> None:
    """Take up the results that there are. Raises UserError if they are not this tournament's."""
    if not path.exists():
        return
    if not path.is_file():
        raise UserError(f"{path} is not a file: give another one after --results")
    try:
        tournament.review()
    except RunError as error:
        raise UserError(str(error), FAILURE) from None
    for line in tournament.bad:
        again = "the plan says what it said" if line == 1 else "its match is played again"
        note(f"line {line} of {path} was damaged: {again}")
    if tournament.torn:
        note(f"the last line of {path} was torn: its match is played again")
    if tournament.played and not tournament.complete:
        note(f"going on after {tournament.played:,} of {tournament.expected:,} matches")


def _played(tournament: Run, options: TournamentOptions, jobs: int, control: Control) -> bool:
    """Play what is left; whether Ctrl-C ended it. Raises UserError where it cannot go on."""
    live = Live(tournament)
    try:
        with row(live.drawn, f"Playing: {tournament.expected:,} matches ...", _REFRESHES):
            _, interrupted = interruptible(
                lambda: tournament.play(jobs, options.cluster, control), control
            )
    except (RunError, WorkerDiedError) as error:
        raise UserError(str(error), FAILURE) from None
    return interrupted and not tournament.complete


def _looked_at(
    tournament: Run, options: TournamentOptions, control: Control
) -> tuple[Exactness, bool]:
    """The share of exact moves, and whether Ctrl-C ended the search for it."""
    plan, standings = tournament.plan, tournament.table
    if all(game.players != SOLVABLE for game in plan.games):
        return NOTHING, False
    line = _Counting("Looking for exact moves: {} matches")
    with row(line.drawn, "Looking at moves ..."):
        found, _ = interruptible(
            lambda: exactness(
                plan,
                standings.played,
                options.exact,
                control,
                line.step,
                better=options.folder is not None,
            ),
            control,
        )
    return found or NOTHING, False


class _Counting:
    """A line that says how far something is; `text` has {} for the number."""

    def __init__(self, text: str) -> None:
        self._text, self._done = text, 0
        self._spinner = Spinner(spinner(), style="status.spinner")

    def step(self) -> None:
        """One more is done."""
        self._done += 1

    def drawn(self) -> Spinner:
        """What to show now."""
        self._spinner.text = self._text.format(f"{self._done:,}")
        return self._spinner


# What is written


class _Files:
    """The files that were asked for, which are there before what fills them."""

    def __init__(self, options: TournamentOptions) -> None:
        """Raises UserError for one that cannot be written."""
        if options.parquet is not None and importlib.util.find_spec("polars") is None:
            raise UserError(
                f"--parquet needs the library polars: {install_command('records')}", FAILURE
            )
        self.printed = STANDARD_OUTPUT in (options.csv, options.save, options.html)
        self._csv = None if options.csv is None else OutputFile(options.csv)
        self._parquet = None if options.parquet is None else OutputFile(options.parquet)
        self._chart = None if options.chart is None else ChartFile(options.chart, is_ready=True)
        self._html = None if options.html is None else OutputFile(options.html)
        self._save = None if options.save is None else OutputFile(options.save)
        self._of_a_class = options.folder is not None

    def write(
        self, standings: Table, expected: int, found: Exactness, left_out: Sequence[Pupil]
    ) -> None:
        """Write all of them; none without a match."""
        if not standings.played:
            return
        if self._csv:
            self._csv.write(as_csv(standings))
        if self._parquet:
            with self._parquet.filled() as path:
                _write_parquet(standings, path)
        if self._chart:
            self._chart.draw(chart(standings))
        if self._html:
            from plyground.browser.tournament_page import tournament_page

            faults = [each.fault for each in left_out]
            page = tournament_page(standings, expected, found, faults, self._of_a_class)
            self._html.write(page)
        if self._save:
            with self._save.opened() as file:
                write_records(as_records(standings, today().isoformat()), file)


def chart(standings: Table) -> str:
    """The ratings with their errors, as SVG."""
    plan = standings.plan
    heading = Heading(plan.title, settings_text(plan), "Ratings in Elo with their 95 % errors.")
    return rating_chart(heading, rated_lines(standings), usual_palette(variables=False))


def _write_parquet(standings: Table, path: Path) -> None:
    import polars

    table = polars.DataFrame(rows(standings), infer_schema_length=None)
    try:
        table.write_parquet(path)
    except polars.exceptions.ComputeError as error:  # so it tells of a full disk
        raise OSError(str(error)) from None
