"""How often what people can count by heart is right, in Sim and in numerical tic-tac-toe.

Run `python benchmarks/by_heart.py [POSITIONS]`. In Sim both players draw random edges that complete
no triangle, until 3 to 8 are free. Then safe edges are counted as docs/learn/sim-by-heart.md says.
In numerical tic-tac-toe both write random numbers into random cells, until 3 to 5 are empty and
nobody can complete a line at once. Then moves are looked at as docs/learn/numerical-by-heart.md
says. Each answer is compared with the value of the position. `--deal N` prints N positions of each
game with the answers.

Vocabulary: edges are pairs of dots. The mover is the player whose turn it is.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import combinations

from figures import Figures, options, run

import plyground as pg
from plyground.games.sim import edges_of

SIM, NUMERICAL = pg.Sim(), pg.NumericalTicTacToe()
EDGES = edges_of(6)
POSITIONS = 2000
FREE, EMPTY = range(3, 9), range(3, 6)
SEED = 6

Edges = frozenset[tuple[int, int]]
Verdict = str


# Sim


def drawn(position: pg.Position) -> tuple[Edges, Edges, Edges]:
    """The edges of the mover and of the opponent, and the free ones."""
    mine, theirs = (
        frozenset(edge for number, edge in enumerate(EDGES) if colour >> number & 1)
        for colour in position.state
    )
    return mine, theirs, frozenset(EDGES) - mine - theirs


def has_triangle(edges: Edges) -> bool:
    """Whether three of the edges are a triangle."""
    return any({(a, b), (a, c), (b, c)} <= edges for a, b, c in combinations(range(6), 3))


def safe(own: Edges, free: Edges) -> Edges:
    """The free edges that complete no triangle for a player."""
    return frozenset(edge for edge in free if not has_triangle(own | {edge}))


def together(own: Edges, edges: Edges) -> int:
    """How many of these edges a player can draw, all in one game."""
    return max(
        size
        for size in range(len(edges) + 1)
        for group in combinations(sorted(edges), size)
        if not has_triangle(own | frozenset(group))
    )


def wins(mine: Edges, theirs: Edges, free: Edges) -> bool:
    """Whether the mover has more edges left, when both have drawn what is safe for both."""
    for_me, for_them = safe(mine, free), safe(theirs, free)
    if shared := for_me & for_them:
        return any(not wins(theirs, mine | {edge}, free - {edge}) for edge in shared)
    return together(mine, for_me) > together(theirs, for_them)


def counted(position: pg.Position) -> Verdict:
    """Play out the edges that are safe for both, then count."""
    return "win" if wins(*drawn(position)) else "loss"


def shared_edges(position: pg.Position) -> int:
    """How many free edges are safe for both."""
    mine, theirs, free = drawn(position)
    return len(safe(mine, free) & safe(theirs, free))


def sims(rng: random.Random) -> Iterator[pg.Position]:
    """Positions of Sim in which the mover has a safe edge."""
    while True:
        position, free = SIM.position(), rng.choice(FREE)
        while len(position.moves) > free:
            mine, _, left = drawn(position)
            edges = sorted(safe(mine, left))
            if not edges:
                break
            a, b = rng.choice(edges)
            position = position.play(f"{a}-{b}")
        mine, _, left = drawn(position)
        if len(left) == free and safe(mine, left):
            yield position


# Numerical tic-tac-toe


def completing(position: pg.Position) -> bool:
    """Whether the mover can complete a line."""
    return any(child.over and child.outcome and child.outcome.winner is not None
               for child in map(position.play, position.moves))  # fmt: skip


def looked(position: pg.Position) -> Verdict:
    """Complete a line; leave none to complete; leave only answers that leave one."""
    if completing(position):
        return "win"
    children = [position.play(move) for move in position.moves]
    safe_ones = [child for child in children if child.over or not completing(child)]
    if not safe_ones:
        return "loss"
    if any(not child.over and _no_good_answer(child) for child in safe_ones):
        return "win"
    return "draw"


def _no_good_answer(position: pg.Position) -> bool:
    answers = [position.play(move) for move in position.moves]
    return all(not answer.over and completing(answer) for answer in answers)


def numericals(rng: random.Random) -> Iterator[pg.Position]:
    """Positions of numerical tic-tac-toe that are not over."""
    while True:
        position, empty = NUMERICAL.position(), rng.choice(EMPTY)
        while not position.over and position.ply < 9 - empty:
            position = position.play(rng.choice(position.moves))
        if not position.over and not completing(position):
            yield position


# Both


def main() -> int:
    """Compare, or deal."""
    parser = options(__doc__)
    parser.add_argument("positions", nargs="?", type=int, default=POSITIONS)
    parser.add_argument("--deal", type=int, default=0, help="print so many positions of each game")
    parser.add_argument("--seed", type=int, default=SEED)
    given = parser.parse_args()
    rng = random.Random(given.seed)
    if given.deal:
        deal(given.deal, rng)
        return 0
    figures = Figures(__file__, given, extra=str(given.positions) * (given.positions != POSITIONS))
    group = "Sim by heart: who runs out of safe edges first"
    found = compared(sims(rng), given.positions, counted)
    none = [r for p, r in found if shared_edges(p) == 0]
    figures.add(group, "none safe for both", len(none))
    figures.add(group, "none safe for both, right", sum(none), known=len(none))
    some = [(p, r) for p, r in found if shared_edges(p)]
    for few, name in ((True, "1 or 2"), (False, "more")):
        part = [r for p, r in some if len(p.moves) <= 6 and (shared_edges(p) <= 2) == few]
        _share(figures, group, f"3 to 6 free edges, {name} of them safe for both", part)
    for free in (7, 8):
        part = [r for p, r in some if len(p.moves) == free]
        _share(figures, group, f"{free} free edges, some of them safe for both", part)
    group = "Numerical tic-tac-toe by heart: complete, guard, no good answer"
    looks = compared(numericals(rng), given.positions, looked)
    for empty in EMPTY:
        _share(figures, group, f"{empty} empty cells", [r for p, r in looks if 9 - p.ply == empty])
    return figures.keep()


def compared(
    positions: Iterator[pg.Position], count: int, say: Callable[[pg.Position], Verdict]
) -> list[tuple[pg.Position, bool]]:
    """Positions, and whether what is said of each is so."""
    chosen = [next(positions) for _ in range(count)]
    return [(each, pg.analyse(each).value.verdict == say(each)) for each in chosen]


def _share(figures: Figures, group: str, name: str, answers: list[bool]) -> None:
    figures.add(group, name, len(answers))
    figures.add(group, f"{name}, right", sum(answers))


def deal(count: int, rng: random.Random) -> None:
    """Print positions with what is said of them."""
    for made, say in ((sims(rng), counted), (numericals(rng), looked)):
        for _ in range(count):
            position = next(made)
            truth = pg.analyse(position)
            said = say(position)
            print(f"{' '.join(position.history)}: mover: {said}; {truth.value}, by {truth.best}")


if __name__ == "__main__":
    run(main)
