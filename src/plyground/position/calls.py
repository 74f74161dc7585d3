"""How Python reaches a game's kernels: functions on states of Python ints.

The game's module answers, see `home`. Without one, the kernels of a game of this package run in
Python as they are written; a page or a person asks for few of them. Where native code is asked for,
and for all other games, each function here goes through one entry, compiled once for each game and
kept on disk: a kernel is a closure of its game and is compiled into the code that calls it. It
passes words of 64 unsigned bits: compiled code would take a Python int for a signed number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from plyground.kernel import Rules, compiled, in_plain_python, is_interpreted, is_native
from plyground.position.aliases import Ints, PlainState, State
from plyground.position.desk import ANSWER, ARGUMENT
from plyground.position.faults import fault_in
from plyground.position.home import SMALL, Instance, home_of
from plyground.position.outcome import ONGOING
from plyground.position.trial_words import shown

_kept_apart: set[str] = set()  # rules whose words were checked, by their names
_codes: dict[tuple[Any, str], Any] = {}  # native code by functions below, and rules
_SPARE = 256  # room for moves that should not exist

Looked = tuple[int, int, tuple[int, ...]]
"""The player to move, the result, and the codes of the legal moves."""


def as_words(state: PlainState) -> State:
    """A state as kernels take it."""
    return tuple(np.uint64(word) for word in state)


def _run(function: Any, rules: Rules, *arguments: Any) -> Any:
    """What a function below finds, natively or in Python. Its arguments have the same types in all
    calls about a game.
    """
    if is_interpreted():
        return function(rules, *arguments)
    if is_native() or not rules.runs_in_python:
        code = _codes.get((function, rules.type_name))
        if code is None:
            code = _codes[function, rules.type_name] = function.code(rules, *arguments)
        return code(rules, *arguments)
    with in_plain_python():
        return function(rules, *arguments)


def start(rules: Rules) -> PlainState:
    """The state at the start of the game; all code that goes through a game begins here.

    Raises GameFileError, as `look` does.
    """
    state = _ints(rules, "start", _run(_start, rules))
    look(rules, state)
    return state


def mixed_words(rules: Rules, state: PlainState) -> list[int]:
    """The words of the state after a move that the kernel play mixes with plain numbers, counted
    from 1. Compiled code does not keep them as np.uint64.
    """
    if rules.type_name in _kept_apart:
        return []
    from plyground.kernel.native.scan import returned_type

    found = returned_type(_play, rules, as_words(state), 0)
    kinds = [] if found is None else list(getattr(found, "types", [found]))
    mixed = [number for number, kind in enumerate(kinds, 1) if str(kind) != "uint64"]
    if not mixed:
        _kept_apart.add(rules.type_name)
    return mixed


def play(rules: Rules, state: PlainState, move: int) -> PlainState:
    """The state after `move`. The move is not checked: that is the caller's duty."""
    home = home_of(rules)
    if home is None:
        return _ints(rules, "play", _run(_play, rules, as_words(state), move))
    with home.lent() as asked:
        asked.fill("state", state)
        asked.ask("play", move)
        return _words(asked, "state", len(state))


def after(rules: Rules, state: PlainState, move: int) -> tuple[PlainState, Looked]:
    """The state after `move`, as `play` gives it, and what `look` says of that."""
    home = home_of(rules)
    if home is None:
        state = play(rules, state, move)
        return state, look(rules, state)
    with home.lent() as asked:
        asked.fill("state", state)
        asked.ask("play", move, then="look")
        return _words(asked, "state", len(state)), _looked(asked)


def follow(
    rules: Rules, state: PlainState, moves: Sequence[int]
) -> list[tuple[PlainState, Looked]]:
    """What `after` gives for one move after the other, as far as they are legal."""
    home = home_of(rules)
    found: list[tuple[PlainState, Looked]] = []
    if home is None:
        codes = look(rules, state)[2] if moves else ()
        for move in moves:
            if move not in codes:
                break
            found.append(after(rules, state, move))
            state, (_, _, codes) = found[-1]
        return found
    most, width = ANSWER - ARGUMENT - 2, len(state)
    with home.lent() as asked:
        asked.fill("state", state)
        while some := moves[len(found) : len(found) + most]:
            asked.ask("follow", SMALL, len(some), *some)
            played, words = asked.answers(2)
            if not played:
                break
            said, at = asked.array("moves", words, np.uint64).tolist(), 0
            for _ in range(played):
                state = tuple(said[at : at + width])
                player, result, count = said[at + width : at + width + 3]
                at += width + 3 + count
                found.append((state, (player, result, tuple(said[at - count : at]))))
    return found


