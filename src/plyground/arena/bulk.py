"""Many positions at once, as arrays: random ones with their features, and exact values of any."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from plyground.arena import parallel
from plyground.kernel import Chance, Rules, compiled, local_array, natively
from plyground.kernel.chance import below
from plyground.position import (
    ONGOING,
    Game,
    Ints,
    ParameterError,
    Position,
    State,
    Uints,
    as_words,
    calls,
    require_game,
)
from plyground.search import SOLVABLE, Control, Limits, shared_solver, shared_table
from plyground.search.value import SOON

UNSOLVED = int(np.iinfo(np.int16).min)
"""What stands for a value that is not known."""

_AT_ONCE = 50  # positions that a process gets
_MANY = 1000  # take longer than compiling
_NOTHING = -1  # after the last move of a row
_TRIES = 1000  # in vain, one after the other; more where many are found

Numbers = npt.NDArray[np.int16]
_Bare = tuple[tuple[int, ...], int]
"""A state and its ply: all that a value depends on."""


def solve_many(
    game: Game,
    positions: Iterable[Position | str],
    *,
    jobs: int = 1,
    limits: Limits | None = None,
    control: Control | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> Numbers:
    """The exact values of positions of `game`, as an array [positions] of int16.

    A value is for the player to move: 1000 - n for a win in n plies, n - 1000 for a loss, 0 for a
    draw, as `Value.signed`; UNSOLVED, the least int16, where `limits`, which hold for each
    position, or `control` came first. Positions may be texts of moves, and may be over: n is 0.

    `jobs` is the number of processes; a script that uses more than one must keep its work under
    `if __name__ == "__main__":`. `on_progress` is called with how many are done, and of how many.

    Raises MoveError for a text that is not a position, ParameterError for one of another game, and
    as `analyse` does.
    """
    require_game(game)
    if isinstance(positions, str):
        raise ParameterError(f"give several positions, such as [{positions!r}], and not one text")
    if isinstance(positions, Batch):
        raise ParameterError("a sample solves itself: call its method solve")
    given = [each if isinstance(each, Position) else game.position(each) for each in positions]
    for each in given:
        if each.game != game:
            raise ParameterError(f"{each!r} is not a position of {game!r}")
    return _solved_by(
        game, [(each.state, each.ply) for each in given], jobs, limits, control, on_progress
    )


def _solved_by(
    game: Game,
    given: Sequence[_Bare],
    jobs: int = 1,
    limits: Limits | None = None,
    control: Control | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> Numbers:
    found, done = np.full(len(given), UNSOLVED, np.int16), 0
    parts = [(game, given[at : at + _AT_ONCE], limits) for at in range(0, len(given), _AT_ONCE)]
    native = len(given) >= _MANY
    for number, values in parallel.spread(_solved, parts, jobs, control=control, native=native):
        found[number * _AT_ONCE : number * _AT_ONCE + len(values)] = values
        done += len(values)
        if on_progress:
            on_progress(done, len(given))
    return found


def _solved(part: tuple[Game, Sequence[_Bare], Limits | None], control: Control) -> list[int]:
    game, given, limits = part
    return [_signed(_without_past(game, *each), limits, control) for each in given]


def _without_past(game: Game, state: tuple[int, ...], ply: int) -> Position:
    """A position whose past nobody asks for, and which takes no time to play again."""
    return Position(game, state, None, None, ply, *calls.look(game.rules, state))


def _signed(position: Position, limits: Limits | None, control: Control) -> int:
    if position.outcome is not None:
        return SOON * position.outcome.standing(position.turn)
    control.check()
    if position.game.players != SOLVABLE:
        value = shared_table(position.game, control).value(position)
    else:
        with shared_solver(position.game, control) as solver:
            value = solver.solve(position, limits=limits, control=control).value
    return UNSOLVED if value.signed is None else value.signed


@dataclass(frozen=True, eq=False)
class Batch:
    """Positions of one game as arrays, a row for each. All of them go on."""

    game: Game
    codes: Numbers
    """[n, plies] the codes of the moves from the start, -1 after the last."""
    states: Uints
    """[n, words] what the game's kernels work on."""
    turn: npt.NDArray[np.int8]
    """[n] the player to move, from 0."""

    def __len__(self) -> int:
        return len(self.turn)

    def __repr__(self) -> str:
        return f"<{len(self)} positions of {self.game!r}>"

    @cached_property
    def cells(self) -> npt.NDArray[np.int8]:
        """[n, sites] what lies on each site of the board, as `Position.cells`: 0 for nothing.

        Raises CannotError for a game whose rules have no kernel `cells`.
        """
        with natively():
            rows = [self.game.cells_in(tuple(row)) for row in self.states.tolist()]
        return np.array(rows, np.int8).reshape(len(self), len(self.game.board.sites))

    @property
    def ply(self) -> Ints:
        """[n] the number of moves made."""
        made: Ints = np.count_nonzero(self.codes != _NOTHING, axis=1)
        return made

    @property
    def moves(self) -> list[str]:
        """The moves of each position as a text, which `Game.position` takes."""
        texts = self.game.move_texts
        return [
            " ".join(texts[code] for code in row if code != _NOTHING) for row in self.codes.tolist()
        ]

    @property
    def positions(self) -> list[Position]:
        """The positions, played one by one, which takes far longer than the rest."""
        return list(map(self.game.position, self.moves))

    def solve(self, **how: Any) -> Numbers:
        """The exact values of the positions: see `solve_many`, which takes the same."""
        states = map(tuple, self.states.tolist())
        return _solved_by(self.game, list(zip(states, self.ply.tolist(), strict=True)), **how)


