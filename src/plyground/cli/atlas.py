"""`plyground atlas`: every game that Plyground has solved."""

from __future__ import annotations

import json

from plyground.analysis.atlas import Group, best_play, figures, groups, moves_text, proof_text
from plyground.cli.exits import UserError
from plyground.cli.output import say
from plyground.cli.terminal import NOTICE, Terminal


def atlas(name: str | None, as_json: bool) -> None:
    """Print the table of each game, or that of one game with its commands and proofs."""
    found = [each for each in groups() if name in (None, each.name)]
    if not found:
        names = ", ".join(dict.fromkeys(each.name for each in groups()))
        raise UserError(f"the atlas has no game {name!r}: give {names}")
    if as_json:
        say(json.dumps([row.to_json() for each in found for row in each.rows]))
        return
    for each in found:
        _table(each)
        if name is not None:
            _proofs(each)


def _table(group: Group) -> None:
    terminal = Terminal()
    terminal.say(group.title, NOTICE)
    heads = [*group.heads, "best play", "plies", "positions", "seconds", "proved"]
    rows = [[*group.sizes(row), best_play(row), *figures(row), row.proved] for row in group.rows]
    terminal.table(heads, rows)


def _proofs(group: Group) -> None:
    """For each row its commands, its proof and a game of best play."""
    terminal = Terminal()
    for row in group.rows:
        for run in row.runs:
            terminal.say(row.command(run), NOTICE)
        terminal.entry("    ", proof_text(row))
        if row.line:
            terminal.entry("    Best play: ", moves_text(row))
