"""Who wins an ending of Connect Four if nothing else happens: how often the counting is right.

Run `python benchmarks/endings.py [ENDINGS]`. Levels 3 to 9 play games against each other, after
three random moves, until 10 to 20 cells are empty. An ending is taken if someone has a threat, and
if nobody can complete four with the next counter in a column. Each is counted as
docs/learn/endings.md says, and nothing else is looked at. Then the solver says who wins. The
endings that the counting got wrong are printed. `--deal N` prints N settled endings with at most
four open columns, and what the counting says of them.

Vocabulary: a cell is its column and its row, both from 1. Red is player 1, yellow player 2; 0 is a
draw. A threat is an empty cell that completes four for a player. A threat shuts its column if it is
the lowest one there. X is the player who must in the end move below a threat.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from figures import Figures, options, run

import plyground as pg

GAME = pg.ConnectFour()
COLUMNS, ROWS = range(1, 8), range(1, 7)
ENDINGS = 1000
EMPTY = (10, 20)
LEVELS = range(3, 10)
RANDOM_MOVES = 3
SEED = 4
SHOWN = 20  # of those that the counting got wrong
NAMES = ("nobody", "red", "yellow")

Cell = tuple[int, int]

FOURS = tuple(
    tuple((column + step * right, row + step * up) for step in range(4))
    for column in COLUMNS
    for row in ROWS
    for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
    if column + 3 * right in COLUMNS and row + 3 * up in ROWS
)


@dataclass(frozen=True)
class Ending:
    """Who has which cell, and the height of each column."""

    moves: str
    taken: Mapping[Cell, int]
    heights: Mapping[int, int]

    @classmethod
    def after(cls, moves: str) -> Ending:
        """The board after some moves."""
        taken: dict[Cell, int] = {}
        heights = dict.fromkeys(COLUMNS, 0)
        for number, column in enumerate(map(int, moves)):
            heights[column] += 1
            taken[column, heights[column]] = number % 2 + 1
        return cls(moves, taken, heights)

    def threats(self, player: int) -> set[Cell]:
        """The empty cells that complete four for a player."""
        found = set()
        for four in FOURS:
            empty = [cell for cell in four if cell not in self.taken]
            if len(empty) == 1 and self._all(four, player, {empty[0]: {player}}):
                found.add(empty[0])
        return found

    def is_quiet(self) -> bool:
        """Whether someone has a threat, and nobody one that can be filled at once."""
        every = self.threats(1) | self.threats(2)
        return bool(every) and not any(
            (column, self.heights[column] + 1) in every for column in COLUMNS
        )

    def new_four(self, player: int, colours: Mapping[Cell, set[int]]) -> bool:
        """Whether a player has a four of at least two coloured cells and own counters."""
        return any(
            self._all(four, player, colours) and sum(cell not in self.taken for cell in four) > 1
            for four in FOURS
        )

    def _all(self, four: Sequence[Cell], player: int, colours: Mapping[Cell, set[int]]) -> bool:
        return all(
            self.taken.get(cell) == player or player in colours.get(cell, ()) for cell in four
        )


@dataclass(frozen=True)
class Verdict:
    """What the counting says: the winner, None where it says nothing; by which case; and whether
    the last check found nothing that could still happen.
    """

    winner: int | None
    case: str
    settled: bool


PAIR = "two threats on top of each other"
AT_ONCE = "X has no threat to give up"
GIVEN_UP = "a threat is given up first"
FOLLOWED = "no threat is left, and yellow gets a new four"
DRAWN = "no threat is left, and nobody gets a new four"
UNCLEAR = "no threat is left, and new fours are open"
PAIRS = "both have two threats on top of each other"


def counted(ending: Ending) -> Verdict:
    """The written procedure."""
    threats = {player: ending.threats(player) for player in (1, 2)}
    ground = dict(ending.heights)  # no threat counts up to this row
    case = AT_ONCE
    while True:
        shut = shutting(threats, ground)
        stacks = {
            column: stacked(threats, column, row, owners[0])
            for column, (row, owners) in shut.items()
            if len(owners) == 1
        }
        pairs = {who for column, (_, who) in stacks.items() if who == shut[column][1][0]}
        if pairs:
            both = len(pairs) == 2
            return Verdict(None, PAIRS, False) if both else Verdict(pairs.pop(), PAIR, True)
        if not shut:
            return without_threats(ending)
        x = 2 if sum(row % 2 for row, _ in shut.values()) % 2 else 1
        own = [column for column, (_, who) in stacks.items() if shut[column][1] == [x] and not who]
        if not own:
            return Verdict(3 - x, case, not ending.new_four(x, coloured(ending, shut, x)))
        # Red gives up a threat in an even row first, yellow one in an odd row.
        column = min(own, key=lambda each: shut[each][0] % 2 == x % 2)
        ground[column], _ = stacks[column]
        case = GIVEN_UP


def shutting(
    threats: Mapping[int, set[Cell]], ground: Mapping[int, int]
) -> dict[int, tuple[int, list[int]]]:
    """The columns that a threat shuts: its row, and the players whose threat it is."""
    found = {}
    for column, height in ground.items():
        for row in range(height + 1, ROWS.stop):
            if owners := [player for player in (1, 2) if (column, row) in threats[player]]:
                found[column] = row, owners
                break
    return found


def stacked(threats: Mapping[int, set[Cell]], column: int, row: int, owner: int) -> tuple[int, int]:
    """What follows if a player gives up a threat: the row up to which both then fill the column at
    once, as each cell stops a four, and who completes one there, or 0.
    """
    mover = owner
    while True:
        if (column, row + 1) in threats[mover]:
            return row, mover
        if (column, row + 1) not in threats[3 - mover]:
            return row, 0
        row, mover = row + 1, 3 - mover


def coloured(
    ending: Ending, shut: Mapping[int, tuple[int, list[int]]], x: int
) -> dict[Cell, set[int]]:
    """The cells that the two get until X must move below a threat."""
    found = {}
    for column, height in ending.heights.items():
        top, stop = (shut[column][0],) * 2 if column in shut else (ROWS[-1], ROWS.stop)
        for row in range(height + 1, stop):
            found[column, row] = {x} if (top - row) % 2 else {3 - x}
        if height + 1 < stop:
            found[column, height + 1] |= {x}
    return found


def without_threats(ending: Ending) -> Verdict:
    """Red gets the odd rows and yellow the even ones; a lowest cell in an even row is open."""
    sure = {
        (column, row): {1} if row % 2 else {2}
        for column, height in ending.heights.items()
        for row in range(height + 1, ROWS.stop)
    }
    lowest = {(column, height + 1) for column, height in ending.heights.items()}
    either = {
        cell: {1, 2} if cell in lowest and cell[1] % 2 == 0 else who for cell, who in sure.items()
    }
    sure = {cell: who for cell, who in sure.items() if either[cell] == who}
    if ending.new_four(1, either):
        return Verdict(None, UNCLEAR, False)
    if ending.new_four(2, sure):
        return Verdict(2, FOLLOWED, True)
    if ending.new_four(2, either):
        return Verdict(None, UNCLEAR, False)
    return Verdict(0, DRAWN, True)


def winner(ending: Ending, solver: pg.Solver) -> int:
    """Who wins, by the solver; 0 for a draw."""
    value = solver.solve(GAME.position(ending.moves)).low
    mover = len(ending.moves) % 2 + 1
    return 0 if value == 0 else mover if value > 0 else 3 - mover


def endings(seed: int) -> Iterator[Ending]:
    """Endings of games between levels, no two after the same moves."""
    rng = random.Random(seed)
    players = {level: pg.parse_player(f"level:{level}") for level in LEVELS}
    seen = set[str]()
    while True:
        seats = rng.choice(LEVELS), rng.choice(LEVELS)
        empty = rng.randint(*EMPTY)
        position = GAME.position()
        while not position.over and GAME.max_plies - position.ply > empty:
            if position.ply < RANDOM_MOVES:
                move = rng.choice(position.moves)
            else:
                player = players[seats[position.ply % 2]]
                assert player is not None
                move = player.choose(position, chance=pg.Chance(rng.getrandbits(30))).move
            position = position.play(move)
        ending = Ending.after("".join(position.history))
        if not position.over and ending.is_quiet() and ending.moves not in seen:
            seen.add(ending.moves)
            yield ending


def main() -> int:
    """Count endings, and compare with the solver; or deal some."""
    parser = options(__doc__)
    parser.add_argument("endings", nargs="?", type=int, default=ENDINGS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--deal", type=int, default=0, help="print so many settled endings")
    given = parser.parse_args()
    solver = pg.Solver(GAME)
    made = endings(given.seed)
    if given.deal:
        deal(given.deal, made, solver)
        return 0
    figures = Figures(__file__, given, extra=str(given.endings) * (given.endings != ENDINGS))
    found = [
        (ending, counted(ending), winner(ending, solver)) for ending in islice(made, given.endings)
    ]
    report(figures, found)
    wrong = [(e, said, truth) for e, said, truth in found if said.winner not in (None, truth)]
    wrong.sort(key=lambda each: not each[1].settled)
    print(f"  Counted wrong, the settled ones first, {SHOWN} of {len(wrong)}:")
    for ending, said, truth in wrong[:SHOWN]:
        settled = "settled" if said.settled else "not settled"
        name = NAMES[said.winner or 0]
        print(f"    {ending.moves}: {name}, {settled} ({said.case}); solver: {NAMES[truth]}")
    return figures.keep()


Found = tuple[Ending, Verdict, int]


def report(figures: Figures, found: Sequence[Found]) -> None:
    """How many endings of each kind there are, and how often the counting is right."""
    settled = [each for each in found if each[1].settled]
    group = "Endings of Connect Four, counted by hand"
    figures.add(group, "endings", len(found))
    figures.add(group, "settled", len(settled))
    figures.add(group, "settled, right", right(settled), at_least=0.95 * len(settled))
    for case in (AT_ONCE, GIVEN_UP, PAIR, FOLLOWED, DRAWN):
        of_it = [each for each in settled if each[1].case == case]
        figures.add(group, f"settled, {case}", len(of_it))
        figures.add(group, f"settled, {case}, right", right(of_it))
    rest = [each for each in found if not each[1].settled and each[1].winner is not None]
    figures.add(group, "not settled, with a winner", len(rest))
    figures.add(group, "not settled, with a winner, right", right(rest))
    figures.add(group, "nothing to say", len(found) - len(settled) - len(rest))
    for low, high in pairwise((EMPTY[0], 13, 17, EMPTY[1] + 1)):
        part = [each for each in found if low <= GAME.max_plies - len(each[0].moves) < high]
        of_it = [each for each in part if each[1].settled]
        name = f"{low} to {high - 1} empty cells"
        figures.add(group, name, len(part))
        figures.add(group, f"{name}, settled", len(of_it))
        figures.add(group, f"{name}, settled, right", right(of_it))


def right(found: Sequence[Found]) -> int:
    """How often the counting gives the solver's result."""
    return sum(said.winner == truth for _, said, truth in found)


def deal(count: int, made: Iterator[Ending], solver: pg.Solver) -> None:
    """Print settled endings of at most four open columns."""
    for ending in made:
        said = counted(ending)
        open_columns = sum(height < ROWS[-1] for height in ending.heights.values())
        if said.settled and open_columns <= 4:
            truth = NAMES[winner(ending, solver)]
            print(f"{ending.moves}: {NAMES[said.winner or 0]}, {said.case}; solver: {truth}")
            count -= 1
            if count == 0:
                return


if __name__ == "__main__":
    run(main)
