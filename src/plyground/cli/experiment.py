"""`plyground experiment`: a question about players, answered by a table, a file or a chart."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from plyground.arena import answers
from plyground.arena.experiment import Run, load, shipped
from plyground.arena.report import Columns, csv_text
from plyground.cli.options import ExperimentOptions
from plyground.cli.runs import Files, Shown, show
from plyground.cli.series import forfeited
from plyground.cli.terminal import NOTICE, Terminal, paragraph


def list_all() -> None:
    """List the built-in experiments."""
    terminal = Terminal()
    for name in shipped():
        experiment = load(name)
        terminal.say(name, NOTICE)
        terminal.entry("    ", f"{experiment.title}. {experiment.question}")
    paragraph("Give one of these names, or a .toml file of your own.")


def run(name: str, options: ExperimentOptions) -> None:
    """Do the experiment and report it. Raises UserError for what is not accepted."""
    files = Files(options, [Path(name)])
    doing = Run(load(name), options.rounds, options.seed)
    shown = Shown(
        title=doing.experiment.game.title,
        prepare=doing.prepare,
        steps=lambda control: doing.steps(options.jobs, control),
        count=lambda: (doing.done, doing.total),
        complete=lambda: doing.done == doing.total,
        words=lambda: _words(doing),
        data=lambda: answers.as_object(doing, answers.rows(doing)),
        contents=lambda: {
            "csv": lambda: csv_text(answers.rows(doing)),
            "chart": lambda: answers.chart_of(doing, answers.rows(doing)),
        },
        fault=lambda: forfeited(doing.series),
        called=("", answers.steps(doing.experiment.kind), "done"),
    )
    show(shown, files)


def _words(doing: Run) -> Iterator[str | Columns]:
    experiment = doing.experiment
    yield f"{experiment.title}\n{experiment.question}"
    yield f"{answers.amount(experiment.kind, doing.rounds)}, seed {doing.seed}"
    yield answers.table(doing, answers.rows(doing))
    if experiment.author:
        yield experiment.author
