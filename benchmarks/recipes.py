"""How few rules are enough to win: searches for those of Sim, and checks those of all recipes.

Run `python benchmarks/recipes.py [--width N]`. The check walks through every position that can
arise when one player keeps to the rules and the other plays anything, again and again with one rule
left out. The search knows the value of every position of Sim on 6 dots. It begins with "never
complete a triangle", puts each filter of its library behind each list that it keeps, and keeps the
lists that leave a losing move in the fewest positions. Then it exchanges one filter for another. So
it finds that four more rules are enough; it does not prove that three are too few.

Vocabulary: a filter ranks the moves of a position and leaves those of the least rank. `ranks`
[filters, positions, edges], `wins` [positions, edges]: whether a move keeps the win of player 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from figures import Figures, header, options

import plyground as pg
from plyground.games.sim import edges_of
from plyground.players.recipes import Recipe, recipe_of
from plyground.players.recipes.sim import View
from plyground.position import calls

EDGES = edges_of(6)
LONGEST = 5  # rules
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
            known = (state, getattr(recipe.view(position), "first", None))
            if known in seen:
                continue
            seen.add(known)
            met += 1
        moves = recipe.follow(position).moves if own else position.moves
        ready += [position.play(move) for move in moves]
    return met


def words(recipe: Recipe) -> int:
    """How many words a person has to learn: those of the rules and of their terms."""
    texts = [*recipe.terms, *(rule.words for rule in recipe.rules)]
    return sum(len(text.split()) for text in texts)


# The search


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


@dataclass
class Table:
    """All positions of Sim with player 2 to move that are still won, up to their labels."""

    names: list[str]
    ranks: np.ndarray
    legal: np.ndarray
    wins: np.ndarray
    plies: np.ndarray
    leads: np.ndarray
    """[positions, edges, positions]: where the opponent can go after a good move."""


def table() -> Table:
    """Fill the table from the end of the game."""
    game, recipe = pg.Sim(), recipe_of(pg.Sim())
    assert recipe is not None
    values = dict[tuple[int, ...], bool]()

    def canonical(position: pg.Position) -> tuple[int, ...]:
        return calls.canonical(game.rules, position.state)

    def wins(position: pg.Position) -> bool:
        """Whether the player who has just moved wins."""
        if position.over:
            assert position.outcome is not None
            return position.outcome.winner != position.turn
        key = canonical(position)
        if key not in values:
            values[key] = not any(wins(position.play(move)) for move in position.moves)
        return values[key]

    numbers, rows = dict[tuple[int, ...], int](), list[tuple[pg.Position, dict[int, set[int]]]]()
    ready = [game.position("0-1")]
    numbers[canonical(ready[0])] = 0
    while ready:
        position = ready.pop(0)
        leads: dict[int, set[int]] = {}
        for code, move in zip(position.codes, position.moves, strict=True):
            after = position.play(move)
            if not after.over and wins(after):
                leads[code] = set()
                for answer in (after.play(each) for each in after.moves):
                    if answer.over:
                        continue
                    key = canonical(answer)
                    if key not in numbers:
                        numbers[key] = len(numbers)
                        ready.append(answer)
                    leads[code].add(numbers[key])
        rows.append((position, leads))
    return _tabled(rows, recipe)


def _tabled(rows: list[tuple[pg.Position, dict[int, set[int]]]], recipe: Recipe) -> Table:
    size, edges = len(rows), len(EDGES)
    legal, wins = np.zeros((size, edges), bool), np.zeros((size, edges), bool)
    leads = np.zeros((size, edges, size), np.float32)
    values: dict[str, np.ndarray] = {}
    for number, (position, after) in enumerate(rows):
        view = recipe.view(position)
        for code in position.codes:
            legal[number, code] = True
            found = {name: int(value) for name, value in features(view, *EDGES[code]).items()}
            found["triangle"] = bool(view.mine[EDGES[code][0]] & view.mine[EDGES[code][1]])
            for name, value in found.items():
                values.setdefault(name, np.zeros((size, edges), np.int8))[number, code] = value
        for code, numbers in after.items():
            wins[number, code] = True
            leads[number, code, list(numbers)] = 1
    filters = dict(_filters(values))
    plies = np.array([position.ply for position, _ in rows])
    return Table(list(filters), np.stack(list(filters.values())), legal, wins, plies, leads)


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
    """The moves of a mask [..., edges] that have the least rank."""
    shown = np.where(mask, ranks, np.int8(127))
    kept: np.ndarray = shown == shown.min(axis=-1, keepdims=True)
    found: np.ndarray = kept & mask
    return found


def faults(made: Table, masks: np.ndarray) -> np.ndarray:
    """How bad each list of `masks` [lists, positions, edges] is: 0 if it always wins.

    Only positions count that the list leads to. Where it leaves no good move the walk goes on with
    all good moves, so that a fault does not hide others.
    """
    good = masks & made.wins
    dead = ~good.any(axis=2)
    mixed = ~dead & (good != masks).any(axis=2)
    onward = np.where(dead[:, :, None], made.wins, good)
    reached = np.zeros(dead.shape, bool)
    reached[:, 0] = True
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


def search(made: Table, width: int) -> Iterator[tuple[str, list[Found]]]:
    """The steps of the search, and the lists after each, the best first.

    At first the lists become longer; then, in each of the best, one filter is exchanged for every
    other.
    """
    first = made.names.index("fewest: triangle")
    found: list[Found] = [(0, (first,))]
    for length in range(2, LONGEST + 1):
        longer = [each for _, names in found[:width] for each in with_each(made, names)]
        found = sorted(longer)
        yield f"{length} rules", found
    tried = set[tuple[int, ...]]()
    for number in range(1, ROUNDS + 1):
        new = [names for _, names in found if names not in tried][:EXCHANGED]
        for names in new:
            tried.add(names)
            for place in range(1, LONGEST):
                found += with_each(made, names[:place], names[place + 1 :])
        found = sorted(set(found))[: width * len(made.names)]
        yield f"{LONGEST} rules, exchange {number}", found
        if found[0][0] == 0:
            return


def main() -> None:
    """Check the recipes, then search."""
    parser = options(__doc__)
    parser.add_argument("--width", type=int, default=30, help="lists kept of each length")
    given = parser.parse_args()
    figures = Figures(__file__, given)
    print(header())
    for game in (pg.Sim(), pg.NumericalTicTacToe()):
        recipe = recipe_of(game)
        assert recipe is not None
        checked = walk(game, recipe)
        assert checked is not None, f"the rules of {game} can fail"
        print(f"{game}: {len(recipe.rules)} rules, {words(recipe)} words, always wins")
        print(f"  positions checked: {checked:,}")
        group = f"Rules to remember, {game}"
        figures.add(group, "rules", len(recipe.rules))
        figures.add(group, "words", words(recipe))
        figures.add(group, "positions checked", checked)
        for number, rule in enumerate(recipe.rules):
            rest = (*recipe.rules[:number], *recipe.rules[number + 1 :])
            wins = walk(game, replace(recipe, rules=rest)) is not None
            print(f"  without {rule.name}: {'still always wins' if wins else 'can fail'}")
            figures.add(group, f"without {rule.name}", "wins" if wins else "can fail")
    made = table()
    print(f"Search: {len(made.names)} filters, {len(made.legal):,} positions, width {given.width}")
    group = "Rules to remember, search for Sim"
    for step, found in search(made, given.width):
        print(f"  {step}: {found[0][0]} faults at least")
        figures.add(group, f"fewest faults of {step}", found[0][0])
    for bad, numbers in found:
        if bad == 0:
            print(f"    {'; '.join(made.names[number] for number in numbers)}")
    figures.keep()


if __name__ == "__main__":
    main()
