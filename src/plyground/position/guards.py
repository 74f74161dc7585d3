"""Checks of what the kernels of a game file answer to compiled code.

Compiled code checks nothing by itself: a place that an array does not have, or one move more than
there is room for, would spoil the memory of the program. `compiled` checks the places in a game
file. Here the answers are checked, as often as they are given, and an error becomes one that names
the kernel. Games of packages are tested and go without both.
"""

# The compiler knows neither `raise ... from` nor `suppress`, nor `raise` below `except`.
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from plyground.kernel import COMPILES, compiled, in_python, local_array
from plyground.kernel.compiler import stands_for
from plyground.position.faults import GameFileError
from plyground.position.outcome import DRAW, ONGOING, lost, won

Kernel = Callable[..., Any]

_places: dict[tuple[str, str], tuple[str, int]] = {}  # the file and line of a game's kernel


class _KernelError(GameFileError):
    """A fault that compiled code has come upon: it raises this with texts alone."""

    __kernel_identity__ = "_KernelError"

    def __init__(self, name: str, game: str, kernel: str, what: str) -> None:
        file, line = _places[game, kernel]
        super().__init__(name, file, line, {"kernel": kernel, "what": what, "plies": what})

    def __reduce__(self) -> tuple[type[GameFileError], tuple[Any, ...]]:
        return GameFileError, (self.name, self.file, self.line, self.values)


def guarded(game: Any, own: Mapping[str, Kernel]) -> dict[str, Kernel]:
    """The kernels of a game from a file, each in a function that looks at what it does."""
    stated = ",".join(f"{name}={value}" for name, value in game.values.items())
    key = f"{type(game).__module__} {stated}"
    made = {}
    for name, kernel in own.items():
        _note(key, name, kernel)
        made[name] = kernel
        if COMPILES:  # else Python names the line itself
            make = _GUARDS.get(name, _guarded_call)
            made[name] = stands_for(compiled(make(kernel, key, name, game)), kernel)
    made["check_ply"] = compiled(_guarded_ply(key, game.max_plies))
    return made


def guarded_heuristic(name: str, kernel: Kernel, own: Kernel) -> Kernel:
    """A kernel (state, player) that calls a function `own` from a file, in the same way."""
    if not COMPILES:
        return kernel
    key = f"{in_python(own).__module__} heuristics"
    _note(key, name, own)
    return stands_for(compiled(_guarded_call(kernel, key, name, None)), own)


def _note(key: str, name: str, kernel: Kernel) -> None:
    """Remember where a kernel is, for the sentence about its fault."""
    code = in_python(kernel).__code__
    _places[key, name] = code.co_filename, code.co_firstlineno


def _guarded_call(kernel: Kernel, key: str, name: str, _game: Any) -> Kernel:
    """A kernel whose answer is left as it is."""

    def state_alone(state: Any) -> Any:
        fine = False
        try:
            found = kernel(state)
            fine = True
        except Exception:
            pass
        if not fine:
            raise _KernelError("fails-somewhere", key, name, "")
        return found

    def with_value(state: Any, value: Any) -> Any:
        fine = False
        try:
            found = kernel(state, value)
            fine = True
        except Exception:
            pass
        if not fine:
            raise _KernelError("fails-somewhere", key, name, "")
        return found

    def nothing() -> Any:
        fine = False
        try:
            found = kernel()
            fine = True
        except Exception:
            pass
        if not fine:
            raise _KernelError("fails-somewhere", key, name, "")
        return found

    return (nothing, state_alone, with_value)[in_python(kernel).__code__.co_argcount]


