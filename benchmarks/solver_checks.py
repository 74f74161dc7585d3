"""The kernels for exact solving of Connect Four and Sim, checked on all positions of small boards.

Values come from a plain backward sweep over all positions, which knows only the rules: no bounds,
no candidates, no classes, no search. For every position they confirm that `bounds` hold, that one
of `candidates` is best where bounds leave the value open, that no two positions of different values
share a class key, and what the solver says, with a table far too small and with a large one. Then
games whose values are known from the literature are solved from the start.

Run `python benchmarks/solver_checks.py`, which takes a few minutes; `--long` takes a few minutes
and 2 GB more. Exits with 1 if anything is wrong.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, starmap
from typing import Any

import numpy as np
import numpy.typing as npt

import plyground as pg
from plyground.kernel import Rules, as_tuple, compiled, local_array
from plyground.position import DRAW, as_words, standing
from plyground.position import ONGOING as GOES_ON
from plyground.search import Control, Solver
from plyground.search.exact import solve
from plyground.search.transposition import least_bits, words_of

Array = npt.NDArray[Any]

SMALL = (*starmap(pg.ConnectFour, ((4, 4), (5, 4), (4, 5))), *map(pg.Sim, (3, 4, 5, 6)))
LONG_SMALL = (pg.ConnectFour(4, 6),)
SOLVED_EACH = 4_000_000  # positions of a game that the solver is asked for

# The ply in which the game ends with best play, and who wins: 1, 2, or 0 for nobody.
KNOWN = {
    pg.ConnectFour(4, 4): (0, 16),
    pg.ConnectFour(5, 4): (0, 20),
    pg.ConnectFour(6, 4): (2, 24),
    pg.ConnectFour(7, 4): (0, 28),
    pg.ConnectFour(8, 4): (2, 32),
    pg.ConnectFour(4, 5): (0, 20),
    pg.ConnectFour(5, 5): (0, 25),
    pg.ConnectFour(6, 5): (0, 30),
    pg.ConnectFour(4, 6): (0, 24),
    pg.ConnectFour(5, 6): (0, 30),
    pg.ConnectFour(6, 6): (2, 36),
    pg.Sim(3): (0, 3),
    pg.Sim(4): (0, 6),
    pg.Sim(5): (0, 10),
    pg.Sim(6): (2, 15),
}
LONG_KNOWN = {pg.ConnectFour(7, 5): (0, 35)}

# What `examine` counts.
ONGOING, OPEN, LIMITED, DECIDED, WRONG_BOUNDS, WRONG_CANDIDATES = range(6)


@dataclass
class Layer:
    """All positions after so many plies: states of two words, in the order of their keys."""

    states: Array
    keys: Array
    values: Array = field(default_factory=lambda: np.empty(0, np.int16))


@compiled
def _children(rules: Rules, states: Array, children: Array, keys: Array) -> int:
    """The states after one more ply, each as often as moves lead there, and their keys."""
    moves = local_array(rules.max_moves, np.int64)
    count = 0
    for i in range(len(states)):
        state = (states[i, 0], states[i, 1])
        if rules.result(state) != GOES_ON:
            continue
        for m in range(rules.moves(state, moves)):
            child = rules.play(state, moves[m])
            children[count, 0], children[count, 1] = child
            keys[count] = as_tuple(rules.key(child))[0]
            count += 1
    return count


@compiled
def _value_of(rules: Rules, state: Any, me: int, keys: Array, values: Array) -> int:
    """What a state of the layer with these keys is worth, a ply before and to the player `me`."""
    value: int = values[np.searchsorted(keys, as_tuple(rules.key(state))[0])]
    value += -1 if value > 0 else 1 if value < 0 else 0
    return value if rules.player(state) == me else -value


@compiled
def _back_up(rules: Rules, states: Array, keys: Array, below: Array, values: Array) -> None:
    """The values of a layer, from the keys and values of the one below it."""
    moves = local_array(rules.max_moves, np.int64)
    for i in range(len(states)):
        state = (states[i, 0], states[i, 1])
        me = rules.player(state)
        ended = rules.result(state)
        if ended != GOES_ON:
            values[i] = standing(ended, me) * (rules.max_plies + 1)
            continue
        best = -rules.max_plies - 1
        for m in range(rules.moves(state, moves)):
            best = max(best, _value_of(rules, rules.play(state, moves[m]), me, keys, below))
        values[i] = best


@compiled
def _examine(
    rules: Rules, states: Array, values: Array, keys: Array, below: Array, counts: Array
) -> None:
    """Hold bounds and candidates of a layer against its values and those of the one below it."""
    moves = local_array(rules.max_moves, np.int64)
    legal = local_array(rules.max_moves, np.int64)
    for i in range(len(states)):
        state = (states[i, 0], states[i, 1])
        ended = rules.result(state)
        if ended not in (ONGOING, DRAW):
            continue  # bounds are never asked: nobody gets there where they leave a value open
        low, high, _ = rules.bounds(state)
        counts[WRONG_BOUNDS] += not low <= values[i] <= high
        if ended != GOES_ON:
            counts[WRONG_BOUNDS] += low != high
            continue
        counts[ONGOING] += 1
        counts[DECIDED] += low == high
        if low == high:
            continue
        counts[OPEN] += 1
        counts[LIMITED] += -rules.max_plies - 1 < low or high < rules.max_plies + 1
        me = rules.player(state)
        best = -rules.max_plies - 2
        among = rules.moves(state, legal)
        for m in range(rules.candidates(state, moves)):
            found = 0
            for j in range(among):
                found += legal[j] == moves[m]
            if found != 1:
                best = -rules.max_plies - 2
                break
            best = max(best, _value_of(rules, rules.play(state, moves[m]), me, keys, below))
        counts[WRONG_CANDIDATES] += best != values[i]


@compiled
def _class_keys(rules: Rules, states: Array, keys: Array) -> None:
    for i in range(len(states)):
        key = as_tuple(rules.class_key((states[i, 0], states[i, 1])))
        keys[i, 1] = key[len(key) - 1]
        keys[i, 0] = key[0] if len(key) == 2 else np.uint64(0)


@compiled
def _solve_all(
    rules: Rules,
    states: Array,
    values: Array,
    ply: int,
    step: int,
    counters: Array,
    table: Array,
    busy: Array,
    bits: int,
) -> tuple[int, int]:
    """How many of every `step`-th position, in which the game goes on, are solved, and wrongly."""
    found = np.empty(3, np.int64)
    solved, wrong = 0, 0
    for i in range(0, len(states), step):
        state = (states[i, 0], states[i, 1])
        if rules.result(state) != GOES_ON:
            continue
        found[0], found[1] = -rules.max_plies - 1, rules.max_plies + 1
        solve(rules, state, ply, counters, table, busy, bits, found)
        solved += 1
        wrong += not found[0] == found[1] == values[i]
    return solved, wrong


def sweep(game: pg.Game) -> list[Layer]:
    """All positions of a game with states of two words and keys of one, and their values."""
    rules = game.rules
    start = np.array([game.position().state], np.uint64)
    layers = [Layer(start, np.array([game.position().key[0]], np.uint64))]
    while len(layers[-1].states):
        room = len(layers[-1].states) * game.max_moves
        children, keys = np.empty((room, 2), np.uint64), np.empty(room, np.uint64)
        count = _children(rules, layers[-1].states, children, keys)
        different, where = np.unique(keys[:count], return_index=True)
        layers.append(Layer(children[where], different))
    for ply in range(len(layers) - 2, -1, -1):
        layer, below = layers[ply], layers[ply + 1]
        layer.values = np.empty(len(layer.states), np.int16)
        _back_up(rules, layer.states, below.keys, below.values, layer.values)
    return layers[:-1]


def examine(game: pg.Game, layers: list[Layer]) -> dict[str, int]:
    """What is true, and what is wrong, of the game's bounds, candidates and class keys."""
    counts = np.zeros(6, np.int64)
    classes, wrong_classes, most = 0, 0, [0, 0]
    nothing = Layer(np.empty((0, 2), np.uint64), np.empty(0, np.uint64), np.empty(0, np.int16))
    for layer, below in zip(layers, [*layers[1:], nothing], strict=True):
        _examine(game.rules, layer.states, layer.values, below.keys, below.values, counts)
        keys = np.empty((len(layer.states), 2), np.uint64)
        _class_keys(game.rules, layer.states, keys)
        # Positions won or lost by the last move are never asked for their key.
        asked = np.abs(layer.values) <= game.max_plies
        keys, values = keys[asked], layer.values[asked]
        if not len(keys):
            continue
        order = np.lexsort((keys[:, 1], keys[:, 0]))
        keys, values = keys[order], values[order]
        alike = (keys[1:] == keys[:-1]).all(axis=1)
        classes += len(keys) - int(alike.sum())
        wrong_classes += int((alike & (values[1:] != values[:-1])).sum())
        most = [max(most[word], int(keys[:, word].max())) for word in (0, 1)]
    beyond = [word.bit_length() > bits for word, bits in zip(most, game.class_bits, strict=True)]
    return {
        "ongoing": int(counts[ONGOING]),
        "open": int(counts[OPEN]),
        "limited": int(counts[LIMITED]),
        "decided": int(counts[DECIDED]),
        "classes": classes,
        "wrong_bounds": int(counts[WRONG_BOUNDS]),
        "wrong_candidates": int(counts[WRONG_CANDIDATES]),
        "wrong_classes": wrong_classes,
        "wrong_class_bits": sum(beyond),
    }


