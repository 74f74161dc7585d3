"""The atlas: every game that Plyground solves, solved, checked and written down.

Run `python benchmarks/atlas.py` to make the rows that are missing, the smallest games first, or
name some to make them again: `python benchmarks/atlas.py connect4-6-5 sim-7-2`. Each row is made in
a process of its own and kept at once, so that the work can be stopped and continued. At the end
docs/atlas.md and docs/atlas/ are written from the kept rows; `--pages` does only that.

Where a table of all positions fits into memory, the table and the solver by alpha-beta both solve
the game, and must agree on the start and on one position of each of 1,000 random games. For more
players there is only the table: the naive twin of the tests, rules and all, must agree on late
positions of 1,000 random games.

Where only the solver can do it, it solves the game a second time, with every two moves swapped in
the order that counts where they look alike, and half of the memory. Then 1,000 random games test
its proof: one side, each in turn, plays moves that keep what is proved for that side, and the other
plays at random. Each game must end as was proved, or better for that side, by the rules alone; and
the first position of each game with at most 12 plies left is solved by `search.alphabeta`, another
program, with an empty table, and must have the same value.

Exits with 1, and keeps nothing of a row, if anything disagrees.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast

from figures import ROOT, commit, digits, header, machine, run, today
from playing import whole_game

import plyground as pg
from plyground import rules
from plyground.analysis.atlas import (
    ATLAS,
    Checked,
    Group,
    Program,
    Row,
    Run,
    atlas,
    best_play,
    groups,
    moves_text,
)
from plyground.analysis.atlas import figures as row_figures
from plyground.analysis.perfect import perfect_game
from plyground.games import registry
from plyground.position import Game, Position, standing
from plyground.search import (
    PROVEN,
    Inquiry,
    SolvedTable,
    Solver,
    Value,
    alphabeta,
    layers,
    plies_to_end,
    solve_tables,
    value_of_bounds,
)
from plyground.search.exact import later
from plyground.search.questions import NO_MOVE

SUMS = "examples/sums.py"
SAMPLES = 1000
LATE = 12  # plies left, at most, where another program solves a position of a proof again
LATE_OF_MANY = 5  # the same for the naive twin of a game for more players
TABLE_MEMORY = 3_000_000_000  # bytes
MEMORY = 256  # MiB of the solver's table, for most games
RAW_MOST = 20  # cells of a board whose positions are also counted one by one

T = TypeVar("T")


@dataclass(frozen=True)
class Entry:
    """A game for the atlas, and whether a table of all its positions fits."""

    game: str
    values: dict[str, int]
    table: bool = True
    memory: int = MEMORY

    @property
    def made(self) -> Game:
        """The game itself."""
        return registry.game(self.game, **self.values)


def _entries() -> Iterator[Entry]:
    """All games of the atlas, those first that are solved soonest."""
    yield Entry("tictactoe", {})
    yield from (Entry("connect4", {"columns": c, "rows": r}) for c, r in ((4, 4), (5, 4), (4, 5)))
    yield from (Entry("sim", {"vertices": n, "players": 2}) for n in range(3, 8))
    yield Entry("numerical", {})
    yield Entry(SUMS, {"target": 15})
    boards: tuple[tuple[int, int], ...]
    boards = ((6, 5), (5, 6), (7, 4), (4, 7), (8, 4), (4, 8), (7, 5), (5, 7), (6, 6))
    yield from (Entry("connect4", {"columns": c, "rows": r}, table=False) for c, r in boards)
    yield Entry("sim", {"vertices": 6, "players": 3})
    yield from (Entry(SUMS, {"target": target}) for target in range(6, 25) if target != 15)
    boards = ((4, 6), (6, 4), (5, 5))
    yield from (Entry("connect4", {"columns": c, "rows": r}) for c, r in boards)
    yield Entry("sim", {"vertices": 8, "players": 2})
    yield Entry("sim", {"vertices": 9, "players": 2}, table=False, memory=4096)
    boards = ((7, 6), (6, 7), (9, 4), (4, 9), (5, 8), (8, 5))
    boards += ((4, 10), (10, 4), (5, 9), (6, 8), (7, 7), (9, 5), (8, 6))
    yield from (Entry("connect4", {"columns": c, "rows": r}, table=False) for c, r in boards)
    several = ((3, 3), (4, 3), (5, 3), (3, 4), (4, 4), (5, 4), (3, 5), (4, 5), (5, 5), (6, 4))
    yield from (Entry("sim", {"vertices": n, "players": p}) for n, p in several)
    yield Entry("sim", {"vertices": 6, "players": 5})
    yield Entry("sim", {"vertices": 7, "players": 3})


def entries() -> dict[str, Entry]:
    """All games of the atlas by the names of their rows, those first that are solved soonest."""
    found = {}
    for each in _entries():
        stem = Path(each.game).stem
        found["-".join([stem, *map(str, each.values.values())])] = each
    return found


class DisagreementError(Exception):
    """Two programs say something different."""


def require(holds: bool, what: str) -> None:
    """Raise DisagreementError unless something holds."""
    if not holds:
        raise DisagreementError(what)


# Solving


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """The result of some work and the seconds of processor time."""
    begun = time.process_time()
    result = work()
    return result, digits(time.process_time() - begun)


def by_table(game: Game, folder: str) -> tuple[SolvedTable, Run]:
    """Solve a game by a table of all positions, after it is compiled."""
    stopped = pg.Control()
    stopped.stop()
    with suppress(pg.Cancelled):
        solve_tables(game, folder=folder, control=stopped, memory=TABLE_MEMORY, threads=1)
    table, seconds = timed(
        lambda: solve_tables(game, folder=folder, memory=TABLE_MEMORY, threads=1)
    )
    positions = sum(table.ongoing) + sum(table.ended)
    return table, Run("table", positions, seconds, table.size >> 20)


def by_search(game: Game, memory: int, *, again: bool = False) -> tuple[Solver, int, Run]:
    """Solve a game by the solver, after it is compiled; also its value as a number."""
    solver = Solver(game, memory)
    solver.solve(game, limits=pg.Limits(nodes=1000))  # compiles
    solver.grow()
    solver.forget()  # touches the memory
    solution, seconds = timed(lambda: solver.solve(game))
    program: Program = "reordered" if again else "solver"
    return solver, solution.low, Run(program, solution.nodes, seconds, solver.memory >> 20)


def reordered(game: Game) -> Game:
    """The same game, with every two moves swapped in the order that counts where they look alike.

    A reversed order would be further from the first, but takes up to 36 times as many positions.
    """
    parent = type(game)

    def kernels(self: Any) -> Any:
        own = dict(parent.kernels(self))
        first = own.get("candidates", own["moves"])

        def candidates(state: Any, out: Any) -> int:
            count: int = first(state, out)
            for i in range(0, count - 1, 2):
                out[i], out[i + 1] = out[i + 1], out[i]
            return count

        return {**own, **rules.kernels(candidates)}

    made: Any = type("Reordered", (parent,), {"kernels": kernels})
    return cast(Game, made(**game.values))


# Checking


def compare_positions(table: SolvedTable, solver: Solver) -> Checked:
    """The table and the solver, on one position of each of many random games."""
    chance, inquiry = random.Random(1), Inquiry(solver)
    for _ in range(SAMPLES):
        position = chance.choice(whole_game(table.game, chance).line[:-1])
        same(table.value(position), inquiry.value(position), position)
    return Checked("positions", SAMPLES, SAMPLES)


def same(one: Value, other: Value, position: Position) -> None:
    """Raise DisagreementError unless two values of a position are equal."""
    equal = (one.verdict, one.plies) == (other.verdict, other.plies)
    require(equal, f"{position!r}: {one} and {other}")


def try_proof(game: Game, solver: Solver, value: int) -> Checked:
    """Random games in which one side plays the moves of the proof."""
    chance, inquiry = random.Random(1), Inquiry(solver)
    solved = 0
    for number in range(SAMPLES):
        late = proof_line(game, inquiry, number % 2, value, chance)
        if late is not None:
            solved += 1
            same(inquiry.value(late), solved_again(late), late)
    return Checked("lines", SAMPLES, solved)


def proof_line(
    game: Game, inquiry: Inquiry, side: int, value: int, chance: random.Random
) -> Position | None:
    """Play a random game in which `side` keeps what is proved for it, and see that it does.

    Returns the first position with few plies left, None if the game ends before.
    """
    position, late = game.position(), None
    claim = value if side == position.turn else -value
    while not position.over:
        if late is None and game.max_plies - position.ply <= LATE:
            late = position
        if position.turn == side:
            keeping = (each for each in position.codes if inquiry.is_worth(position, each, claim))
            code = next(keeping, NO_MOVE)
            require(code != NO_MOVE, f"{position!r}: no move keeps {claim}")
        else:
            code = chance.choice(position.codes)
        position, claim = position.play_code(code), later(claim)
    # After the last ply, a claim of a win in 0 plies has this number.
    reached = standing(position.result, side) * (game.max_plies + 1)
    require(claim <= reached, f"{position!r}: {claim} was claimed")
    return late


def solved_again(position: Position) -> Value:
    """The value of a late position by another program, with an empty table."""
    result = alphabeta(position, limits=pg.Limits(depth=position.game.max_plies - position.ply))
    if abs(result.score) > PROVEN:
        return Value("win" if result.score > 0 else "loss", plies_to_end(result.score))
    return value_of_bounds(position, 0, 0)


def compare_late(table: SolvedTable) -> Checked:
    """The table of a game for more players and the naive twin, on late positions."""
    sys.path.insert(0, str(ROOT))
    from tests.reference.sim import Sim
    from tests.reference.solve import KINDS
    from tests.reference.solve import Solver as Naive

    from plyground.search.value import TIES

    game = table.game
    twin = Naive(Sim(**game.values))
    chance, solved = random.Random(1), 0
    for _ in range(SAMPLES):
        line = whole_game(game, chance).line[:-1]
        late = [each for each in line if game.max_plies - each.ply <= LATE_OF_MANY]
        if not late:
            continue
        position = late[0]
        board = twin.game.start()
        for move in position.history:
            board = twin.game.play(board, move)
        value = table.value(position)
        forced = tuple(KINDS[twin.forced(board, player)] for player in range(game.players))
        require(value.forced == forced, f"{position!r}: {value.forced} and {forced}")
        for ties, outcome in zip(TIES, value.ends, strict=True):
            loser = twin.maxn(board, ties).player
            require(outcome.loser == loser, f"{position!r}: {outcome} and {loser}")
        solved += 1
    return Checked("late", SAMPLES, solved)


# Rows


def row(name: str) -> Row:
    """Solve a game and check it. Raises DisagreementError."""
    entry = entries()[name]
    game = entry.made
    start = game.position()
    runs: tuple[Run, ...]
    counts: dict[str, Any] = {"ongoing": (), "ended": (), "kinds": (), "raw": ()}
    with tempfile.TemporaryDirectory() as folder:
        if not entry.table:
            solver, number, run = by_search(game, entry.memory)
            other_solver, other, second = by_search(reordered(game), entry.memory // 2, again=True)
            del other_solver
            require(number == other, f"{name}: {number} and {other}")
            value = value_of_bounds(start, number, number)
            runs = run, second
            line = Inquiry(solver).line(start, number)
            checked = try_proof(game, solver, number)
        else:
            table, run = by_table(game, folder)
            value, line, runs = table.value(start), table.line(start), (run,)
            counts.update(ongoing=table.ongoing, ended=table.ended)
            if game.players > 2:
                checked = compare_late(table)
            else:
                solver, number, second = by_search(game, entry.memory)
                same(value, value_of_bounds(start, number, number), start)
                runs = run, second
                checked = compare_positions(table, solver)
                counts.update(kinds=table.kinds())
    if perfect := perfect_game(game) if entry.game != SUMS else None:
        line = perfect.position.history
    require(value.plies in (None, len(line)), f"{name}: {value}, and best play is {line}")
    if game.name in ("tictactoe", "connect4") and game.max_plies <= RAW_MOST:
        counts.update(raw=tuple(each.ongoing + each.ended for each in layers(game)))
    return Row(
        name, entry.game, game.title, entry.values, value, len(line), tuple(line), runs, checked,
        **counts, machine=machine(), date=today(), commit=commit(),
    )  # fmt: skip


def keep(made: Row) -> None:
    """Put a row in its place among the kept ones."""
    found = {each.name: each for each in atlas()} if ATLAS.exists() else {}
    found[made.name] = made
    rows = sorted(found.values(), key=place)
    lines = ",\n".join(json.dumps(each.to_json(), ensure_ascii=False) for each in rows)
    ATLAS.parent.mkdir(exist_ok=True)
    draft = ATLAS.with_suffix(".draft")
    draft.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    draft.replace(ATLAS)


def place(made: Row) -> tuple[int, ...]:
    """The sort key of a row: by game, and then by size."""
    games = ("connect4", "sim", "tictactoe", "numerical", SUMS)
    values = made.values.values()
    return games.index(made.game), made.values.get("players", 0), sum(values), *values


def make(name: str) -> int:
    """Make one row; 1 if something disagrees."""
    try:
        made = row(name)
    except DisagreementError as error:
        print(f"DISAGREES {error}", flush=True)
        return 1
    keep(made)
    work = "; ".join(f"{each.program} {each.positions:,}, {each.seconds} s" for each in made.runs)
    print(f"{name}: {made.value}, {made.plies} plies; {work}; {made.checked}", flush=True)
    return 0


# Pages

PAGE = ROOT / "docs" / "atlas.md"
SEQUENCES = ROOT / "docs" / "atlas"

HEAD = """\
# Atlas of solved games