def _guarded_moves(kernel: Kernel, key: str, name: str, game: Any) -> Kernel:
    """Moves, written into room of their own, since a search keeps others beside them."""
    most, last = game.max_moves, game.max_moves - 1
    room_said = f", such as more than {most} moves"
    count_said = f"{name} returns a number of moves that is not 1 to {most}"
    code_said = f"{name} counts a move that it did not write, or that is not 0 to {last}"

    def moves(state: Any, out: Any) -> Any:
        room = local_array(most, np.int64)
        for at in range(most):
            room[at] = -1
        fine = False
        try:
            count = kernel(state, room)
            fine = True
        except Exception:
            pass
        if not fine:
            raise _KernelError("fails-somewhere", key, name, room_said)
        if count < 1 or count > most:
            raise _KernelError("answers-wrongly", key, name, count_said)
        for at in range(count):
            if room[at] < 0 or room[at] > last:
                raise _KernelError("answers-wrongly", key, name, code_said)
            out[at] = room[at]
        return count

    return moves


def _guarded_player(kernel: Kernel, key: str, name: str, game: Any) -> Kernel:
    players = game.players
    said = f"player returns a number that is not 0 to {players - 1}"

    def player(state: Any) -> Any:
        fine = False
        try:
            found = kernel(state)
            fine = True
        except Exception:
            pass
        if not fine:
            raise _KernelError("fails-somewhere", key, name, "")
        if found < 0 or found >= players:
            raise _KernelError("answers-wrongly", key, name, said)
        return found

    return player


def _guarded_result(kernel: Kernel, key: str, name: str, game: Any) -> Kernel:
    players = range(game.players)
    known = (ONGOING, DRAW, *map(won, players), *map(lost, players))
    said = "result returns what is none of rules.ONGOING, rules.DRAW, rules.won and rules.lost"

    def result(state: Any) -> Any:
        fine = False
        try:
            found = kernel(state)
            fine = True
        except Exception:
            pass
        if not fine:
            raise _KernelError("fails-somewhere", key, name, "")
        for each in known:
            if found == each:
                return found
        raise _KernelError("answers-wrongly", key, name, said)

    return result


def _guarded_sites(kernel: Kernel, key: str, name: str, game: Any) -> Kernel:
    """The kernels `cells` and `deciding`, which write a number for each site, or sites."""
    sites = len(game.board.sites)
    counts = name == "deciding"
    room_said = f", such as more than the {sites} places of the board"
    said = f"{name} returns a number of places that is not 0 to {sites}"

    def cells(state: Any, out: Any) -> Any:
        room = local_array(sites, np.int64)
        for at in range(sites):
            room[at] = out[at]
        fine = False
        try:
            kernel(state, room)
            fine = True
        except Exception:
            pass
        if not fine:
            raise _KernelError("fails-somewhere", key, name, room_said)
        for at in range(sites):
            out[at] = room[at]

    def deciding(state: Any, out: Any) -> Any:
        room = local_array(sites, np.int64)
        for at in range(sites):
            room[at] = -1
        fine = False
        try:
            count = kernel(state, room)
            fine = True
        except Exception:
            pass
        if not fine:
            raise _KernelError("fails-somewhere", key, name, room_said)
        if count < 0 or count > sites:
            raise _KernelError("answers-wrongly", key, name, said)
        for at in range(count):
            out[at] = room[at]
        return count

    return deciding if counts else cells


def _guarded_bounds(kernel: Kernel, key: str, name: str, game: Any) -> Kernel:
    most = game.max_plies + 1
    said = f"bounds returns limits that are not in order, or not from {-most} to {most}"

    def bounds(state: Any) -> Any:
        fine = False
        try:
            found = kernel(state)
            fine = True
        except Exception:
            pass
        if not fine:
            raise _KernelError("fails-somewhere", key, name, "")
        if found[0] < -most or found[0] > found[1] or found[1] > most:
            raise _KernelError("answers-wrongly", key, name, said)
        return found

    return bounds


def _guarded_ply(key: str, most: int) -> Kernel:
    said = str(most)

    def check_ply(ply: Any) -> None:
        if ply > most:
            raise _KernelError("too-long", key, "result", said)

    return check_ply


_GUARDS: dict[str, Callable[[Kernel, str, str, Any], Kernel]] = {
    "moves": _guarded_moves,
    "candidates": _guarded_moves,
    "player": _guarded_player,
    "result": _guarded_result,
    "cells": _guarded_sites,
    "deciding": _guarded_sites,
    "bounds": _guarded_bounds,
}
