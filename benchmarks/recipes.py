"""How few rules are enough to win: searches for them, and checks those of all recipes.

Run `python benchmarks/recipes.py [--width N]`. The check walks through every position that can
arise when one player keeps to the rules and the other plays anything, again and again with one rule
left out. The search knows the value of every position that can arise while the win is kept. In Sim
on 6 dots it begins with "never complete a triangle", in numerical tic-tac-toe with the first three
rules of the recipe. It puts each filter of its library behind each list that it keeps, and keeps
the lists that leave a losing move in the fewest positions. Then it exchanges one filter for
another. So it finds how many rules are enough; it does not prove that fewer are too few.

Vocabulary: a filter ranks the moves of a position and leaves those of the least rank. `ranks`
[filters, positions, moves], `wins` [positions, moves]: whether a move keeps the win.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from figures import Figures, options, run

import plyground as pg
from plyground.games.numerical import TARGET
from plyground.games.sim import edges_of
from plyground.games.tictactoe_reasons import LINES
from plyground.players.recipes import Recipe, recipe_of
from plyground.position import calls

EDGES = edges_of(6)
LONGEST = 5  # rules of Sim
SIMPLE = 3  # rules of numerical tic-tac-toe that the search does not look for
MORE = 7  # rules behind them
CENTRE, CORNERS = 4, (0, 2, 6, 8)
PARTNERS = {
    "3 or 7": {2: 7, 6: 7, 4: 3, 8: 3},
    "5": {2: 5, 8: 5, 4: 5, 6: 5},
    "1 or 9": {2: 9, 4: 9, 6: 1, 8: 1},
}
"""What makes 15 with the opponent's first number and another even one, in pairs of evens."""
ROUNDS = 20  # of exchanges, at most
EXCHANGED = 6  # lists in a round
DEAD = 3  # how much worse a position is where a list leaves no good move at all

Counts = dict[str, int]


# The check


def walk(game: pg.Game, recipe: Recipe) -> int | None:
    """How many positions the follower of a recipe can meet; None if it can fail to win."""
    ready, seen = [game.position()], set[tuple[object, ...]]()
    met = 0
    while ready:
        position = ready.pop()
        if position.over:
            assert position.outcome is not None
            if position.outcome.winner != recipe.seat:
                return None
            continue
        own = position.turn == recipe.seat
        if own:
            state = calls.canonical(game.rules, position.state)
            known = (state, first_number(position))
            if known in seen:
                continue
            seen.add(known)
            met += 1
        moves = recipe.follow(position).moves if own else position.moves
        ready += [position.play(move) for move in moves]
    return met


def first_number(position: pg.Position) -> int:
    """The first number of player 2 in numerical tic-tac-toe, which its rules remember; else 0."""
    if not isinstance(position.game, pg.NumericalTicTacToe) or position.ply < 2:
        return 0
    return int(position.history[1][0])


def words(recipe: Recipe) -> int:
    """How many words a person has to learn: those of the rules and of their terms."""
    texts = [*recipe.terms, *(rule.words for rule in recipe.rules)]
    return sum(len(text.split()) for text in texts)


# What a person can see of Sim


@dataclass(frozen=True)
class View:
    """For each dot the dots to which it is joined, by the player to move and by the other one."""

    mine: tuple[set[int], ...]
    theirs: tuple[set[int], ...]

    def free(self) -> Iterator[tuple[int, int]]:
        """The edges that nobody has drawn."""
        for a, b in EDGES:
            if b not in self.mine[a] and b not in self.theirs[a]:
                yield a, b


def view_of(position: pg.Position) -> View:
    """What is drawn in a position."""
    joined: list[tuple[set[int], ...]] = []
    for colour in position.state:
        drawn = [edge for number, edge in enumerate(EDGES) if colour >> number & 1]
        joined.append(tuple({sum(e) - dot for e in drawn if dot in e} for dot in range(6)))
    return View(*joined)