def sample(
    game: Game, n: int, *, plies: int | range, seed: int | None = None, unique: bool = True
) -> Batch:
    """`n` positions that go on after so many random `plies`, each number of a range as likely.

    Of every position each legal move is as likely. With `unique` no two have the same state. The
    same `seed` gives the same positions.

    Raises ParameterError if there are too few such positions, or hardly any.
    """
    require_game(game)
    if n < 0:
        raise ParameterError(f"a sample has 0 positions or more, and not {n}")
    lengths = plies if isinstance(plies, range) else range(plies, plies + 1)
    if not lengths or min(lengths) < 0 or max(lengths) >= game.max_plies:
        most = game.max_plies - 1
        raise ParameterError(f"a sample of {game.title} has 0 to {most} plies, and not {plies}")
    chance, start = Chance(seed), as_words(game.position().state)
    # No memory is taken before it is written to: far fewer may be found.
    codes = np.empty((n, max(lengths)), np.int16)
    states = np.empty((n, len(start)), np.uint64)
    turn = np.empty(n, np.int8)
    seen: set[tuple[int, ...]] = set()
    made = tries = 0  # tries since the last new one
    with natively():
        while made < n:
            tries += 1
            if tries > _TRIES + 20 * made:
                raise ParameterError(
                    f"after {plies} plies only {made} positions of {game.title} that go on were "
                    f"found, and not {n}: give other plies, fewer positions or unique=False"
                )
            length = chance.choice(lengths)
            state, player = _played(game.rules, start, length, chance.state, codes[made])
            words = tuple(map(int, state))
            if player < 0 or (unique and words in seen):
                continue
            seen.add(words)
            codes[made, length:] = _NOTHING
            states[made], turn[made] = words, player
            made, tries = made + 1, 0
    return Batch(game, codes, states, turn)


@compiled
def _played(
    rules: Rules, state: State, plies: int, chance: Uints, codes: Numbers
) -> tuple[State, int]:
    """The state after random moves, whose codes it writes, and the player to move there; -1 if the
    game ended.
    """
    moves = local_array(rules.max_moves, np.int64)
    for ply in range(plies):
        move = moves[below(chance, rules.moves(state, moves))]
        codes[ply] = move
        state = rules.play(state, move)
        if rules.result(state) != ONGOING:
            return state, -1
    return state, rules.player(state)
