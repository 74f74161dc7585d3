"""The values in a table, and how they are written as numbers.

One or two players. A value is a win, a draw or a loss for the player to move, with its remoteness:
the plies to the end if wins are quick, and losses and draws slow. It is

    1 + 3 remoteness + kind         kind: 0 a loss, 1 a draw, 2 a win

in one byte where no game is longer than 84 plies, else in two.

More players. There is no longer a single value, so a table says two things.

First, the result that each player can force if all others play together: a win (the game ends well
for that player: the player wins, or another loses), at least a draw (the player does not lose), or
nothing (the others can make the player lose). That holds no matter how the others play, so it needs
no assumption, and it never contradicts itself: if one player can force a win, not all others can
force a draw.

Second, the outcome by max^n, where the player to move takes the outcome that is best for that
player, regardless of the others. Tie-breaks decide who loses, so each tie-break has its own
outcome. A table holds positions up to symmetry, which loses the order of moves, so a tie-break must
choose among outcomes, not moves, and must choose exactly one. An outcome must depend on the
position alone, not on the player at the root, or a table would need one outcome for each root
player. So "spite" and "kind" of `search.maxn`, which refer to the player at the root, become:

    next        of equal outcomes for the mover, the one that is worst for the next player; if
                still equal, for the player after that, and so on
    previous    the same in the other direction: first against the previous player

With three players or more, the standings of all players tell outcomes apart, so nothing is left to
chance. The length of the game plays no part here. The number is

    1 + forced + 3^players maxn     forced: digits in base 3 by player, 0 loss, 1 draw, 2 win
                                    maxn: digits by tie-break, the place of the outcome among those
                                    that occur in the game

which takes two bytes for up to five players, else four.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from plyground.kernel import Rules, as_tuple, compiled, local_array
from plyground.position import DRAW, ONGOING, Array, Game, Ints, State, Uints, lost, standing, won
from plyground.search.control import RUNNING, STOP
from plyground.search.tables.files import TooLargeError
from plyground.search.tables.sorted_keys import find
from plyground.search.value import TIES, Verdict

KINDS: tuple[Verdict, ...] = ("loss", "draw", "win")

UNKNOWN = 0
"""A value that has not been found yet; no value is written as this number."""

_LOSS, _DRAW, _WIN = range(3)
_PLIES_STEP = 3
_RESULTS = 256  # more than any result code


@dataclass(frozen=True)
class Coding:
    """How the values of a game are written: for which results, and in which type."""

    players: int
    results: tuple[int, ...]
    dtype: np.dtype[Any]
    places: Ints  # [result code] its place in `results`
    ranks: Ints  # [tie-break, player, place] the greater, the better for a mover


def coding(game: Game, results: Sequence[int]) -> Coding:
    """How values of `game` are written, if its games end with `results`.

    Raises TooLargeError if they do not fit into four bytes.
    """
    players, most = game.players, 0
    places = np.full(_RESULTS, -1, np.int64)
    for place, result in enumerate(results):
        places[result] = place
    ranks = np.zeros((len(TIES), players, len(results)), np.int64)
    if players <= 2:
        most = _PLIES_STEP * (game.max_plies + 1)
    else:
        most = 3**players * len(results) ** len(TIES)
        for tie, step in enumerate((1, -1)):
            for mover in range(players):
                order = sorted(results, key=lambda result: _liking(result, mover, step, players))
                for rank, result in enumerate(order):
                    ranks[tie, mover, places[result]] = rank
    for kind in (np.uint8, np.uint16, np.uint32):
        if most <= np.iinfo(kind).max:
            return Coding(players, tuple(results), np.dtype(kind), places, ranks)
    raise TooLargeError(
        f"{game.title} for {players} players and up to {game.max_plies} plies has too many "
        "different values for a table"
    )


def _liking(result: int, mover: int, step: int, players: int) -> tuple[int, ...]:
    """The sort key of a result for a mover, among the outcomes that tie-break `step` compares."""
    others = [(mover + step * n) % players for n in range(1, players)]
    return (standing(result, mover), *(-standing(result, other) for other in others))


def every_result(players: int) -> tuple[int, ...]:
    """All result codes with which a game may end."""
    each = range(players)
    return (DRAW, *(won(player) for player in each), *(lost(player) for player in each))


def two_player_value(code: int) -> tuple[int, int]:
    """Kind and remoteness."""
    plies, kind = divmod(code - 1, _PLIES_STEP)
    return kind, plies


def kind_counts(values: Array) -> tuple[int, ...]:
    """How many of these numbers of a game for two are a loss, a draw and a win."""
    kinds: list[int] = np.bincount((values - 1) % _PLIES_STEP, minlength=_PLIES_STEP).tolist()
    return tuple(kinds)


def many_player_value(code: int, how: Coding) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The kind of result that each player can force, and the result by each tie-break."""
    left = code - 1
    forced, outcomes = [], []
    for _ in range(how.players):
        left, digit = divmod(left, 3)
        forced.append(digit)
    for _ in TIES:
        left, place = divmod(left, len(how.results))
        outcomes.append(how.results[place])
    return tuple(forced), tuple(outcomes)