def features(view: View, a: int, b: int) -> Counts:
    """What a person can see of an edge, by name."""
    mine, theirs = view.mine, view.theirs
    found: Counts = {}
    both = [sorted((_owner(view, a, c), _owner(view, b, c))) for c in range(6) if c not in (a, b)]
    for pair in (["me", "you"], ["you", "you"], ["free", "me"], ["free", "you"], ["free", "free"]):
        found[f"triangles with {pair[0]} and {pair[1]}"] = both.count(pair)
    for name, colour in (("my", mine), ("their", theirs)):
        ends = [len(colour[dot]) for dot in (a, b)]
        found |= {f"{name} edges at the ends": sum(ends), f"most of {name} edges": max(ends)}
        found[f"least of {name} edges"] = min(ends)
        found[f"odd ends of {name} edges"] = sum(end % 2 for end in ends)
        found[f"a dot new to {name} edges"] = ends.count(0)
        found[f"fourth side of {name} edges"] = any(colour[c] & colour[b] for c in colour[a])
        busiest = max(map(len, colour))
        found[f"busiest dots of {name} edges"] = sum(end == busiest for end in ends)
    ends = [len(mine[dot]) + len(theirs[dot]) for dot in (a, b)]
    found |= {"edges at the ends": sum(ends), "untouched ends": ends.count(0)}
    for weight in (2, 3):
        found[f"edges at the ends, mine {weight} times"] = sum(ends) + (weight - 1) * sum(
            len(mine[dot]) for dot in (a, b)
        )
    found["mine less theirs at the ends"] = found["my edges at the ends"] - sum(
        len(theirs[dot]) for dot in (a, b)
    )
    return found | _prices(view, a, b)


def _owner(view: View, a: int, b: int) -> str:
    return "me" if b in view.mine[a] else "you" if b in view.theirs[a] else "free"


def _prices(view: View, a: int, b: int) -> Counts:
    """What an edge makes dangerous, and how many edges remain safe."""
    after = [set(joined) for joined in view.mine]
    after[a].add(b)
    after[b].add(a)
    free = [edge for edge in view.free() if edge != (a, b)]
    mine = {(c, d) for c, d in free if after[c] & after[d]}
    theirs = {(c, d) for c, d in free if view.theirs[c] & view.theirs[d]}
    new = sum(not view.mine[c] & view.mine[d] for c, d in mine)
    wasted = bool(view.theirs[a] & view.theirs[b])
    return {
        "new dangers": new,
        "dangerous for them": wasted,
        "price": new + wasted,
        "price, waste twice": new + 2 * wasted,
        "safe for both": len(set(free) - mine - theirs),
        "safe for both, odd": len(set(free) - mine - theirs) % 2,
        "safe for me only": len(theirs - mine),
        "safe for them only": len(mine - theirs),
    }


def features_of_sim(position: pg.Position, codes: Sequence[int]) -> Iterator[Counts]:
    """What a person can see of each move."""
    view = view_of(position)
    for a, b in (EDGES[code] for code in codes):
        yield features(view, a, b) | {"triangle": bool(view.mine[a] & view.mine[b])}


# What a person can see of numerical tic-tac-toe


def completing(cells: Sequence[int], parity: int) -> list[tuple[int, int]]:
    """The cells and numbers that complete a line for the player of a parity."""
    found = []
    for line in LINES:
        missing = TARGET - sum(cells[cell] for cell in line)
        empty = [cell for cell in line if not cells[cell]]
        if len(empty) == 1 and missing in left_to(cells, parity):
            found.append((empty[0], missing))
    return found


def left_to(cells: Sequence[int], parity: int) -> list[int]:
    """The numbers that the player of a parity can still write."""
    return [number for number in range(2 - parity, 10, 2) if number not in cells]


def written(cells: Sequence[int], cell: int, number: int) -> tuple[int, ...]:
    """The board after a move."""
    return (*cells[:cell], number, *cells[cell + 1 :])


