"""How games end: as codes in kernels, and as values for everything else.

The `result` kernel of a game returns one int:

    ONGOING             0
    DRAW                1
    won(player)         2 + player      the player who made it so, or any other, has won
    lost(player)       64 + player      the player has lost; with more than two players, who did
                                        not lose has not won either

Players are numbered from 0 here and from 1 in texts for people.
"""

from __future__ import annotations

from dataclasses import dataclass

from plyground.kernel import compiled

ONGOING = 0
DRAW = 1
_WON = 2
_LOST = 64


@compiled
def won(player: int) -> int:
    """The result code of a game that `player` has won."""
    return _WON + player


@compiled
def lost(player: int) -> int:
    """The result code of a game that `player` has lost."""
    return _LOST + player


@compiled
def standing(result: int, player: int) -> int:
    """What an ended game's `result` means for `player`: 1 good, 0 a draw, -1 bad.

    Good is a win, or another player's loss: with two players that is the same. Bad is the
    player's loss, or another player's win.
    """
    if result == DRAW:
        return 0
    if result >= _LOST:
        return -1 if result - _LOST == player else 1
    return 1 if result - _WON == player else -1


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    One of `winner` and `loser` is set when the rules name one (with two players both are), none
    when it is a draw. `reason` says why ("four in a row", "the board is full"), and `sites` are
    the places of the line or triangle that decided it, as numbers of the board's sites. `by_loss`
    says that the rules name who lost, not who won: the reason is said of that player.
    """

    winner: int | None
    loser: int | None
    reason: str
    sites: frozenset[int] = frozenset()
    by_loss: bool = False

    @property
    def draw(self) -> bool:
        """Whether nobody won or lost."""
        return self.winner is None and self.loser is None

    def standing(self, player: int) -> int:
        """What it means for a player: 1 good, 0 a draw, -1 bad; see `standing` of results."""
        if self.draw:
            return 0
        if self.loser is not None:
            return -1 if self.loser == player else 1
        return 1 if self.winner == player else -1

    @property
    def told(self) -> tuple[int, str] | None:
        """The player whom the rules name, and what they do ("wins", "loses"); None for a draw."""
        if self.winner is not None and not self.by_loss:
            return self.winner, "wins"
        return None if self.loser is None else (self.loser, "loses")

    def __str__(self) -> str:
        if self.told is None:
            return f"Draw: {self.reason}"
        player, what = self.told
        return f"Player {player + 1} {what}: {self.reason}"

    @staticmethod
    def from_result(result: int, players: int, reason: str, sites: frozenset[int]) -> Outcome:
        """The outcome that a result code other than ONGOING stands for."""
        if result == DRAW:
            return Outcome(None, None, reason, sites)
        if result >= _LOST:
            loser = result - _LOST
            winner = 1 - loser if players == 2 else None
            return Outcome(winner, loser, reason, sites, by_loss=True)
        winner = result - _WON
        return Outcome(winner, 1 - winner if players == 2 else None, reason, sites)
