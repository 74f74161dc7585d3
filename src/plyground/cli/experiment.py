"""`plyground experiment`: a question about players, answered by a table, a file or a chart."""

from __future__ import annotations

import json
from pathlib import Path

from plyground.arena import WorkerDiedError, answers
from plyground.arena.experiment import Run, load, shipped
from plyground.arena.report import csv_text
from plyground.cli.batch import ChartFile, interruptible, progress
from plyground.cli.exits import FAILURE, INTERRUPTED, UserError
from plyground.cli.output import STANDARD_OUTPUT, OutputFile, say
from plyground.cli.series import require_play
from plyground.cli.terminal import NOTICE, Terminal, notices, paragraph
from plyground.search import Control


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
    chart = ChartFile(chart_path, is_ready=True) if chart_path else None
    steps = answers.steps(experiment.kind)

    control = Control()
    failure = ""
    interrupted = False
    with notices(experiment.game.title, native=True):
        try:
            doing.prepare()
        except KeyboardInterrupt:
            raise UserError("ended by Ctrl-C; nothing was done", INTERRUPTED) from None
        try:
            with progress(doing.total, steps) as step:

                def work() -> None:
                    for _ in doing.steps(jobs, control):
                        step("")

                _, interrupted = interruptible(work, control)
        except WorkerDiedError as error:
            failure = str(error)
    rows = answers.rows(doing)
    # Files first: who reads standard output may have gone. None without a finished step.
    if table and doing.done:
        table.write(csv_text(rows))
    if chart and doing.done:
        chart.draw(answers.chart_of(doing, rows))
    if as_json:
        say(json.dumps(answers.as_object(doing, rows)))
    elif csv_path != STANDARD_OUTPUT:
        paragraph(f"{experiment.title}\n{experiment.question}")
        paragraph(f"{answers.amount(experiment.kind, doing.rounds)}, seed {doing.seed}")
        found = answers.table(doing, rows)
        Terminal().table(list(found.heads), list(map(list, found.rows)), figures=True)
        for note in found.notes:
            paragraph(note)
        if experiment.author:
            paragraph(experiment.author)
    if interrupted or failure:
        done = f"{doing.done:,} of {doing.total:,} {steps} were done"
        raise UserError(
            f"{failure or 'ended by Ctrl-C'}; {done}",
            FAILURE if failure else INTERRUPTED,
        )
    require_play(doing.series)
