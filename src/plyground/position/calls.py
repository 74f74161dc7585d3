"""How Python reaches a game's kernels: functions on states of Python ints.

A kernel is a closure of its game and is compiled into the code that calls it. Each function here
goes through one entry, compiled once for each game and kept on disk. It passes words of 64 unsigned
bits: compiled code would take a Python int for a signed number.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from plyground.kernel import Rules, compiled
from plyground.kernel.scan import returned_type
from plyground.position.faults import fault_in
from plyground.position.outcome import ONGOING
from plyground.position.trial_words import shown

PlainState = tuple[int, ...]  # a state as Python keeps it
State = tuple[np.uint64, ...]  # a state as kernels take it
Key = tuple[np.uint64, ...]  # the words of a key
Ints = npt.NDArray[np.int64]
Uints = npt.NDArray[np.uint64]
Array = npt.NDArray[Any]

_kept_apart: set[str] = set()  # rules whose words were checked, by their names
_SPARE = 256  # room for moves that should not exist


def as_words(state: PlainState) -> State:
    """A state as kernels take it."""
    return tuple(np.uint64(word) for word in state)


def start(rules: Rules) -> PlainState:
    """The state at the start of the game; all code that goes through a game begins here.

    Raises GameFileError, as `look` does.
    """
    state = _ints(rules, "start", _start(rules))
    look(rules, state)
    return state


def mixed_words(rules: Rules, state: PlainState) -> list[int]:
    """The words of the state after a move that the kernel play mixes with plain numbers, counted
    from 1. Compiled code does not keep them as np.uint64.
    """
    if rules.type_name in _kept_apart:
        return []
    found = returned_type(_play, rules, as_words(state), 0)
    kinds = [] if found is None else list(getattr(found, "types", [found]))
    mixed = [number for number, kind in enumerate(kinds, 1) if str(kind) != "uint64"]
    if not mixed:
        _kept_apart.add(rules.type_name)
    return mixed


def play(rules: Rules, state: PlainState, move: int) -> PlainState:
    """The state after `move`. The move is not checked: that is the caller's duty."""
    return _ints(rules, "play", _play(rules, as_words(state), move))


def look(rules: Rules, state: PlainState) -> tuple[int, int, tuple[int, ...]]:
    """The player to move, the result, and the codes of the legal moves: none after the end.

    Raises GameFileError for moves that the game has no texts for. Compiled code checks nothing: a
    search would write such moves beyond the end of its arrays.
    """
    out = np.empty(rules.max_moves + _SPARE, np.int64)
    found = _look(rules, as_words(state), out)
    try:
        player, result, count = map(int, found)
    except TypeError:
        name, value = next(
            (name, value)
            for name, value in zip(("player", "result", "moves"), found, strict=True)
            if not isinstance(value, int | np.integer)
        )
        raise fault_in(rules.kernels[name], "not-whole", kernel=name, value=shown(value)) from None
    codes = tuple(out[:count].tolist())
    strange = [code for code in codes if not 0 <= code < rules.max_moves]
    if strange:
        raise fault_in(
            rules.kernels["moves"], "wrong-code", value=strange[0], last=rules.max_moves - 1
        )
    if count > rules.max_moves:
        raise fault_in(rules.kernels["moves"], "many-moves", most=rules.max_moves)
    return player, result, codes


def estimate(rules: Rules, state: PlainState, player: int, which: int) -> int:
    """The estimate of a state for a player, by the heuristic number `which`."""
    return int(_estimate(rules, as_words(state), player, which))


def key(rules: Rules, state: PlainState) -> tuple[int, ...]:
    """The words of the key of a state."""
    found: Any = _key(rules, as_words(state))
    return _ints(rules, "key", found if isinstance(found, tuple) else (found,))


def cells(rules: Rules, state: PlainState, sites: int, kinds: int) -> tuple[int, ...]:
    """What each of the `sites` holds. Raises GameFileError for numbers not below `kinds`."""
    out = np.zeros(sites + _SPARE, np.int64)
    _cells(rules, as_words(state), out)
    found = tuple(out[:sites].tolist())
    if not 0 <= min(found, default=0) <= max(found, default=0) < kinds:
        strange = next(each for each in found if not 0 <= each < kinds)
        raise fault_in(rules.kernels["cells"], "no-such-look", value=strange, last=kinds - 1)
    return found


def deciding(rules: Rules, state: PlainState, sites: int) -> frozenset[int]:
    """The sites that decided a game that was won or lost. Raises GameFileError for others."""
    out = np.empty(sites + _SPARE, np.int64)
    count = _deciding(rules, as_words(state), out)
    found = frozenset(out[:count].tolist())
    if not found <= set(range(sites)):
        strange = min(found - set(range(sites)))
        raise fault_in(rules.kernels["deciding"], "deciding-sites", value=strange, last=sites - 1)
    return found


def canonical(rules: Rules, state: PlainState) -> PlainState:
    """The representative of a state under the game's symmetries."""
    return _ints(rules, "canonical", _canonical(rules, as_words(state)))


def _ints(rules: Rules, kernel: str, found: State) -> PlainState:
    if not isinstance(found, tuple):
        raise fault_in(rules.kernels[kernel], "not-a-state", kernel=kernel, value=shown(found))
    return tuple(int(word) for word in found)


@compiled
def _start(rules: Rules) -> State:
    return rules.start()  # type: ignore[no-any-return]


@compiled
def _play(rules: Rules, state: State, move: int) -> State:
    return rules.play(state, move)  # type: ignore[no-any-return]


@compiled
def _look(rules: Rules, state: State, out: Ints) -> tuple[int, int, int]:
    """The player to move, the result, and how many legal moves `out` [max_moves] has now."""
    result = rules.result(state)
    count = rules.moves(state, out) if result == ONGOING else 0
    return rules.player(state), result, count


@compiled
def _estimate(rules: Rules, state: State, player: int, which: int) -> int:
    return rules.heuristic(state, player, which)  # type: ignore[no-any-return]


@compiled
def _key(rules: Rules, state: State) -> Any:
    return rules.key(state)


@compiled
def _canonical(rules: Rules, state: State) -> State:
    return rules.canonical(state)  # type: ignore[no-any-return]


@compiled
def _cells(rules: Rules, state: State, out: Ints) -> None:
    rules.cells(state, out)


@compiled
def _deciding(rules: Rules, state: State, out: Ints) -> int:
    return rules.deciding(state, out)  # type: ignore[no-any-return]
