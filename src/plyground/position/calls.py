"""How Python reaches a game's kernels: functions on states of Python ints.

A kernel is a closure of its game and is compiled into whatever calls it. Each function here goes
through one entry, compiled once for each game and kept on disk, and sees to it that compiled code
gets words of 64 unsigned bits: a Python int would be taken for a signed number.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from plyground.kernel import Rules, compiled
from plyground.kernel.scan import returned_type
from plyground.position.errors import RulesError
from plyground.position.outcome import ONGOING

PlainState = tuple[int, ...]  # a state as Python keeps it
State = tuple[np.uint64, ...]  # a state as kernels take it
Key = tuple[np.uint64, ...]  # the words of a key
Ints = npt.NDArray[np.int64]
Uints = npt.NDArray[np.uint64]
Array = npt.NDArray[Any]

_kept_apart: set[str] = set()  # rules, by their names, whose words were looked at
_SPARE = 256  # room for moves that there should not be
_NAMED = 20  # of which so many are named


def as_words(state: PlainState) -> State:
    """A state as kernels take it."""
    return tuple(np.uint64(word) for word in state)


def start(rules: Rules) -> PlainState:
    """The state at the start of the game, with which all that goes through a game begins.

    Raises RulesError, as `look` does.
    """
    state = _ints(_start(rules))
    look(rules, state)
    return state


def mixed_words(rules: Rules, state: PlainState) -> list[int]:
    """The words of the state after a move, counted from 1, that compiled code does not keep as
    np.uint64, because the kernel play mixes them with plain numbers.
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
    """The state after `move`, which is not checked: that is the caller's duty."""
    return _ints(_play(rules, as_words(state), move))


def look(rules: Rules, state: PlainState) -> tuple[int, int, tuple[int, ...]]:
    """Who is to move, the result, and the codes of the legal moves: none after the end.

    Raises RulesError for moves that the game has no texts for. Compiled code cannot look after
    itself: in a search, such moves would be written beyond the room that there is.
    """
    out = np.empty(rules.max_moves + _SPARE, np.int64)
    found = _look(rules, as_words(state), out)
    try:
        player, result, count = map(int, found)
    except TypeError as error:
        raise RulesError(
            f"player, moves and result return whole numbers, whatever the state ({error})"
        ) from None
    codes = tuple(out[:count].tolist())
    if count > rules.max_moves or (codes and not 0 <= min(codes) <= max(codes) < rules.max_moves):
        raise RulesError(
            f"the game has {rules.max_moves} move_texts, and in a position its moves are "
            f"{', '.join(map(str, codes[:_NAMED]))}{' ...' if count > _NAMED else ''}: "
            f"codes are from 0 to {rules.max_moves - 1}, each at most once"
        )
    return player, result, codes


def estimate(rules: Rules, state: PlainState, player: int, which: int) -> int:
    """What the heuristic of that number says of a state for a player."""
    return int(_estimate(rules, as_words(state), player, which))


def key(rules: Rules, state: PlainState) -> tuple[int, ...]:
    """The words of the key of a state."""
    found: Any = _key(rules, as_words(state))
    return _ints(found if isinstance(found, tuple) else (found,))


def cells(rules: Rules, state: PlainState, sites: int, kinds: int) -> tuple[int, ...]:
    """What each of so many sites holds. Raises RulesError for numbers not below `kinds`."""
    out = np.zeros(sites + _SPARE, np.int64)
    _cells(rules, as_words(state), out)
    found = tuple(out[:sites].tolist())
    if not 0 <= min(found, default=0) <= max(found, default=0) < kinds:
        strange = next(each for each in found if not 0 <= each < kinds)
        raise RulesError(
            f"cells wrote {strange}, and cell_marks says how the numbers 0 to {kinds - 1} look"
        )
    return found


def deciding(rules: Rules, state: PlainState, sites: int) -> frozenset[int]:
    """The sites that decided a game that was won or lost. Raises RulesError for others."""
    out = np.empty(sites + _SPARE, np.int64)
    count = _deciding(rules, as_words(state), out)
    found = frozenset(out[:count].tolist())
    if not found <= set(range(sites)):
        raise RulesError(
            f"deciding wrote {', '.join(map(str, sorted(found)[-_NAMED:]))}: "
            f"the board has the sites 0 to {sites - 1}"
        )
    return found


def canonical(rules: Rules, state: PlainState) -> PlainState:
    """The representative of a state under the game's symmetries."""
    return _ints(_canonical(rules, as_words(state)))


def _ints(found: State) -> PlainState:
    if not isinstance(found, tuple):
        raise RulesError("a state is a tuple of np.uint64; one word is one too, as in (word,)")
    return tuple(int(word) for word in found)


@compiled
def _start(rules: Rules) -> State:
    return rules.start()  # type: ignore[no-any-return]


@compiled
def _play(rules: Rules, state: State, move: int) -> State:
    return rules.play(state, move)  # type: ignore[no-any-return]


@compiled
def _look(rules: Rules, state: State, out: Ints) -> tuple[int, int, int]:
    """Who is to move, the result, and how many legal moves were written to `out` [max_moves]."""
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
