"""The entries of a page for the player that has learned a game: for two players, and for more.

They have a module of their own, so that pages without that player do not grow. It holds what was
learned as data, laid out by `learned_module`; the number after the player's options is its address.
Each move unpacks the weights into `table`, which takes a few milliseconds.

`results` has `max_moves` words for the moves, and as many for their scores, which are fractions.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.kernel import Rules, array_at, compiled
from plyground.kernel.real import tanh
from plyground.position import ONGOING, Ints
from plyground.position.desk import (
    ANSWER,
    COUNTERS,
    MEASURE,
    OPTION,
    PLY,
    RESULTS,
    ROOM,
    STATE,
    TABLE,
    WHOLE,
    measured,
    state_at,
)
from plyground.search.answers import (
    LOSS,
    NONE,
    THOUGHT_WORDS,
    THOUGHTS,
    THOUGHTS_AT,
    WON,
    put_choice,
    put_expectation,
    put_value,
    room_of_thoughts,
)
from plyground.search.control import NODE_LIMIT, NODES, RUNNING, STOP
from plyground.search.learning.choosing import look_after, look_after_for_all, rate_root
from plyground.search.learning.patterns import Patterns, Shorts
from plyground.search.learning.temporal import CERTAIN, Floats, Reals

SITES, SLOTS, REACH, TURNED, PLAYERS, SETS, OUTPUTS, SPAN, PARTS, TABLES, KEPT, GROUPS = range(12)
"""The first words of what was learned. GROUPS are the bytes that say where the weights belong."""

NUMBERS = 12


class _Room(NamedTuple):
    """What a search works with."""

    counters: Ints
    cells: Ints
    shown: Ints
    values: Reals
    places: Shorts
    spare: Shorts
    moves: Ints
    scores: Reals


@compiled
def _patterns_at(address: int) -> Patterns:
    """The patterns. After the numbers come `before`, `begins`, `slot`, `power` and `base`."""
    numbers = array_at(address, np.int64)
    sites, parts = numbers[SITES], numbers[PARTS]
    before = address + 8 * NUMBERS
    begins = before + 8 * sites
    slot = begins + 8 * (sites + 1)
    power = slot + 8 * parts
    base = power + 8 * parts
    return Patterns(
        sites=sites,
        slots=numbers[SLOTS],
        reach=numbers[REACH],
        before=array_at(before, np.int64),
        turned=numbers[TURNED],
        players=numbers[PLAYERS],
        sets=numbers[SETS],
        outputs=numbers[OUTPUTS],
        span=numbers[SPAN],
        base=array_at(base, np.int64),
        begins=array_at(begins, np.int64),
        slot=array_at(slot, np.int64),
        power=array_at(power, np.int64),
    )


@compiled
def _unpack(address: int, weights: Floats) -> None:
    """Write the weights that were kept; the others are 0 already.

    After the patterns come the end of each table, the scales, and the body of a file for playing:
    see `search.learning.weights`.
    """
    numbers = array_at(address, np.int64)
    tables, kept = numbers[TABLES], numbers[KEPT]
    before = NUMBERS + 2 * numbers[SITES] + 1 + 2 * numbers[PARTS] + numbers[SLOTS]
    ends = array_at(address + 8 * before, np.int64)
    scales = array_at(address + 8 * (before + tables), np.float64)
    body = address + 8 * (before + 2 * tables)
    groups = array_at(body, np.uint8)
    small = array_at(body + numbers[GROUPS], np.int8)
    place: Any = np.int64(0)
    read, table = 0, 0
    for i in range(kept):
        shift = 0
        while groups[read] > 127:
            place += (np.int64(groups[read]) & 127) << shift
            shift += 7
            read += 1
        place += np.int64(groups[read]) << shift
        read += 1
        while place >= ends[table]:
            table += 1
        weights[place] = np.float32(small[i]) * np.float32(scales[table])


@compiled
def _plies(rules: Rules, desk: Ints) -> int:
    """How far it looks ahead: no farther than the game goes."""
    plies: int = min(desk[OPTION], rules.max_plies - desk[PLY])
    return plies


@compiled
def _half(count: int) -> int:
    """The words of so many numbers of 32 bits."""
    return (count + 1) // 2


@compiled
def _width(patterns: Patterns) -> int:
    return patterns.slots * (patterns.players if patterns.turned else 1)


@compiled
def _measured(rules: Rules, desk: Ints, patterns: Patterns) -> int:
    levels = _plies(rules, desk) + 1
    room = (levels + 1) * (patterns.sites + patterns.players)
    room += _half(levels * _width(patterns)) + _half(patterns.slots)
    return measured(
        desk,
        room,
        _half(patterns.sets * patterns.span),
        2 * rules.max_moves + room_of_thoughts(rules, desk),
    )


@compiled
def _room_at(rules: Rules, desk: Ints, patterns: Patterns) -> _Room:
    levels = _plies(rules, desk) + 1
    shown = desk[ROOM] + 8 * patterns.sites
    values = shown + 8 * levels * patterns.sites
    places = values + 8 * (levels + 1) * patterns.players
    spare = places + 8 * _half(levels * _width(patterns))
    return _Room(
        counters=array_at(desk[COUNTERS], np.int64),
        cells=array_at(desk[ROOM], np.int64),
        shown=array_at(shown, np.int64),
        values=array_at(values, np.float64),
        places=array_at(places, np.int32),
        spare=array_at(spare, np.int32),
        moves=array_at(desk[RESULTS], np.int64),
        scores=array_at(desk[RESULTS] + 8 * rules.max_moves, np.float64),
    )


@compiled
def _enough(counters: Ints) -> bool:
    """Whether a search that has ended was told to stop: its score then means nothing."""
    told: bool = counters[STOP] != RUNNING or counters[NODES] >= counters[NODE_LIMIT]
    return told


@compiled
def _put(out: Ints, at: int, score: float) -> None:
    """Write the value that a score says."""
    if abs(score) < CERTAIN / 2:
        put_expectation(out, at, (1 + tanh(score)) / 2)
    else:
        put_value(out, at, WON if score > 0 else LOSS, NONE)


@compiled
def _answer(rules: Rules, desk: Ints, room: _Room, count: int, best: int) -> int:
    """Answer with the best move, and with thoughts if they are asked for. The status: fine."""
    put_choice(desk, room.moves[best], desk[OPTION])
    _put(desk, ANSWER + 1, room.scores[best])
    if desk[WHOLE]:
        first, results = 2 * rules.max_moves, array_at(desk[RESULTS], np.int64)
        for place in range(count):
            at = first + place * THOUGHT_WORDS
            results[at] = room.moves[place]
            _put(results, at + 1, room.scores[place])
        desk[ANSWER + THOUGHTS] = count
        desk[ANSWER + THOUGHTS_AT] = first
    return 0


# Both do as `Rater.choose`.


@compiled
def learned(rules: Rules, desk: Ints) -> int:
    """Option: plies. By alpha-beta."""
    address = desk[OPTION + 1]
    patterns = _patterns_at(address)
    if desk[MEASURE]:
        return _measured(rules, desk, patterns)
    weights, room = array_at(desk[TABLE], np.float32), _room_at(rules, desk, patterns)
    _unpack(address, weights)
    state, plies = state_at(rules, desk[STATE]), _plies(rules, desk)
    moves, scores = room.moves, room.scores
    count = rate_root(
        rules, patterns, weights, state, room.counters, room.cells, room.shown, room.places,
        room.spare, moves, scores,
    )  # fmt: skip
    best = 0
    for place in range(count if plies > 1 else 0):
        if rules.result(rules.play(state, moves[place])) == ONGOING:
            low = scores[best] if place > 0 and not desk[WHOLE] else -np.inf
            score = look_after(
                rules, patterns, weights, state, moves[place], plies - 1, low, room.counters,
                room.cells, room.shown, room.places, room.spare,
            )  # fmt: skip
            if _enough(room.counters):
                break
            scores[place] = score
        if scores[place] > scores[best]:
            best = place
    return _answer(rules, desk, room, count, best)


@compiled
def learned_for_more(rules: Rules, desk: Ints) -> int:
    """Option: plies. By max^n."""
    address = desk[OPTION + 1]
    patterns = _patterns_at(address)
    if desk[MEASURE]:
        return _measured(rules, desk, patterns)
    weights, room = array_at(desk[TABLE], np.float32), _room_at(rules, desk, patterns)
    _unpack(address, weights)
    state, plies = state_at(rules, desk[STATE]), _plies(rules, desk)
    moves, scores = room.moves, room.scores
    count = rate_root(
        rules, patterns, weights, state, room.counters, room.cells, room.shown, room.places,
        room.spare, moves, scores,
    )  # fmt: skip
    best = 0
    for place in range(count if plies > 1 else 0):
        if rules.result(rules.play(state, moves[place])) == ONGOING:
            score = look_after_for_all(
                rules, patterns, weights, state, moves[place], plies - 1, room.counters,
                room.cells, room.shown, room.places, room.values,
            )  # fmt: skip
            if _enough(room.counters):
                break
            scores[place] = score
        if scores[place] > scores[best]:
            best = place
    return _answer(rules, desk, room, count, best)