<!-- Made by benchmarks/atlas.py: changes made here are lost. -->

Games that Plyground has solved and checked: what each is worth if nobody makes a mistake, and after
how many plies it then ends. Of Sim on 10 dots only the winner is known: see
[solving](solving.md). `plyground atlas` prints these tables, and `plyground atlas connect4` the
proofs too. In the app, *Learn* leads to them, with a game of best play to step through for each.

Two programs that share no search can solve a game. The **table** of all positions is filled from
the end of the game to its start. The **solver** searches by alpha-beta. Both take the rules of the
game, which [the tests](proofs.md#what-you-have-to-believe) compare with rules written a second
time. A game is *proved twice* if both have solved it from its start. Then they also agree on one
position of each of 1,000 random games.

A game is *proved once* if only one of them can do it.

- If that is the solver, it has solved the game a second time, with half the memory and another
  order of moves: where moves look alike, the second came before the first, the fourth before the
  third, and so on. Then 1,000 random games have tested its proof: one side kept to what was proved
  for it, and the other played at random. By the rules alone, every game ended as proved, or better
  for that side. A third program, the alpha-beta search of the
  players, solved the first position with at most 12 plies left in each game that lasted so long.
  It began with an empty table, and found the value that the solver gives.
- If that is the table, the game has more than two players. A program in plain Python, with rules
  of its own, agrees with the table on late positions of 1,000 random games.
- Sim on 9 dots took a search of a quarter of an hour. Its row is of 2026-11-21: it was searched
  once, and nothing else was checked.

All boards of Connect Four with columns + rows up to 13 are here, and those of 14 that did not take
too long. Larger boards have not been tried.

In a game for more players, the table says what each can force against all others: *nothing*, where
the others can make any of them lose. The game of best play is another matter: in it each player
looks after themselves, which is called [max^n](players.md).

There was no disagreement: with one, this page would not have been made. A row can be made again by
its name: `python benchmarks/atlas.py connect4-6-5`.

*Positions* are those of the table, up to symmetry and with the ended ones, or else those that the
solver visited. *Seconds* are of processor time, without compiling.
"""


def pages() -> dict[Path, str]:
    """The page and the sequences, by their files."""
    found = {PAGE: page()}
    for each in sequences():
        found[SEQUENCES / f"{each.name}.txt"] = each.text
    return found


def page() -> str:
    """The page as Markdown."""
    parts = [HEAD]
    for group in groups():
        parts += [f"## {group.title}\n", "\n".join(table_lines(group)) + "\n"]
        parts.append(folded("Games of best play", line_rows(group)))
        for each in group.rows:
            if each.game == "connect4" and each.kinds:
                parts.append(folded(f"{group.size(each)}: positions by ply", ply_rows(each)))
    parts.append(
        "## Sequences\n\nOne number a line, after its place, as encyclopaedias take them.\n"
    )
    lines = ["| file | what | command |", "|---|---|---|"]
    lines += [
        f"| [{one.name}.txt](atlas/{one.name}.txt) | {one.what} | `{one.command}` |"
        for one in sequences()
    ]
    parts.append("\n".join(lines) + "\n")
    made = sorted({(each.date, each.machine) for each in atlas()})
    parts.append("Made: " + "; ".join(f"{date}, {where}" for date, where in made) + ".")
    return "\n".join(parts) + "\n"


def table_lines(group: Group) -> Iterator[str]:
    """The table of a game."""
    play = "each can force" if group.rows[0].several else "best play"
    heads = " x ".join(group.heads) or "game"
    yield f"| {heads} | {play} | plies | positions | seconds | proved | by |"
    yield "|---|---|--:|--:|--:|---|---|"
    for row in group.rows:
        plies, positions, seconds = row_figures(row)
        programs = " ".join(
            f"{'and ' if at else ''}{NAMES[run.program]}, `{row.command(run)}`"
            for at, run in enumerate(row.runs)
        )
        cells = group.size(row), best_play(row), plies, positions, seconds, row.proved, programs
        yield f"| {' | '.join(cells)} |"


NAMES = {"table": "table", "solver": "solver", "reordered": "solver again"}


def folded(title: str, lines: list[str]) -> str:
    """Lines that are hidden until a reader opens them."""
    body = "\n".join(lines)
    return f"<details markdown>\n<summary>{title}</summary>\n\n{body}\n\n</details>\n"


def line_rows(group: Group) -> list[str]:
    """A table of the games of best play."""
    return [f"- {group.size(row)}: `{moves_text(row)}`" for row in group.rows if row.line]


def ply_rows(row: Row) -> list[str]:
    """A table of a game's positions by ply, for the player to move."""
    lines = ["| ply | won | drawn | lost | ended |", "|--:|--:|--:|--:|--:|"]
    for ply, (lost, drawn, won) in enumerate(row.kinds):
        figures = (won, drawn, lost, row.ended[ply])
        lines.append(f"| {ply} | " + " | ".join(f"{each:,}" for each in figures) + " |")
    lost, drawn, won = (sum(column) for column in zip(*row.kinds, strict=True))
    figures = (won, drawn, lost, sum(row.ended))
    return [*lines, "| all | " + " | ".join(f"{each:,}" for each in figures) + " |"]


@dataclass(frozen=True)
class Sequence:
    """Numbers by their places, as an encyclopaedia of integer sequences takes them."""

    name: str
    what: str
    command: str
    terms: tuple[tuple[int, int], ...]

    @property
    def text(self) -> str:
        """The file: comments, then a place and a number in each line, up to the first gap."""
        lines = [f"# {self.what}", f"# {self.command}"]
        for n, (place, value) in enumerate(self.terms, self.terms[0][0]):
            if n != place:
                break
            lines.append(f"{place} {value}")
        return "\n".join(lines) + "\n"


def sequences() -> Iterator[Sequence]:
    """All sequences of the rows that are there."""
    there = atlas()
    for row in there:
        board = " x ".join(map(str, row.values.values()))
        if row.game == "connect4" and row.kinds:
            every = [a + b for a, b in zip(row.ongoing, row.ended, strict=True)]
            yield Sequence(
                f"{row.name}-positions-up-to-symmetry",
                f"Connect Four, {board}: positions after n plies, up to reflection",
                row.command(row.first),
                tuple(enumerate(every)),
            )
        if row.game == "connect4" and row.raw:
            yield Sequence(
                f"{row.name}-positions",
                f"Connect Four, {board}: positions after n plies",
                f"{row.command(row.first)} --raw",
                tuple(enumerate(row.raw)),
            )
    for rows in range(4, 7):
        boards = {
            row.values["columns"]: row
            for row in there
            if row.game == "connect4" and row.values["rows"] == rows
        }
        if len(boards) > 2:
            yield Sequence(
                f"connect4-rows-{rows}-lengths",
                f"Connect Four with {rows} rows and n columns: plies of best play",
                f"plyground solve connect4 --columns N --rows {rows} --no-book",
                tuple((n, boards[n].plies) for n in sorted(boards)),
            )
    two = {row.values["vertices"]: row for row in there if row.game == "sim" and not row.several}
    command = "plyground solve sim --vertices N"
    yield Sequence(
        "sim-lengths", "Sim for two on n dots: plies of best play", command,
        tuple((n, row.plies) for n, row in sorted(two.items())),
    )  # fmt: skip
    tabled = {n: row for n, row in sorted(two.items()) if row.ongoing}
    yield Sequence(
        "sim-unfinished", "Sim for two on n dots: unfinished positions up to symmetry", command,
        tuple((n, sum(row.ongoing)) for n, row in tabled.items()),
    )  # fmt: skip
    yield Sequence(
        "sim-positions", "Sim for two on n dots: all positions up to symmetry", command,
        tuple((n, sum(row.ongoing) + sum(row.ended)) for n, row in tabled.items()),
    )  # fmt: skip
    sums = [row for row in there if row.game == SUMS]
    command = f"plyground solve {SUMS} --target N"
    for name, what, terms in (
        ("winners", "the player who wins, 0 for a draw", [each.winner for each in sums]),
        ("lengths", "plies of best play", [each.plies for each in sums]),
        ("unfinished", "unfinished positions up to symmetry", [sum(each.ongoing) for each in sums]),
    ):
        yield Sequence(
            f"sums-{name}", f"Numerical tic-tac-toe with the sum n: {what}", command,
            tuple(zip([each.values["target"] for each in sums], terms, strict=True)),
        )  # fmt: skip


def disagreements() -> list[str]:
    """Where rows contradict each other.

    Numerical tic-tac-toe has the sum 15, by the rules of another file. With every number v written
    as 10 - v, a line with the sum n has the sum 30 - n: these two games are one.
    """
    rows = {row.name: row for row in atlas()}
    pairs = [("numerical", "sums-15"), *((f"sums-{n}", f"sums-{30 - n}") for n in range(6, 15))]
    return [
        f"{what} of {one} and {other}"
        for one, other in pairs
        for what in ("value", "plies", "ongoing", "ended", "kinds")
        if {one, other} <= rows.keys() and getattr(rows[one], what) != getattr(rows[other], what)
    ]


def write_pages() -> None:
    """Write the page and the sequences. Raises DisagreementError if rows contradict each other."""
    wrong = disagreements()
    require(not wrong, ", ".join(wrong))
    SEQUENCES.mkdir(exist_ok=True)
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")


def main() -> int:
    """Make rows, those named or those missing, and write the pages."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="rows to make again")
    parser.add_argument("--one", action="store_true", help="make one row in this process")
    parser.add_argument("--pages", action="store_true", help="only write the pages")
    given = parser.parse_args()
    os.chdir(ROOT)
    if given.one:
        return make(given.names[0])
    wrong = 0
    if not given.pages:
        print(header())
        there = {each.name for each in atlas()} if ATLAS.exists() else set()
        for name in given.names or [each for each in entries() if each not in there]:
            line = [sys.executable, __file__, "--one", name]
            wrong += subprocess.run(line, check=False).returncode != 0
    if not wrong:
        atlas.cache_clear()  # the rows were made in other processes
        write_pages()
    return int(wrong > 0)


if __name__ == "__main__":
    run(main)
