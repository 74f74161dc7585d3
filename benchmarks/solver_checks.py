"""The kernels for exact solving of Connect Four and Sim, checked on all positions of small boards.

Values come from a plain backward sweep over all positions, which knows only the rules: no bounds,
no candidates, no classes, no search. For every position they confirm that `bounds` hold, that one
of `candidates` is best where bounds leave the value open, that no two positions of different values
share a class key, and what the solver says, with a table far too small and with a large one.
On larger boards a plain search confirms the values of positions close to the end.

Run `python benchmarks/solver_checks.py`, which takes a few minutes; `--long` takes a few minutes
and 2 GB more.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import starmap
from pathlib import Path
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
LARGE = tuple(starmap(pg.ConnectFour, ((9, 7), (8, 8), (10, 6), (12, 9))))
ENDGAMES = 100  # of each large board
LEFT = 12  # plies, at most, before the end of a game
SOLVED_EACH = 4_000_000  # positions of a game that the solver is asked for

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


def small_game(game: pg.Game) -> Iterator[tuple[str, int, int]]:
    """What was checked in a game, in how many positions, and how much is wrong."""
    layers = sweep(game)
    counts = examine(game, layers)
    positions = sum(len(layer.states) for layer in layers)
    wrong = sum(count for name, count in counts.items() if name.startswith("wrong"))
    yield "bounds, candidates and classes", positions, wrong
    step = max(1, positions // SOLVED_EACH)
    for what, solver in (
        ("values, least table", smallest(Solver(game, 1))),
        ("values, least table of longer entries", smallest(Solver(game, 1), long=True)),
        ("values, 64 MiB", Solver(game, 64)),
    ):
        yield (what, *solve_layers(solver, layers, step))


def endgames(game: pg.Game) -> int:
    """How many positions close to the end of random games are solved wrongly, by two tables."""
    sys.path.insert(0, str(Path(__file__).parent.parent))
    from playing import whole_game
    from tests.plain import plain_value

    solvers = Solver(game, 4), Solver(game)
    wrong = 0
    for seed in range(ENDGAMES):
        line = whole_game(game, random.Random(seed), long=True).line
        position = line[max(0, len(line) - 2 - seed % LEFT)]
        value = plain_value(position)
        for solver in solvers:
            found = solver.solve(position)
            wrong += not found.low == found.high == value
    return wrong


def main() -> int:
    """Check all games."""
    from figures import Figures, options

    parser = options(__doc__)
    parser.add_argument("--long", action="store_true")
    given = parser.parse_args()
    figures = Figures(__file__, given, extra="--long" if given.long else "")
    checked = total = 0
    for game in SMALL + (LONG_SMALL if given.long else ()):
        for what, positions, wrong in small_game(game):
            print(f"  {game!r}, {what}: {positions:,} positions, {wrong} wrong", flush=True)
            checked, total = checked + 1, total + wrong
    group = "The exact solver against a plain sweep of all positions"
    figures.add(group, "games and tables checked", checked)
    figures.add(group, "wrong values, bounds, candidates and classes", total, known=0)
    for game in LARGE:
        group = f"The exact solver against plain search, wrong in {ENDGAMES} endgames"
        figures.add(group, repr(game), endgames(game), known=0)
    return figures.keep()


if __name__ == "__main__":
    from figures import run

    run(main)
