"""`atlas`: every game that Plyground has solved, with its value, best play and how it is proved.

The rows come with the package, in atlas/atlas.json; benchmarks/atlas.py makes them, one by one. Two
programs that share no search solve games: the table of all positions (`search.tables`), and the
solver by alpha-beta (`search.exact`). A game is proved twice if both have solved it from its start.
It is proved once if only one of them can; then other programs have checked parts of the proof.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, Literal

from plyground.search import Value

ATLAS = Path(__file__).parent.parent / "atlas" / "atlas.json"

Program = Literal["table", "solver", "reordered"]

PROGRAMS: Mapping[Program, str] = {
    "table": "the table of all positions",
    "solver": "the alpha-beta solver",
    "reordered": "the alpha-beta solver with another order of moves",
}
"""The programs by their names. The last is the second with half the memory and, where moves look
alike, every two of them swapped.
"""

Check = Literal["positions", "lines", "late", "none"]


@dataclass(frozen=True)
class Run:
    """One program's work on a game, from its start."""

    program: Program
    positions: int
    """Positions up to symmetry in a table, ended ones included; or visited by a search."""
    seconds: float
    """Of processor time, without compiling."""
    memory: int
    """MiB: what the solver's table takes, or the file of a table of all positions."""


@dataclass(frozen=True)
class Checked:
    """What was checked besides the value of the game, without a disagreement.

    positions   the table and the solver agree on a position of each of `count` random games
    lines       in `count` games one side played the moves of the proof and the other at random;
                all ended as proved, and another program solved a late position of `solved` of them
    late        a naive twin of the game agrees on late positions of `solved` random games
    """

    how: Check
    count: int
    solved: int


