"""`plyground experiment`: a question about players, answered by a table, a file or a chart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from plyground.arena import Run, answers
from plyground.arena.plan_file import question, shipped
from plyground.arena.report import Columns, csv_text
from plyground.cli.options import ExperimentOptions
from plyground.cli.runs import Files, Shown, show
from plyground.cli.series import forfeited
from plyground.cli.terminal import NOTICE, Terminal, paragraph


def list_all() -> None:
    """List the built-in experiments."""
    terminal = Terminal()
    for name in shipped():
        plan = question(name)
        terminal.say(name, NOTICE)
        terminal.entry(
            "    ", f"{plan.title}{'' if plan.title.endswith('?') else '.'} {plan.question}"
        )
    paragraph("Give one of these names, or a .toml file of your own.")


def run(name: str, options: ExperimentOptions) -> None:
    """Do the experiment and report it. Raises UserError for what is not accepted."""
    files, plan = Files(options, [Path(name)]), question(name)
    rounds, seed = options.rounds, options.seed
    plan = replace(
        plan,
        rounds=plan.rounds if rounds is None else rounds,
        seed=plan.seed if seed is None else seed,
    )
    doing = Run(plan)
    shown = Shown(
        title=plan.games[0].title,
        prepare=doing.prepare,
        steps=lambda control: doing.steps(options.jobs, control=control),
        count=lambda: (doing.played, doing.expected),
        complete=lambda: doing.complete,
        words=lambda: _words(doing),
        data=lambda: answers.as_object(doing, answers.rows(doing)),
        contents=lambda: {
            "csv": lambda: csv_text(answers.rows(doing)),
            "chart": lambda: answers.chart_of(doing, answers.rows(doing)),
        },
        fault=lambda: forfeited(doing.table.rows()),
        called=("", answers.steps(plan.asks), "done"),
    )
    show(shown, files)


def _words(doing: Run) -> Iterator[str | Columns]:
    plan = doing.plan
    yield f"{plan.title}\n{plan.question}"
    yield f"{answers.amount(plan)}, seed {plan.seed}"
    yield answers.table(doing, answers.rows(doing))
    if plan.author:
        yield plan.author