def solve_layers(solver: Solver, layers: list[Layer], step: int = 1) -> tuple[int, int]:
    """How many of every `step`-th position of all layers a solver gets, and how many wrongly."""
    totals = np.zeros(2, np.int64)
    control = Control()
    for ply, layer in enumerate(layers):
        totals += _solve_all(
            solver.game.rules, layer.states, layer.values, ply, step,
            control.counters, solver._table, solver._busy, solver._bits,
        )  # fmt: skip
    return int(totals[0]), int(totals[1])


def smallest(solver: Solver, long: bool = False) -> Solver:
    """The solver with the least table for entries of one word, or with 2^7 `long` entries,
    fewer than any solver makes.
    """
    rules, state = solver.game.rules, as_words(solver.game.position().state)
    key_words, _ = words_of(rules, state, solver._bits)
    solver._bits = 7 if long else least_bits(rules, key_words)
    _, solver._entry_words = words_of(rules, state, solver._bits)
    solver._table = np.zeros(max(2, solver._entry_words) << solver._bits, np.uint64)
    solver.forget()
    return solver


def small_games(games: Iterable[pg.Game]) -> Iterator[tuple[str, int]]:
    """Lines about each game, and how much is wrong."""
    for game in games:
        begun = time.perf_counter()
        layers = sweep(game)
        positions = sum(len(layer.states) for layer in layers)
        counts = examine(game, layers)
        wrong = sum(count for name, count in counts.items() if name.startswith("wrong"))
        counted = ", ".join(f"{count:,} {name.replace('_', ' ')}" for name, count in counts.items())
        seconds = time.perf_counter() - begun
        yield f"{game!r}: {positions:,} positions: {counted} ({seconds:.0f} s)", wrong
        step = max(1, positions // SOLVED_EACH)
        for what, solver in (
            ("least table", smallest(Solver(game, 1))),
            ("least table of longer entries", smallest(Solver(game, 1), long=True)),
            ("64 MiB", Solver(game, 64)),
        ):
            begun = time.perf_counter()
            solved, wrong = solve_layers(solver, layers, step)
            seconds = time.perf_counter() - begun
            yield f"      {what}: {solved:,} solved, {wrong} wrong ({seconds:.0f} s)", wrong


def known_games(games: Mapping[pg.Game, tuple[int, int]]) -> Iterator[tuple[str, int]]:
    """Lines about the start of each game, and whether it is wrong."""
    for game, (winner, plies) in games.items():
        solution = Solver(game).solve(game.position())
        most = game.max_plies + 1
        value = {0: 0, 1: most - plies, 2: plies - most}[winner]
        right = solution.low == solution.high == value
        yield (
            f"{game!r}: {solution.low} to {solution.high}, known {value}: "
            f"{solution.nodes:,} positions, {solution.seconds:.2f} s",
            int(not right),
        )


def main() -> int:
    """Print everything that was checked."""
    from figures import Figures, header, options

    parser = options(__doc__)
    parser.add_argument("--long", action="store_true")
    given = parser.parse_args()
    figures, long = Figures(__file__, given), given.long
    print(header())
    total = lines = 0
    for line, wrong in chain(
        small_games(SMALL + (LONG_SMALL if long else ())),
        known_games(KNOWN | (LONG_KNOWN if long else {})),
    ):
        print(f"{'WRONG ' if wrong else 'ok    '}{line}", flush=True)
        total += wrong
        lines += 1
    print("all right" if not total else f"{total:,} wrong")
    group = "The exact solver against a plain sweep of all positions"
    figures.add(group, "games and tables checked", lines)
    figures.add(group, "wrong values, bounds, candidates and classes", total, known=0)
    figures.keep()
    return int(total > 0)


if __name__ == "__main__":
    sys.exit(main())
