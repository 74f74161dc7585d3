"""Temporal-difference learning by self-play: the compiled part.

A position is rated by the sum of one weight for each slot (see `patterns`), squashed by tanh: -1
for a loss, 1 for a win. With two players it is one sum, for the player to move where players are
turned, else for player 0. With more there is one for each player.

The learner plays against itself. A share of its games begins after some random moves ("exploring
starts", Sutton and Barto, "Reinforcement Learning", 2018), so that it meets positions which its own
play would never come to. Then it plays the move that leads to the best rating for the player to
move, and one in so many moves at random. After a game, from its last position to its first, each
position's rating moves towards a target: the rating after its best move, mixed with the target of
the position after it if that best move was played (Sutton, "Learning to predict by the methods of
temporal differences", 1988: TD(lambda), in its forward view). So random moves are never learned
from.

Each weight has its own step size, by temporal coherence (Beal and Smith, "Temporal coherence and
prediction decay in TD learning", 1999; with the exponential form of Bagheri, Thill, Koch and Konen,
"Online adaptable learning rates for the game Connect-4", 2015): the size of the sum of all changes
that were asked of it, compared with the sum of their sizes. It is 1 while they agree, and small
when they cancel out.

Weights never come to rest: each game moves them to and fro. So it is their mean that plays, over
about the last tenth of all games (Polyak and Juditsky, "Acceleration of stochastic approximation by
averaging", 1992). The games to learn from are played by the weights themselves.

All sums have a fixed order and nothing is fused, so the same seed and number of games give the same
weights everywhere.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.kernel import Rules, compiled, local_array, prefetch
from plyground.kernel.chance import below
from plyground.kernel.real import exp, tanh
from plyground.position import ONGOING, Ints, State, Uints, standing
from plyground.search.control import NODES, RUNNING, STOP
from plyground.search.learning.patterns import Patterns, Shorts, keep, show

CERTAIN = 1e6
"""The size of the sum for a game that has ended, beyond all sums of weights."""

RATES = 256
"""How many step sizes there are."""

MEAN_EVERY = 4000
"""Games from one look at the weights, for their mean, to the next: it takes time to look at all."""

MEAN_LOOKS = 10
"""From so many looks on there is a mean, which begins with the last one."""

_STEEPNESS = 2.7
_MILLION = 1_000_000

Floats = npt.NDArray[np.float32]
Reals = npt.NDArray[np.float64]


class Room(NamedTuple):
    """Arrays to work in."""

    cells: Ints  # [sites of the board]
    shown: Ints  # [sites of the board]
    seen: Shorts  # [views x slots], what the slots show to each view
    child: Shorts  # [slots], the same after a move, to one view
    trail: Shorts  # [max_plies x slots], what the slots showed at each ply
    mover: Ints  # [max_plies]
    followed: Ints  # [max_plies], 1 where the best move was played
    after: Reals  # [max_plies x outputs], the rating after the best move


class Learned(NamedTuple):
    """What is learned."""

    weights: Floats  # [sets x span]
    mean: Floats  # [as many], their mean; 0 before there is one
    sums: Floats  # [as many, and 2]: the changes asked of a weight, and their sizes
    chance: Uints  # [WORDS], the state of the generator
    done: Ints  # [2], games and moves


class Pace(NamedTuple):
    """How it learns."""

    step: float  # how much of an error all slots together correct at first
    trace: float  # lambda
    exploring: int  # random moves in a million
    openings: int  # games in a million that begin after random moves
    longest: int  # the most such moves
    mean_every: int  # games
    rates: Reals  # [RATES], by coherence


@compiled
def fill_rates(rates: Reals) -> None:
    """Write the step sizes for coherences from 0 to 1."""
    for i in range(RATES):
        rates[i] = exp(_STEEPNESS * (i / (RATES - 1) - 1.0))


@compiled
def place_of(patterns: Patterns, player: int, mover: int) -> tuple[int, float]:
    """Which output rates `player` when `mover` is to move, and with which sign."""
    output = player
    if patterns.turned:
        output = player - mover if player >= mover else player - mover + patterns.players
    if patterns.outputs == 1 and output != 0:
        return 0, -1.0
    return output, 1.0


@compiled
def first_weight(patterns: Patterns, mover: int, output: int) -> int:
    """Where the weights begin for an output when `mover` is to move."""
    return output if patterns.turned else output + mover * patterns.span


@compiled
def total(weights: Floats, index: Shorts, offset: int, slots: int, begin: int) -> float:
    """The sum of the weights of what the slots at index[offset:] show.

    Four sums go on side by side, since each addition waits for the one before it.
    """
    first = second = third = fourth = 0.0
    i = offset
    end = offset + slots
    while i + 4 <= end:
        first += float(weights[np.uint64(begin + index[np.uint64(i)])])
        second += float(weights[np.uint64(begin + index[np.uint64(i + 1)])])
        third += float(weights[np.uint64(begin + index[np.uint64(i + 2)])])
        fourth += float(weights[np.uint64(begin + index[np.uint64(i + 3)])])
        i += 4
    while i < end:
        first += float(weights[np.uint64(begin + index[np.uint64(i)])])
        i += 1
    return (first + second) + (third + fourth)


@compiled
def rated(
    rules: Rules,
    patterns: Patterns,
    weights: Floats,
    child: State,
    player: int,
    cells: Ints,
    shown: Ints,
    index: Shorts,
    offset: int,
    room: Shorts,
) -> float:
    """The sum for `player` of an ongoing state, from what the position before it shows.

    `index` has that for all views from `offset` on; what the state itself shows to its player to
    move is left in `room`.
    """
    zero: Any = np.int64(0)
    mover = rules.player(child)
    view: Any = np.int64(mover if patterns.turned else 0)
    begin = offset + view * patterns.slots
    for i in range(patterns.slots):
        room[i] = index[begin + i]
    rules.cells(child, cells)
    show(patterns, cells, shown, room, view, zero)
    output, sign = place_of(patterns, player, mover)
    first = first_weight(patterns, mover, output)
    for i in range(patterns.slots):  # all come at the same time, and not four after four
        prefetch(weights, first + room[i])
    return sign * total(weights, room, zero, patterns.slots, first)


@compiled
def begin(rules: Rules, patterns: Patterns, state: State, cells: Ints, shown: Ints,
          index: Shorts, offset: int) -> None:  # fmt: skip
    """Write what a state shows to all views."""
    views = patterns.players if patterns.turned else 1
    for site in range(patterns.sites):
        shown[site] = 0
    for view in range(views):
        for i in range(patterns.slots):
            index[offset + view * patterns.slots + i] = patterns.base[i]
    follow(rules, patterns, state, cells, shown, index, offset)


@compiled
def follow(rules: Rules, patterns: Patterns, state: State, cells: Ints, shown: Ints,
           index: Shorts, offset: int) -> None:  # fmt: skip
    """Change what the position before a state shows, to all views, to what the state shows."""
    rules.cells(state, cells)
    for view in range(patterns.players if patterns.turned else 1):
        show(patterns, cells, shown, index, view, offset + view * patterns.slots)
    keep(patterns, cells, shown)


@compiled
def _learn_from(patterns: Patterns, learned: Learned, pace: Pace, room: Room, plies: int) -> None:
    """Move the ratings of a game's positions, from the last to the first, towards their targets."""
    weights, sums = learned.weights, learned.sums
    slots, outputs = patterns.slots, patterns.outputs
    target = local_array(8, np.float64)
    step = pace.step / slots
    _fetch(patterns, learned, room, plies - 1)
    for ply in range(plies - 1, -1, -1):
        mover, offset = room.mover[ply], ply * slots
        if ply > 0:
            _fetch(patterns, learned, room, ply - 1)
        for player in range(outputs):
            wanted = room.after[ply * outputs + player]
            if ply + 1 < plies and room.followed[ply]:
                wanted += pace.trace * (target[player] - wanted)
            target[player] = wanted
            output, sign = place_of(patterns, player, mover)
            first = first_weight(patterns, mover, output)
            value = tanh(total(weights, room.trail, offset, slots, first))
            change = step * (sign * wanted - value) * (1.0 - value * value)
            size = abs(change)
            if size < 1e-8:
                continue
            for i in range(offset, offset + slots):
                at = np.uint64(first + room.trail[np.uint64(i)])
                of_changes = np.uint64(2) * at
                of_sizes = of_changes + np.uint64(1)
                asked, sizes = float(sums[of_changes]), float(sums[of_sizes])
                rate = 1.0
                if sizes > 0.0:
                    rate = pace.rates[int(abs(asked) / sizes * (RATES - 1))]
                weights[at] += np.float32(change * rate)
                sums[of_changes] += np.float32(change)
                sums[of_sizes] += np.float32(size)


