"""The kernels of a game: what each means, and how they become the rules that algorithms take.

A game states its rules as kernels: small, pure, compiled functions of a state, which is a tuple of
np.uint64.

    kernel                          meaning
    start() -> state                the empty board
    player(state) -> int            the player to move, from 0
    moves(state, out) -> int        writes the codes of the legal moves to `out`, returns how many;
                                    asked only while the game goes on
    play(state, move) -> state      after a legal move
    result(state) -> int            ONGOING, DRAW, won(player) or lost(player), see `outcome`
    key(state) -> words             one word, or a tuple of words, that no other reachable state
                                    has; without one, the state itself is its key
    canonical(state) -> state       the representative of all states that are equal up to the
                                    game's symmetries; without one, the game has none

Moves are codes from 0 to max_moves - 1. A position never repeats within a game.

These say what is on the board. Sites have the numbers that they have in the game's `board`.

    cells(state, out)               writes to `out` what each site holds, a number for each: 0 for
                                    nothing, at most CELL_KINDS_MOST numbers in all; players are
                                    absolute, so number 1 is player 0 in every state. The game's
                                    `cell_marks` say how each number looks
    deciding(state, out) -> int     writes the sites that decided a game that was won or lost, each
                                    once, returns how many; without it, none are shown

These make exact solving stronger and are optional. A value is from the point of view of the player
to move: with W = max_plies + 1, W - n for a win that takes n plies, n - W for a loss, 0 for a draw.

    bounds(state) -> low, high, rank  proven limits of the value, from -W to W, and how good the
                                    position looks for the player who moved there, for the order
                                    of moves; without it, only ended positions have limits
    candidates(state, out) -> int   writes moves of which one is best, the most promising first,
                                    returns how many, 1 or more; asked only where `bounds` leaves
                                    the value open; without it, all legal moves
    class_key(state) -> words       a word, or a tuple of words, that only states have in common
                                    whose values and plies left are equal; without it, the key of
                                    the canonical state. Of one word, or of two whose bits
                                    `class_bits` states, an entry of a large enough table
                                    takes 8 bytes

A game may also have heuristics, kernels `heuristic(state, player) -> int` that estimate a position
before the end of the game: the higher, the better for `player`, no matter whose turn it is.
Estimates lie between -HEURISTIC_MOST and HEURISTIC_MOST.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import FunctionType
from typing import Any

from plyground.kernel import compiled
from plyground.position.outcome import ONGOING, standing

Kernels = Mapping[str, Callable[..., Any]]

HEURISTIC_MOST = 500_000
"""No estimate is farther from 0: proven wins and losses score more, see `search`."""

CELL_KINDS_MOST = 64
"""The most different numbers that sites can hold, 0 for nothing among them."""

SITES_MOST = 1024
"""The most sites that a board with cells can have."""

NO_HEURISTIC = "none"
"""The heuristic that every game has: 0 everywhere."""

REQUIRED = ("start", "player", "moves", "play", "result")
"""The kernels that a game must have."""

ARGUMENTS = {
    **dict.fromkeys(("player", "result", "key", "canonical", "bounds", "class_key"), ("state",)),
    **dict.fromkeys(("moves", "cells", "candidates", "deciding"), ("state", "out")),
    "start": (),
    "play": ("state", "move"),
}
"""What each kernel is called with, by its name."""


@compiled
def _no_heuristic(_state: Any, _player: int, _which: int) -> int:
    return 0


def _chain(heuristics: Iterable[Callable[..., Any]]) -> Callable[..., Any]:
    """One kernel (state, player, which) for all heuristics; `which` counts them from 1."""
    chain: Callable[..., Any] = _no_heuristic
    for number, heuristic in enumerate(heuristics, 1):
        chain = _either(number, heuristic, chain)
    return chain


def _either(
    number: int, heuristic: Callable[..., Any], others: Callable[..., Any]
) -> Callable[..., Any]:
    @compiled
    def either(state: Any, player: int, which: int) -> int:
        if which == number:
            return heuristic(state, player)  # type: ignore[no-any-return]
        return others(state, player, which)  # type: ignore[no-any-return]

    return either


def with_heuristic(
    chain: Callable[..., Any], number: int, heuristic: Callable[..., Any]
) -> Callable[..., Any]:
    """The kernel for all heuristics of a game, with one more that has this number."""
    return _either(number, heuristic, chain)


@compiled
def state_itself(state: Any) -> Any:
    """What `canonical` is for a game without symmetries, and `key` without a shorter one."""
    return state


@compiled
def _any_ply(_ply: int) -> None:
    """Raise if a game has lasted longer than it can: those of packages are trusted."""


@compiled
def _no_sites(_state: Any, _out: Any) -> int:
    return 0


def complete(
    own: Kernels, heuristics: Iterable[Callable[..., Any]], max_plies: int
) -> dict[str, Callable[..., Any]]:
    """A game's own kernels, and defaults for those that algorithms use and the game leaves out."""
    given: dict[str, Callable[..., Any]] = {
        "key": state_itself,
        "canonical": state_itself,
        **own,
    }
    given["heuristic"] = _chain(heuristics)
    player, result, key = given["player"], given["result"], given["key"]
    canonical = given["canonical"]
    most = max_plies + 1

    @compiled
    def bounds(state: Any) -> tuple[int, int, int]:
        ended = result(state)
        if ended == ONGOING:
            return -most, most, 0
        value = most * standing(ended, player(state))
        return value, value, 0

    @compiled
    def class_key(state: Any) -> Any:
        return key(canonical(state))

    given.setdefault("deciding", _no_sites)
    given.setdefault("check_ply", _any_ply)
    given.setdefault("bounds", bounds)
    given.setdefault("candidates", given["moves"])
    given.setdefault("class_key", class_key)
    return given


def kernels(*functions: Callable[..., Any]) -> Kernels:
    """The functions under their own names, all compiled.

    Functions of the same scope that they call are compiled too; others must be made by `compiled`.
    """
    for function in functions:
        if not hasattr(function, "__name__"):
            raise TypeError(
                f"rules.kernels takes functions, as in rules.kernels(start, player), "
                f"and not {function!r}"
            )
    done: dict[FunctionType, Callable[..., Any]] = {}
    return {function.__name__: with_callees(function, done) for function in functions}


def with_callees(
    function: Callable[..., Any], done: dict[FunctionType, Callable[..., Any]]
) -> Callable[..., Any]:
    """A kernel, compiled, as are the functions of its scope that it calls."""
    if not isinstance(function, FunctionType):
        return function
    if function not in done:
        done[function] = compiled(function)
        for cell in function.__closure__ or ():
            cell.cell_contents = with_callees(cell.cell_contents, done)
    return done[function]