class Work(NamedTuple):
    """The data shared by all calls that find values of one table."""

    keys: Uints  # [positions that go on, words of a key]
    begins: Ints  # [layers + 1] the first row of each
    values: Array  # [positions that go on]
    places: Ints  # as in a Coding
    ranks: Ints
    counters: Ints  # of a Control
    halt: Ints  # not 0 to stop as well


@compiled
def row_of(
    rules: Rules,
    state: State,
    ply: int,
    keys: Uints,
    begins: Ints,
) -> int:
    """The row of an ongoing position, first searched at `ply`; -1 if there is none."""
    key = as_tuple(rules.key(rules.canonical(state)))
    layers = len(begins) - 1
    if ply < layers:
        row = find(keys, begins[ply], begins[ply + 1], key)
        if row >= 0:
            return row
    for other in range(layers - 1, -1, -1):
        if other != ply:
            row = find(keys, begins[other], begins[other + 1], key)
            if row >= 0:
                return row
    return -1


@compiled
def solve_two(
    rules: Rules,
    state: State,
    states: Uints,
    ply: int,
    first: int,
    last: int,
    work: Work,
) -> int:
    """Find the values of the rows `first` to `last` of a layer, for one or two players.

    Returns how many stay unknown because the value of a successor is unknown. When told to stop, it
    returns at once.
    """
    keys, begins, values, counters, halt = (
        work.keys, work.begins, work.values, work.counters, work.halt
    )  # fmt: skip
    out = local_array(rules.max_moves, np.int64)
    left = 0
    for number in range(first, last):
        if counters[STOP] != RUNNING or halt[0] != 0:
            break
        if values[begins[ply] + number] != UNKNOWN:
            continue
        for i in range(len(state)):
            state = state[1:] + (states[number, i],)
        mover = rules.player(state)
        best, best_plies = -1, 0
        known = True
        for i in range(rules.moves(state, out)):
            child = rules.play(state, out[i])
            result = rules.result(child)
            kind, plies = standing(result, mover) + 1, 0
            if result == ONGOING:
                row = row_of(rules, child, ply + 1, keys, begins)
                code: Any = np.int64(values[row]) if row >= 0 else np.int64(UNKNOWN)
                if code == UNKNOWN:
                    known = False
                    break
                kind, plies = (code - 1) % _PLIES_STEP, (code - 1) // _PLIES_STEP
                if rules.player(child) != mover:
                    kind = _WIN - kind
            later = plies > best_plies
            if kind > best or (kind == best and (not later if kind == _WIN else later)):
                best, best_plies = kind, plies
        if known:
            values[begins[ply] + number] = 1 + _PLIES_STEP * (best_plies + 1) + best
        else:
            left += 1
    return left


@compiled
def solve_many(
    rules: Rules,
    state: State,
    states: Uints,
    ply: int,
    first: int,
    last: int,
    work: Work,
) -> int:
    """The same for three players and more."""
    keys, begins, values, counters, halt = (
        work.keys, work.begins, work.values, work.counters, work.halt
    )  # fmt: skip
    places, ranks = work.places, work.ranks
    out = local_array(rules.max_moves, np.int64)
    forced = local_array(rules.players, np.int64)
    ties, _, outcomes = ranks.shape
    chosen = np.zeros(ties, np.int64)
    left = 0
    for number in range(first, last):
        if counters[STOP] != RUNNING or halt[0] != 0:
            break
        if values[begins[ply] + number] != UNKNOWN:
            continue
        for i in range(len(state)):
            state = state[1:] + (states[number, i],)
        mover = rules.player(state)
        for p in range(rules.players):
            forced[p] = _LOSS if p == mover else _WIN
        known = True
        for i in range(rules.moves(state, out)):
            child = rules.play(state, out[i])
            result = rules.result(child)
            rest: Any = np.int64(0)
            if result == ONGOING:
                row = row_of(rules, child, ply + 1, keys, begins)
                code: Any = np.int64(values[row]) if row >= 0 else np.int64(UNKNOWN)
                if code == UNKNOWN:
                    known = False
                    break
                rest = code - 1
            for p in range(rules.players):
                kind = standing(result, p) + 1
                if result == ONGOING:
                    kind, rest = rest % 3, rest // 3
                forced[p] = max(forced[p], kind) if p == mover else min(forced[p], kind)
            for tie in range(ties):
                place = places[result]
                if result == ONGOING:
                    place, rest = rest % outcomes, rest // outcomes
                if i == 0 or ranks[tie, mover, place] > ranks[tie, mover, chosen[tie]]:
                    chosen[tie] = place
        if known:
            code = np.int64(0)  # the digits, the last one first
            for tie in range(ties - 1, -1, -1):
                code = code * outcomes + chosen[tie]
            for p in range(rules.players - 1, -1, -1):
                code = code * 3 + forced[p]
            values[begins[ply] + number] = code + 1
        else:
            left += 1
    return left