def features_of_numerical(position: pg.Position, codes: Sequence[int]) -> Iterator[Counts]:
    """What a person can see of each move of player 1, whose 1 is in the middle of a side."""
    assert isinstance(position.game, pg.NumericalTicTacToe)
    cells, first = position.game.numbers(position.state), first_number(position)
    stopping = {cell for cell, _ in completing(cells, 0)}
    one, nine = cells.index(1), cells.index(9) if 9 in cells else None
    for cell, number in ((code // 9, code % 9 + 1) for code in codes):
        places = {
            "the centre": cell == CENTRE,
            "a corner": cell in CORNERS,
            "a side": cell != CENTRE and cell not in CORNERS,
            "opposite the 1": cell == 8 - one,
            "opposite the 1, the centre empty": cell == 8 - one and not cells[CENTRE],
            "beside the 1": _beside(cell, one),
            "beside the 9": nine is not None and _beside(cell, nine),
            "stops a line": cell in stopping,
        }
        numbers = {str(each): number == each for each in (3, 5, 7, 9)}
        numbers |= {f"the partner {name}": number == of[first] for name, of in PARTNERS.items()}
        found: Counts = {**places, **numbers, "the number": number}
        for what, is_number in numbers.items():
            found |= {f"{what}: {where}": is_number and here for where, here in places.items()}
        through = [[cells[each] for each in line] for line in LINES if cell in line]
        found["lines with an even number"] = sum(
            any(n and not n % 2 for n in each) for each in through
        )
        found["lines with an odd number"] = sum(any(n % 2 for n in each) for each in through)
        found["empty lines"] = sum(not any(each) for each in through)
        after = written(cells, cell, number)
        mine = completing(after, 1)
        answers = [
            written(after, each, even)
            for each in range(9)
            if not after[each]
            for even in left_to(after, 0)
        ]
        good = sum(not completing(answer, 1) for answer in answers)
        found |= {"threats": len(mine), "threatened cells": len({each for each, _ in mine})}
        found |= {"good answers": good, "a good answer": good > 0}
        yield found


def _beside(cell: int, other: int) -> bool:
    return abs(cell // 3 - other // 3) + abs(cell % 3 - other % 3) == 1


# The search

Row = tuple[pg.Position, tuple[int, ...], dict[int, set[int]]]
"""A position, the moves to choose from, and for each good one the numbers of the rows after it."""


@dataclass
class Table:
    """All positions that are still won with the player to move to whom the rules belong, up to
    symmetry. A move has a place among those of its position.
    """

    names: list[str]
    ranks: np.ndarray
    legal: np.ndarray
    wins: np.ndarray
    plies: np.ndarray
    leads: np.ndarray
    """[positions, moves, positions]: where the opponent can go after a good move."""


def table(
    game: pg.Game,
    starts: Sequence[str],
    choices: Callable[[pg.Position], tuple[int, ...]],
    seen: Callable[[pg.Position, Sequence[int]], Iterator[Counts]],
) -> Table:
    """Fill the table from the end of the game.

    `choices` are the moves that a list of filters has to choose from; without any, the game is won
    whatever it says. `seen` are the features of such moves.
    """
    values = dict[tuple[int, ...], bool]()

    def canonical(position: pg.Position) -> tuple[int, ...]:
        return calls.canonical(game.rules, position.state)

    def wins(position: pg.Position) -> bool:
        """Whether the player who has just moved wins."""
        if position.over:
            return position.outcome is not None and position.outcome.winner == 1 - position.turn
        key = canonical(position)
        if key not in values:
            values[key] = not any(may_escape(position.play_code(code)) for code in position.codes)
        return values[key]

    def may_escape(position: pg.Position) -> bool:
        """Whether the player who has just moved at least draws."""
        if position.over:
            assert position.outcome is not None
            return position.outcome.winner != position.turn
        return not any(wins(position.play_code(code)) for code in position.codes)

    numbers, rows = dict[tuple[object, ...], int](), list[Row]()
    ready: list[pg.Position] = []

    def number_of(position: pg.Position) -> int:
        key = (canonical(position), first_number(position))
        if key not in numbers:
            numbers[key] = len(numbers)
            ready.append(position)
        return numbers[key]

    for start in starts:
        number_of(game.position(start))
    while ready:
        position = ready.pop(0)
        codes = choices(position)
        leads: dict[int, set[int]] = {}
        for place, code in enumerate(codes):
            after = position.play_code(code)
            if not after.over and wins(after):
                answers = (after.play_code(each) for each in after.codes)
                leads[place] = {
                    number_of(each) for each in answers if not each.over and choices(each)
                }
        rows.append((position, codes, leads))
    return _tabled(rows, seen)


def _tabled(
    rows: list[Row], seen: Callable[[pg.Position, Sequence[int]], Iterator[Counts]]
) -> Table:
    size, moves = len(rows), max(len(codes) for _, codes, _ in rows)
    legal, wins = np.zeros((size, moves), bool), np.zeros((size, moves), bool)
    leads = np.zeros((size, moves, size), np.float32)
    values: dict[str, np.ndarray] = {}
    for number, (position, codes, after) in enumerate(rows):
        legal[number, : len(codes)] = True
        for place, found in enumerate(seen(position, codes)):
            for name, value in found.items():
                values.setdefault(name, np.zeros((size, moves), np.int8))[number, place] = value
        for place, numbers in after.items():
            wins[number, place] = True
            leads[number, place, list(numbers)] = 1
    filters = dict(_filters(values))
    plies = np.array([position.ply for position, _, _ in rows])
    return Table(list(filters), np.stack(list(filters.values())), legal, wins, plies, leads)


def of_sim() -> Table:
    """Player 2 to move. All first moves are alike."""
    return table(pg.Sim(), ["0-1"], lambda position: position.codes, features_of_sim)


def of_numerical() -> Table:
    """Player 1 to move after the opening. Where a line can be completed, there is no choice;
    elsewhere a move has to leave no line to the opponent.
    """
    game = pg.NumericalTicTacToe()

    def can_end(position: pg.Position) -> bool:
        return bool(completing(game.numbers(position.state), 1 - position.turn))

    def choices(position: pg.Position) -> tuple[int, ...]:
        if can_end(position):
            return ()
        return tuple(code for code in position.codes if not can_end(position.play_code(code)))

    answers = game.position("1@2").moves
    return table(game, [f"1@2 {each}" for each in answers], choices, features_of_numerical)


def _filters(values: dict[str, np.ndarray]) -> Iterator[tuple[str, np.ndarray]]:
    """Fewest, most, none and some of each feature."""
    for name, value in values.items():
        yield f"fewest: {name}", value
        if name != "triangle":
            yield f"most: {name}", -value
            if value.max() > 1 or value.min() < 0:
                yield f"none: {name}", (value > 0).astype(np.int8)
                yield f"some: {name}", (value <= 0).astype(np.int8)


def left(ranks: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """The moves of a mask [..., moves] that have the least rank."""
    shown = np.where(mask, ranks, np.int8(127))
    kept: np.ndarray = shown == shown.min(axis=-1, keepdims=True)
    found: np.ndarray = kept & mask
    return found


def faults(made: Table, masks: np.ndarray) -> np.ndarray:
    """How bad each list of `masks` [lists, positions, moves] is: 0 if it always wins.

    Only positions count that the list leads to. Where it leaves no good move the walk goes on with
    all good moves, so that a fault does not hide others.
    """
    good = masks & made.wins
    dead = ~good.any(axis=2)
    mixed = ~dead & (good != masks).any(axis=2)
    onward = np.where(dead[:, :, None], made.wins, good)
    reached = np.zeros(dead.shape, bool)
    reached[:, made.plies == made.plies.min()] = True
    for ply in sorted(set(made.plies))[:-1]:
        here, there = made.plies == ply, made.plies == ply + 2
        used = (onward & reached[:, :, None])[:, here].reshape(len(masks), -1)
        steps = made.leads[here][:, :, there].reshape(used.shape[1], -1)
        reached[:, there] = used.astype(np.float32) @ steps > 0
    scores: np.ndarray = ((DEAD * dead + mixed) * reached).sum(axis=1)
    return scores


Found = tuple[int, tuple[int, ...]]
"""How many faults a list has, and the numbers of its filters."""


def masked(made: Table, filters: tuple[int, ...]) -> np.ndarray:
    """The moves that a list leaves in each position."""
    mask = made.legal
    for number in filters:
        mask = left(made.ranks[number], mask)
    return mask


def with_each(made: Table, before: tuple[int, ...], after: tuple[int, ...] = ()) -> Iterator[Found]:
    """Every filter of the library between two parts of a list."""
    masks = left(made.ranks, masked(made, before)[None])
    for number in after:
        masks = left(made.ranks[number], masks)
    for number, bad in enumerate(faults(made, masks)):
        yield int(bad), (*before, number, *after)


def search(
    made: Table, width: int, longest: int, first: tuple[int, ...] = (), before: int = 0
) -> Iterator[tuple[str, list[Found]]]:
    """The steps of the search, and the lists after each, the best first.

    At first the lists become longer; then, in each of the best, one filter is exchanged for every
    other. All lists begin with the filters `first`; there are `before` rules more.
    """
    found: list[Found] = [(0, first)]
    for length in range(len(first) + 1, longest + 1):
        longer = [each for _, names in found[:width] for each in with_each(made, names)]
        found = sorted(longer)
        yield f"{before + length} rules", found
        if found[0][0] == 0:
            return
    tried = set[tuple[int, ...]]()
    for number in range(1, ROUNDS + 1):
        new = [names for _, names in found if names not in tried][:EXCHANGED]
        for names in new:
            tried.add(names)
            for place in range(len(first), longest):
                found += with_each(made, names[:place], names[place + 1 :])
        found = sorted(set(found))[: width * len(made.names)]
        yield f"{before + longest} rules, exchange {number}", found
        if found[0][0] == 0:
            return


def main() -> int:
    """Check the recipes, then search."""
    parser = options(__doc__)
    parser.add_argument("--width", type=int, default=30, help="lists kept of each length")
    given = parser.parse_args()
    figures = Figures(__file__, given)
    for game in (pg.Sim(), pg.NumericalTicTacToe()):
        recipe = recipe_of(game)
        assert recipe is not None
        group, rules = f"Rules to remember, {game}", recipe.rules
        checked = walk(game, recipe)
        assert checked is not None, f"the rules of {game} can fail"
        figures.add(group, "rules", len(rules))
        figures.add(group, "words", words(recipe))
        figures.add(group, "positions checked", checked)
        for number, rule in enumerate(rules):
            rest = replace(recipe, rules=(*rules[:number], *rules[number + 1 :]))
            can_fail = walk(game, rest) is None
            figures.add(group, f"without {rule.name}", "can fail" if can_fail else "wins")
    sim, numerical = of_sim(), of_numerical()
    first = (sim.names.index("fewest: triangle"),)
    for name, made, steps in (
        ("Sim", sim, search(sim, given.width, LONGEST, first)),
        ("numerical tic-tac-toe", numerical, search(numerical, given.width, MORE, before=SIMPLE)),
    ):
        group = f"Rules to remember, search for {name}"
        for step, found in steps:
            figures.add(group, f"fewest faults of {step}", found[0][0])
        for bad, numbers in found:
            if bad == 0:
                print(f"    {'; '.join(made.names[number] for number in numbers)}")
    return figures.keep()


if __name__ == "__main__":
    run(main)
