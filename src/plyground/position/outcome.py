"""How games end: as codes in kernels, and as values everywhere else.

The `result` kernel of a game returns one int:

    ONGOING             0
    DRAW                1
    won(player)         2 + player      the player who made it so, or any other, has won
    lost(player)       64 + player      the player has lost; with more than two players, who did
                                        not lose has not won either

Players are numbered from 0 here and from 1 in texts for people.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from plyground.kernel import compiled

ONGOING = 0
DRAW = 1
_WON = 2
_LOST = 64

How = Literal[
    "rules", "resigned", "time", "forfeited", "left", "agreed", "adjudicated", "aborted", "unknown"
]
"""What ended a game: its rules, a player, all players together, or a proof of its result by the
exact solver; unknown only in old data.
"""

_ENDED: dict[How, str] = {
    "rules": "",
    "resigned": "resigned",
    "time": "ran out of time",
    "forfeited": "forfeited",
    "left": "left",
    "agreed": "Draw, as agreed",
    "adjudicated": "",
    "aborted": "Game aborted",
    "unknown": "the game has ended",
}


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
    """What the `result` of an ended game means for `player`: 1 good, 0 a draw, -1 bad.

    Good is a win or another player's loss, bad a loss or another player's win.
    """
    if result == DRAW:
        return 0
    if result >= _LOST:
        return -1 if result - _LOST == player else 1
    return 1 if result - _WON == player else -1


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    `winner` and `losers` are the players whom the rules name: both of two players, nobody in a
    draw. With more players, nobody has won if only the loser is known. `how` says what ended the
    game, and `by` who resigned, ran out of time, forfeited or left. `reason` has the rules' words
    ("four in a row", "the board is full") or another detail. `sites` are the numbers of the sites
    on the line or triangle that decided the game. `by_loss` says that the rules name the loser and
    not the winner: the reason is about the loser.
    """

    winner: int | None = None
    losers: tuple[int, ...] = ()
    reason: str = ""
    sites: frozenset[int] = frozenset()
    by_loss: bool = False
    how: How = "rules"
    by: int | None = None

    @property
    def loser(self) -> int | None:
        """The only loser, None if there is none or there are several."""
        return self.losers[0] if len(self.losers) == 1 else None

    @property
    def draw(self) -> bool:
        """Whether the rules, the players or a proof made it a draw: nobody won or lost."""
        return (
            self.how in ("rules", "agreed", "adjudicated", "left")
            and self.winner is None
            and not self.losers
        )

    def standing(self, player: int) -> int:
        """What the outcome means for a player: 1 good, 0 a draw, -1 bad; as the function
        `standing`.
        """
        if self.winner is None and not self.losers:
            return 0
        return -1 if player in self.losers else 1

    def reason_to(self, reader: int | None) -> str:
        """The reason as a player reads it: "a triangle in your own colour" if it is theirs."""
        own = self.by_loss and reader in self.losers
        return self.reason.replace(" their own ", " your own ") if own else self.reason

    @property
    def named(self) -> tuple[int, str] | None:
        """The player whom the rules name, and what they do ("wins", "loses"); None for a draw."""
        if self.winner is not None and not self.by_loss:
            return self.winner, "wins"
        return None if self.loser is None else (self.loser, "loses")

    @property
    def verdict(self) -> str:
        """The winner or loser by the rules, in words: "Player 1 wins", "Draw"."""
        if self.named is None:
            return "Draw"
        player, what = self.named
        return f"Player {player + 1} {what}"

    def __str__(self) -> str:
        return ending_text(self)

    def to_json(self) -> dict[str, Any]:
        """The ending as data, without sites; players are numbered from 1, as people see them."""
        return {
            "winner": None if self.winner is None else self.winner + 1,
            "loser": None if self.loser is None else self.loser + 1,
            "losers": [player + 1 for player in self.losers],
            "how": self.how,
            "by": None if self.by is None else self.by + 1,
            "by_loss": self.by_loss,
            "reason": self.reason,
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Outcome:
        """The ending that data of `to_json` describes."""
        winner, by = data["winner"], data["by"]
        return Outcome(
            None if winner is None else winner - 1,
            tuple(player - 1 for player in data["losers"]),
            data["reason"],
            by_loss=data["by_loss"],
            how=data["how"],
            by=None if by is None else by - 1,
        )

    @staticmethod
    def from_result(result: int, players: int, reason: str, sites: frozenset[int]) -> Outcome:
        """The outcome for a result code other than ONGOING."""
        if result == DRAW:
            return Outcome(reason=reason, sites=sites)
        if result >= _LOST:
            loser = result - _LOST
            winner = 1 - loser if players == 2 else None
            return Outcome(winner, (loser,), reason, sites, by_loss=True)
        winner = result - _WON
        losers = tuple(player for player in range(players) if player != winner)
        return Outcome(winner, losers, reason, sites)

    @staticmethod
    def adjudicated(winner: int | None) -> Outcome:
        """The outcome of a game between two players whose result is proved before its end."""
        losers = () if winner is None else (1 - winner,)
        return Outcome(winner, losers, "proved by the exact solver", how="adjudicated")

    @staticmethod
    def given_up(by: int, players: int, how: How, reason: str = "") -> Outcome:
        """The outcome when a player resigns, runs out of time, forfeits or leaves."""
        return Outcome(1 - by if players == 2 else None, (by,), reason, how=how, by=by)


def ending_text(outcome: Outcome, names: Sequence[str] = (), you: int | None = None) -> str:
    """How a game ended, as a sentence: "Player 1 wins: four in a row", "Ann resigned; ...".

    `names` are the players' names; an empty or missing name gives "Player 1". `you` is the seat of
    the reader.
    """

    def called(player: int, own: str) -> str:
        name = names[player] if player < len(names) else ""
        return own if player == you else name or f"Player {player + 1}"

    if outcome.how in ("rules", "adjudicated"):
        return f"{outcome.verdict}: {outcome.reason}"
    left = outcome.how == "left"
    if outcome.how in ("aborted", "unknown") or (outcome.by is None and not left):
        return outcome.reason or _ENDED[outcome.how]
    who = "A player" if outcome.by is None else called(outcome.by, "You")
    said = f"{who} {_ENDED[outcome.how]}"
    if outcome.winner is not None:
        said += f"; {called(outcome.winner, 'you')} won"
    elif outcome.draw:
        said += "; a draw"
    return f"{said} ({outcome.reason})" if outcome.reason else said