@compiled
def _fetch(patterns: Patterns, learned: Learned, room: Room, ply: int) -> None:
    """Ask for the sums of what a position shows: the last game that used them is long ago."""
    sums, trail = learned.sums, room.trail
    mover, offset = room.mover[ply], ply * patterns.slots
    for player in range(patterns.outputs):
        output, _ = place_of(patterns, player, mover)
        first = first_weight(patterns, mover, output)
        for i in range(offset, offset + patterns.slots):
            at = first + trail[np.uint64(i)]
            prefetch(sums, 2 * at)


@compiled
def _count_game(learned: Learned, every: int, plies: int) -> None:
    """Count a game that was learned from. After each `every` games move the mean of the weights
    towards what they are now, so that it is over the last tenth.
    """
    learned.done[0] += 1
    learned.done[1] += plies
    looks = learned.done[0] // every
    if looks < MEAN_LOOKS or learned.done[0] % every != 0:
        return
    weights, mean = learned.weights, learned.mean
    rate = np.float32(MEAN_LOOKS / looks)
    for i in range(len(weights)):
        mean[i] += rate * (weights[i] - mean[i])


@compiled
def _remember(patterns: Patterns, room: Room, ply: int, mover: int) -> None:
    """Note a position: its player, and what it shows to that player."""
    slots = patterns.slots
    view = mover if patterns.turned else 0
    for i in range(slots):
        room.trail[ply * slots + i] = room.seen[view * slots + i]
    room.mover[ply] = mover


