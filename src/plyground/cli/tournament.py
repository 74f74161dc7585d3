"""`plyground tournament`: many players, results that cannot be lost, a table and a report."""

from __future__ import annotations

import hashlib
import json
import shlex
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.text import Text

from plyground.arena import pupils as classes
from plyground.arena.exactness import NOTHING, exactness
from plyground.arena.plan import Entrant, Plan, within
from plyground.arena.plan_file import load
from plyground.arena.pupils import Originals, Pupil, checked, pupils
from plyground.arena.rating import RANDOM
from plyground.arena.report import Columns
from plyground.arena.run import SUFFIX, Run
from plyground.arena.table import Table
from plyground.arena.tournament_report import (
    NARROWEST,
    as_csv,
    as_data,
    as_records,
    crosstable,
    notes,
    rated_lines,
    rows,
    settings_text,
    table,
)
from plyground.cli import tables
from plyground.cli.batch import interruptible
from plyground.cli.exits import FAILURE, INTERRUPTED, UserError
from plyground.cli.games import usual_game
from plyground.cli.options import TournamentOptions
from plyground.cli.output import complain
from plyground.cli.runs import Files, counting, fitting, matches, show, width
from plyground.cli.terminal import note, notices
from plyground.players import External, external, parse_player
from plyground.records import today
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
_PART = 0.05  # of the time, at most, goes into the table
_AROUND = 4  # columns that the row leaves free
_OTHERS = 5  # lines of a terminal that the table must not take
_EXACT = "Exact"  # the column that gets a table of its own where it has no room
_RATED = 10  # matches for each entrant from which ratings say something, and take no time
_CROSSED = 3  # entrants from which a cross table says more


def run(file: str | None, options: TournamentOptions) -> None:
    """Play the tournament and report it. Raises UserError for what is not accepted."""
    _check(file, options)
    programs = [] if options.folder is None else filter(classes.plays, options.folder.glob("*"))
    read = [Path(each) for each in (file, options.results) if each is not None]
    files = Files(options, [*read, *programs])
    left_out: list[Pupil] = []
    plan, path, originals = _plan(file, options, left_out)
    playing = Run(plan, path)
    made = _Tournament(playing, options, left_out, originals)
    shown = matches(
        playing,
        "the games",
        options.jobs or (1 if options.cluster else processors()),
        options.cluster,
        prepare=made.prepare,
        look=made.look,
        below=made.below,
        words=made.words,
        data=lambda: as_data(playing.table, playing.expected, made.found),
        contents=made.contents,
    )
    show(shown, files)


def _check(file: str | None, options: TournamentOptions) -> None:
    """Refuse options that do not go together."""
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
    control = Control()
    trying = counting(f"Trying the programs: {{}} of {len(made)}", "Trying the programs ...")
    with notices("the games", native=True), trying as step:
        tried, interrupted = interruptible(
            lambda: checked(
                made,
                originals,
                whole.games,
                control,
                step,
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


class _Tournament:
    """The table while it is cheap to make; at the end, that and the cross table."""

    def __init__(
        self,
        run: Run,
        options: TournamentOptions,
        left_out: Sequence[Pupil],
        originals: Originals | None,
    ) -> None:
        self._run, self._options = run, options
        self._left_out, self._originals = left_out, originals
        self.found = NOTHING
        self._table: list[Text] = []
        self._next = 0.0

    def prepare(self) -> None:
        """Draw the openings, of which the solver may have to prove that they are balanced."""
        with counting("Drawing openings ..."):
            interruptible(lambda: self._run.expected, Control(), patience=0)

    def below(self) -> Iterable[Text]:
        now = time.monotonic()
        if self._run.played and now >= self._next:
            size = shutil.get_terminal_size()
            room, standings = size.columns - _AROUND, self._run.table
            rated = self._run.played >= _RATED * len(standings.plan.entrants)
            shown = self._fitting(standings, room, rated)
            lines = tables.lines(shown.heads, shown.rows, room, figures=True, words=shown.words)
            self._table = lines[: max(size.lines - _OTHERS, 0)]
            self._next = time.monotonic() + (time.monotonic() - now) / _PART
        return self._table

    def look(self, control: Control) -> None:
        """Find the share of exact moves, and what happened to a class's files."""
        if self._originals is not None and (changed := self._originals.changed()):
            complain(
                f"plyground: note: since the programs were copied, {', '.join(changed)} in "
                f"{self._options.folder} changed: if nobody saved that, a program did"
            )
        plan, most = self._run.plan, self._options.exact
        solvable = any(game.players == SOLVABLE for game in plan.games)
        if most != 0 and self._run.complete and solvable:
            with counting("Looking for exact moves: {} matches", "Looking at moves ...") as step:
                of_a_class = self._options.folder is not None
                played = self._run.table.played
                self.found = exactness(plan, played, most, control, step, of_a_class)

    def words(self) -> Iterator[str | Columns]:
        standings, room = self._run.table, width()
        yield f"{standings.plan.title}: {settings_text(standings.plan)}"
        if not standings.played:
            return
        shown = self._fitting(standings, room)
        yield shown
        whole = self._columns(standings)
        if _EXACT in whole.heads and _EXACT not in shown.heads:
            yield whole.only(0, 1, whole.heads.index(_EXACT))
        crossed = crosstable(standings)
        numbered = tuple((str(place), *row[1:]) for place, row in enumerate(crossed.rows, 1))
        either = fitting([crossed, Columns(crossed.heads, numbered)], room)
        if either is not None and len(numbered) >= _CROSSED:
            yield either
        if not self._run.complete:
            yield f"Not finished: {self._run.played:,} of {self._run.expected:,} matches."
        yield from notes(standings, self.found)
        yield f"Results: {self._run.path}"

    def _fitting(self, standings: Table, room: int | None, rated: bool = True) -> Columns:
        """The table with as many columns as fit."""
        narrower = [self._columns(standings, at, rated) for at in range(NARROWEST + 1)]
        return fitting(narrower, room) or narrower[-1]

    def _columns(self, standings: Table, narrow: int = 0, rated: bool = True) -> Columns:
        """The table; its first two columns have no figures, and places need no head."""
        shown = table(standings, self.found, narrow, rated)
        rows = tuple((f"{place:>2}", *others) for place, *others in shown.rows)
        return Columns(("", *shown.heads[1:]), rows, words=2)

    def contents(self) -> Mapping[str, Callable[[], Any]]:
        standings = self._run.table
        return {
            "csv": lambda: as_csv(standings),
            "parquet": lambda: rows(standings),
            "chart": lambda: _chart(standings),
            "html": lambda: self._page(standings),
            "save": lambda: as_records(standings, today().isoformat()),
        }

    def _page(self, standings: Table) -> str:
        from plyground.browser.run_page import run_page

        faults = [each.fault for each in self._left_out]
        of_a_class = self._options.folder is not None
        return run_page(standings, self._run.expected, self.found, faults, of_a_class)


def _chart(standings: Table) -> str:
    """The ratings with their errors, as SVG."""
    plan = standings.plan
    heading = Heading(plan.title, settings_text(plan), "Ratings in Elo with their 95 % errors.")
    return rating_chart(heading, rated_lines(standings), usual_palette(variables=False))
