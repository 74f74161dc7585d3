"""What every naive game offers, and the counting that works on all of them.

The games here are written straight from the rules, share no code with the product and make no
attempt at speed, so that an error in the fast games is not repeated here.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, TypeAlias

# A board as text; each game draws its own form in its docstring. Who is to move is not written
# down: it follows from how many moves the board shows.
State: TypeAlias = str

Symmetry = dict[str, str]  # move text -> text of the move that is its image


@dataclass(frozen=True)
class Result:
    """The state of a game: `player` (0-based) won or lost, `sites` decided it."""

    kind: Literal["ongoing", "draw", "won", "lost"]
    player: int | None = None
    sites: frozenset[str] = frozenset()


class ReferenceGame(ABC):
    """The rules of one game with its parameters."""

    players = 2

    @abstractmethod
    def start(self) -> State:
        """Return the empty board."""

    @abstractmethod
    def player(self, state: State) -> int:
        """Return who is to move, 0-based; on a finished board, who would have been."""

    @abstractmethod
    def moves(self, state: State) -> list[str]:
        """Return the texts of all legal moves; none if the game is over."""

    @abstractmethod
    def play(self, state: State, text: str) -> State:
        """Return the board after a move, which must be one of `moves(state)`."""

    @abstractmethod
    def result(self, state: State) -> Result:
        """Return the state of the game, with every line or triangle that decided it."""

    @abstractmethod
    def place(self, site: Any) -> str:
        """Return what a site of the drawn board is called.

        A cell has a column x and a row y, from 0 at the top left; an edge has dots a and b.
        """

    @abstractmethod
    def symmetries(self, rng: Random) -> list[Symmetry]:
        """Return the game's symmetries, or some of them drawn at random where they are many."""

    @abstractmethod
    def cells(self, state: State) -> dict[str, int]:
        """Return what each place holds: 0 for nothing, else 1 for player 0 and so on, or a number.

        Places have the names that `Result.sites` has.
        """

    @abstractmethod
    def symmetric(self, state: State) -> Iterable[State]:
        """Return all images of the board under the game's symmetries, itself among them.

        An image comes up more than once if the board is symmetric itself.
        """


def perft(game: ReferenceGame, state: State, depth: int) -> int:
    """Count the move sequences of exactly `depth` plies.

    A move that ends the game counts, a finished game is not continued.
    """
    if depth == 0:
        return 1
    return sum(perft(game, game.play(state, text), depth - 1) for text in game.moves(state))


def divide(game: ReferenceGame, state: State, depth: int) -> dict[str, int]:
    """Split `perft` by the first move; `depth` is at least 1."""
    assert depth >= 1
    return {text: perft(game, game.play(state, text), depth - 1) for text in game.moves(state)}


def layers(game: ReferenceGame) -> Iterator[Counter[State]]:
    """Yield the positions after 0, 1, 2, ... plies up to the longest game, ended ones included.

    Each position comes with the number of move sequences that lead to it.
    """
    layer = Counter({game.start(): 1})
    while layer:
        yield layer
        following: Counter[State] = Counter()
        for state, sequences in layer.items():
            for text in game.moves(state):
                following[game.play(state, text)] += sequences
        layer = following


def count_up_to_symmetry(game: ReferenceGame, states: Iterable[State]) -> int:
    """Count the states, taking all that are images of one another as one."""
    left = set(states)
    count = 0
    while left:
        left.difference_update(game.symmetric(next(iter(left))))
        count += 1
    return count