@compiled
def _rate_after(
    rules: Rules, patterns: Patterns, weights: Floats, after: State, result: int, room: Room,
    ply: int,
) -> None:  # fmt: skip
    """Note the rating of the position after a move, for each output."""
    zero: Any = np.int64(0)  # a constant would be compiled again
    for player in range(patterns.outputs):
        if result != ONGOING:
            room.after[ply * patterns.outputs + player] = standing(result, player)
        else:
            room.after[ply * patterns.outputs + player] = tanh(
                rated(
                    rules, patterns, weights, after, player,
                    room.cells, room.shown, room.seen, zero, room.child,
                )
            )  # fmt: skip


@compiled
def _first(rules: Rules, pace: Pace, chance: Uints, moves: Ints) -> State:
    """The position that a game begins with: the start, or an ongoing one after random moves."""
    state = rules.start()
    left = 0
    if pace.openings > 0 and below(chance, _MILLION) < pace.openings:
        left = below(chance, pace.longest + 1)
    while left > 0:
        count = rules.moves(state, moves)
        state = rules.play(state, moves[below(chance, count)])
        left -= 1
        if rules.result(state) != ONGOING:
            state, left = rules.start(), below(chance, pace.longest + 1)
    first: State = state
    return first


@compiled
def train(
    rules: Rules,
    patterns: Patterns,
    learned: Learned,
    pace: Pace,
    room: Room,
    games: int,
    counters: Ints,
) -> int:
    """Play and learn from so many games, fewer if stopped; returns how many."""
    weights, chance = learned.weights, learned.chance
    moves = local_array(rules.max_moves, np.int64)
    outputs = patterns.outputs
    zero: Any = np.int64(0)  # a constant would be compiled again
    done = 0
    while done < games and counters[STOP] == RUNNING:
        state = _first(rules, pace, chance, moves)
        begin(rules, patterns, state, room.cells, room.shown, room.seen, zero)
        ply = 0
        while True:
            # Step 1. The best move, one of equal ones at random.
            rules.check_ply(ply + 1)
            mover = rules.player(state)
            count = rules.moves(state, moves)
            best, equal, highest = -1, 0, 0.0
            for i in range(count):
                child = rules.play(state, moves[i])
                result = rules.result(child)
                if result != ONGOING:
                    score = CERTAIN * standing(result, mover)
                else:
                    score = rated(
                        rules, patterns, weights, child, mover,
                        room.cells, room.shown, room.seen, zero, room.child,
                    )  # fmt: skip
                if best < 0 or score > highest:
                    best, equal, highest = i, 1, score
                elif score == highest:
                    equal += 1
                    if below(chance, equal) == 0:
                        best = i
            chosen = best
            if below(chance, _MILLION) < pace.exploring:
                chosen = below(chance, count)

            # Step 2. Remember the position, and the ratings after the best move.
            _remember(patterns, room, ply, mover)
            room.followed[ply] = chosen == best
            after = rules.play(state, moves[best])
            result = rules.result(after)
            if outputs == 1:
                sign = 1.0 if mover == 0 else -1.0
                room.after[ply] = sign * (tanh(highest) if result == ONGOING else highest / CERTAIN)
            else:
                _rate_after(rules, patterns, weights, after, result, room, ply)
            ply += 1

            # Step 3. Play.
            if chosen != best:
                after = rules.play(state, moves[chosen])
                result = rules.result(after)
            state = after
            if result != ONGOING:
                break
            follow(rules, patterns, state, room.cells, room.shown, room.seen, zero)
        _learn_from(patterns, learned, pace, room, ply)
        _count_game(learned, pace.mean_every, ply)
        counters[NODES] += ply
        done += 1
    return done


@compiled
def learn_from_game(
    rules: Rules, patterns: Patterns, learned: Learned, pace: Pace, room: Room, moves: Ints
) -> None:
    """Learn from a game that others played, as if each of its moves were the best one."""
    zero: Any = np.int64(0)  # a constant would be compiled again
    state = rules.start()
    begin(rules, patterns, state, room.cells, room.shown, room.seen, zero)
    plies = len(moves)
    for ply in range(plies):
        mover = rules.player(state)
        _remember(patterns, room, ply, mover)
        room.followed[ply] = 1
        state = rules.play(state, moves[ply])
        result = rules.result(state)
        _rate_after(rules, patterns, learned.weights, state, result, room, ply)
        if result == ONGOING:
            follow(rules, patterns, state, room.cells, room.shown, room.seen, zero)
    _learn_from(patterns, learned, pace, room, plies)
    _count_game(learned, pace.mean_every, plies)