@dataclass(frozen=True)
class Row:
    """A solved game."""

    name: str
    game: str
    """The name of the game, or the path of its file."""
    title: str
    values: Mapping[str, int]
    value: Value
    plies: int
    """Of a game of best play."""
    line: tuple[str, ...]
    """A game of best play."""
    runs: tuple[Run, ...]
    checked: Checked
    ongoing: tuple[int, ...]
    """By ply, the unfinished positions up to symmetry, if a table has counted them."""
    ended: tuple[int, ...]
    kinds: tuple[tuple[int, int, int], ...]
    """By ply, how many of the unfinished ones the player to move loses, draws and wins."""
    raw: tuple[int, ...]
    """By ply, all positions, those that are equal up to symmetry counted one by one."""
    machine: str
    date: str
    commit: str

    @property
    def proved(self) -> Literal["twice", "once"]:
        """By how many programs that share no search."""
        searches = {"table" if run.program == "table" else "solver" for run in self.runs}
        return "twice" if len(searches) > 1 else "once"

    @property
    def first(self) -> Run:
        """The run whose figures stand for the game."""
        return self.runs[0]

    @property
    def winner(self) -> int:
        """The player who wins with best play, from 1; 0 for a draw. Of two players."""
        return {"win": 1, "loss": 2}.get(self.value.verdict, 0)

    @property
    def several(self) -> bool:
        """Whether the game is for more than two players."""
        return bool(self.value.forced)

    @property
    def installed(self) -> bool:
        """Whether the game comes with the package, and not in a file of the examples."""
        return not self.game.endswith(".py")

    @property
    def stated(self) -> str:
        """The game with its parameters, as commands take them."""
        stated = (f"--{name} {value}" for name, value in self.values.items())
        return " ".join([self.game, *stated])

    def command(self, run: Run) -> str:
        """The command that does the work of a run."""
        match run.program:
            case "table":
                return f"plyground solve {self.stated}"
            case "solver":
                return f"plyground score {self.stated} --no-book"
            case "reordered":
                return f"python benchmarks/atlas.py {self.name}"

    def to_json(self) -> dict[str, Any]:
        """The row as data, from which `from_json` makes it again."""
        return {
            "name": self.name,
            "game": self.game,
            "title": self.title,
            "values": dict(self.values),
            **self.value.to_json(),
            "length": self.plies,
            "line": list(self.line),
            "proved": self.proved,
            "runs": [{**vars(run), "command": self.command(run)} for run in self.runs],
            "checked": vars(self.checked),
            "ongoing": list(self.ongoing),
            "ended": list(self.ended),
            "kinds": [list(each) for each in self.kinds],
            "raw": list(self.raw),
            "machine": self.machine,
            "date": self.date,
            "commit": self.commit,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Row:
        """The row from such data."""
        names = Run.__dataclass_fields__
        return cls(
            data["name"],
            data["game"],
            data["title"],
            data["values"],
            Value.from_json(data),
            data["length"],
            tuple(data["line"]),
            tuple(Run(**{name: each[name] for name in names}) for each in data["runs"]),
            Checked(**data["checked"]),
            tuple(data["ongoing"]),
            tuple(data["ended"]),
            tuple((lost, drawn, won) for lost, drawn, won in data["kinds"]),
            tuple(data["raw"]),
            data["machine"],
            data["date"],
            data["commit"],
        )


@cache
def atlas() -> tuple[Row, ...]:
    """All rows, by game and then by size."""
    return tuple(map(Row.from_json, json.loads(ATLAS.read_text(encoding="utf-8"))))


_IN_WORDS = {"vertices": "dots", "target": "sum"}  # of parameters that commands call otherwise


@dataclass(frozen=True)
class Group:
    """The rows of one game, as one table shows them."""

    name: str
    title: str
    rows: tuple[Row, ...]

    @property
    def heads(self) -> tuple[str, ...]:
        """The parameters that tell the rows apart, in words."""
        return tuple(_IN_WORDS.get(name, name) for name in self._telling)

    def sizes(self, row: Row) -> tuple[str, ...]:
        """What a row has there."""
        return tuple(str(row.values[name]) for name in self._telling)

    def size(self, row: Row) -> str:
        """The same in one text: "7 x 6"; the title of a game without parameters."""
        return " x ".join(self.sizes(row)) or row.title

    @property
    def _telling(self) -> tuple[str, ...]:
        """The parameters with several values; if there is one row, all."""
        every = {name: {row.values[name] for row in self.rows} for name in self.rows[0].values}
        several = tuple(name for name, values in every.items() if len(values) > 1)
        return several or tuple(every)


def groups() -> tuple[Group, ...]:
    """All rows, by games. A game for two is one table, for more players another."""
    found = []
    for (title, several), rows in groupby(atlas(), lambda row: (row.title, row.several)):
        mine = tuple(rows)
        name = Path(mine[0].game).stem
        found.append(Group(name, f"{title}, more players" if several else title, mine))
    return tuple(found)


def best_play(row: Row) -> str:
    """What best play comes to, in words: "player 2 wins", "a draw".

    For more players, what each of them can force against all others: "draw, loss, loss", "draw for
    all" or "nothing", where each can be made to lose.
    """
    if row.several:
        forced = row.value.forced
        if set(forced) == {"loss"}:
            return "nothing"
        return f"{forced[0]} for all" if len(set(forced)) == 1 else ", ".join(forced)
    return f"player {row.winner} wins" if row.winner else "a draw"


def proof_text(row: Row) -> str:
    """How a row is proved, and what was checked, in a sentence or two."""
    names = [PROGRAMS[run.program] for run in row.runs]
    said = f"Proved {row.proved}, by {' and by '.join(names)}"
    count, solved = f"{row.checked.count:,}", f"{row.checked.solved:,}"
    match row.checked.how:
        case "positions":
            more = f"; the two agree on {count} positions of random games too."
        case "lines":
            more = (
                f". In {count} games one side kept to the proof and the other played at random: "
                f"all ended as proved, and plain alpha-beta confirmed {solved} late positions."
            )
        case "late":
            more = f"; a slow program with its own rules agrees on {solved} late positions."
        case "none":
            more = "; nothing else was checked."
    return said + more


def figures(row: Row) -> tuple[str, str, str]:
    """Plies, positions and seconds of processor time, as tables show them."""
    seconds = row.first.seconds
    decimals = 0 if seconds >= 10 else 1 if seconds >= 1 else 2
    return str(row.plies), f"{row.first.positions:,}", f"{seconds:,.{decimals}f}"


def moves_text(row: Row) -> str:
    """A game of best play, in one line."""
    joined = all(len(move) == 1 for move in row.line)
    return ("" if joined else " ").join(row.line)