def look(rules: Rules, state: PlainState) -> Looked:
    """The player to move, the result, and the codes of the legal moves: none after the end.

    Raises GameFileError for moves that the game has no texts for. Compiled code checks nothing: a
    search would write such moves beyond the end of its arrays.
    """
    home = home_of(rules)
    if home is not None:
        with home.lent() as asked:
            asked.fill("state", state)
            asked.ask("look")
            return _looked(asked)
    out = np.empty(rules.max_moves + _SPARE, np.int64)
    found = _run(_look, rules, as_words(state), out)
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


def _looked(asked: Instance) -> Looked:
    player, result, count = asked.answers(3)
    return player, result, tuple(asked.array("moves", count).tolist())


def estimate(rules: Rules, state: PlainState, player: int, which: int) -> int:
    """The estimate of a state for a player, by the heuristic number `which`."""
    home = home_of(rules)
    if home is None:
        return int(_run(_estimate, rules, as_words(state), player, which))
    with home.lent() as asked:
        asked.fill("state", state)
        asked.ask("estimate", player, which)
        return asked.answers(1)[0]


def key(rules: Rules, state: PlainState) -> tuple[int, ...]:
    """The words of the key of a state."""
    home = home_of(rules)
    if home is not None:
        with home.lent() as asked:
            asked.fill("state", state)
            asked.ask("key")
            return _words(asked, "words", asked.answers(1)[0])
    found: Any = _run(_key, rules, as_words(state))
    return _ints(rules, "key", found if isinstance(found, tuple) else (found,))


def cells(rules: Rules, state: PlainState, sites: int, kinds: int) -> tuple[int, ...]:
    """What each of the `sites` holds. Raises GameFileError for numbers not below `kinds`."""
    home = home_of(rules)
    if home is not None:
        with home.lent() as asked:
            asked.fill("state", state)
            asked.array("moves", sites)[:] = 0
            asked.ask("cells")
            return tuple(asked.array("moves", sites).tolist())
    out = np.zeros(sites + _SPARE, np.int64)
    _run(_cells, rules, as_words(state), out)
    found = tuple(out[:sites].tolist())
    if not 0 <= min(found, default=0) <= max(found, default=0) < kinds:
        strange = next(each for each in found if not 0 <= each < kinds)
        raise fault_in(rules.kernels["cells"], "no-such-look", value=strange, last=kinds - 1)
    return found


def deciding(rules: Rules, state: PlainState, sites: int) -> frozenset[int]:
    """The sites that decided a game that was won or lost. Raises GameFileError for others."""
    home = home_of(rules)
    if home is not None:
        with home.lent() as asked:
            asked.fill("state", state)
            asked.ask("deciding")
            return frozenset(asked.array("moves", asked.answers(1)[0]).tolist())
    out = np.empty(sites + _SPARE, np.int64)
    count = _run(_deciding, rules, as_words(state), out)
    found = frozenset(out[:count].tolist())
    if not found <= set(range(sites)):
        strange = min(found - set(range(sites)))
        raise fault_in(rules.kernels["deciding"], "deciding-sites", value=strange, last=sites - 1)
    return found


def canonical(rules: Rules, state: PlainState) -> PlainState:
    """The representative of a state under the game's symmetries."""
    home = home_of(rules)
    if home is None:
        return _ints(rules, "canonical", _run(_canonical, rules, as_words(state)))
    with home.lent() as asked:
        asked.fill("state", state)
        asked.ask("canonical")
        return _words(asked, "state", len(state))


def _words(asked: Instance, name: str, count: int) -> tuple[int, ...]:
    """The first words of an array of a module."""
    return tuple(asked.array(name, count, np.uint64).tolist())


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
