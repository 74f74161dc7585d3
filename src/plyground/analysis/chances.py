"""What a player had a chance to do in reviewed games, and missed, without knowledge of any game.

    win      a move wins at once
    block    no move wins at once, and the same reply wins at once after every move but those that
             stop it, two moves or more
    safe     some moves lose at once, and others do not
    fork     best play wins in three plies: whatever the opponent replies, a move wins at once
    late     the move is in the last third of the game, and some moves are worse than the best
    far      the move is earlier, and some moves are worse than the best

A chance is missed if the move did not win at once, did not stop the reply, lost at once, or, for
the last three kinds, was an inaccuracy or worse. A move that lets the opponent have a fork is a
missed chance of that kind, too. A move that missed several is one miss, of the first kind: so every
poor move counts, and counts once. `late` also says which share of the value the move lost: see
`grades.share`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Any, Literal, get_args

from plyground.analysis.reviewed import POOR, Review, ReviewedMove
from plyground.position import Position, standing

Kind = Literal["win", "block", "safe", "fork", "late", "far"]
KINDS: tuple[Kind, ...] = get_args(Kind)

_FORK = 3  # plies
_THREAT = 2  # moves after which a reply has to win, or it is one of them that makes it possible
_THIRD = 3
_TELLING = 5  # chances, from which on their share is more than luck

RULES = 2
"""The number of these rules: what was found by others is out of date."""


@dataclass(frozen=True)
class Chance:
    """A chance that a player had with the move of this number, from 1.

    `lost` is the share of the value that the move lost, 0 to 1; only `late` chances have one.
    """

    kind: Kind
    ply: int
    missed: bool
    lost: float = 0.0


@dataclass(frozen=True)
class PlayedGame:
    """The chances of a player in a game: its name, the player's number, and whom they played."""

    game: str
    player: int
    opponent: str
    chances: tuple[Chance, ...]

    def to_json(self) -> dict[str, Any]:
        """The game as data for `json.dumps`."""
        return {"rules": RULES, **vars(self), "chances": [vars(each) for each in self.chances]}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> PlayedGame:
        """The game from such data, which may have been kept when chances had more fields."""
        names = [each.name for each in fields(Chance)]
        found = ({name: each[name] for name in names} for each in data["chances"])
        own = {each.name: data[each.name] for each in fields(cls)}
        return cls(**{**own, "chances": tuple(Chance(**each) for each in found)})


@dataclass(frozen=True)
class Tally:
    """How many chances there were and how many were missed; `lost` is the mean share lost."""

    chances: int
    missed: int
    lost: float

    @property
    def share(self) -> float:
        """The share of the chances that was missed, 0 to 1."""
        return self.missed / self.chances if self.chances else 0.0

    @property
    def tells(self) -> bool:
        """Whether there were enough chances for the share to say something about the player."""
        return self.chances >= _TELLING


def tally(
    games: Iterable[PlayedGame], kind: Kind, player: int | None = None, opponent: str | None = None
) -> Tally:
    """Count the chances of a kind, of one player or against one opponent if they are given."""
    found = [
        chance
        for each in games
        if player in (None, each.player) and opponent in (None, each.opponent)
        for chance in each.chances
        if chance.kind == kind
    ]
    lost = sum(chance.lost for chance in found) / len(found) if found else 0.0
    return Tally(len(found), sum(chance.missed for chance in found), lost)


def chances(review: Review, player: int) -> tuple[Chance, ...]:
    """All chances of a player in a game, by move."""
    late = review.position.ply - len(review.moves) // _THIRD
    own = [move for move in review.moves if move.player == player]
    return tuple(chance for move in own for chance in _once(_of(move, late)))


def _once(found: Iterable[Chance]) -> Iterator[Chance]:
    """The chances of a move, of those missed only the first."""
    missed = False
    for chance in found:
        if not (missed and chance.missed):
            yield chance
        missed = missed or chance.missed


def _of(move: ReviewedMove, late: int) -> Iterator[Chance]:
    """The chances that a player had with a move, the most specific kind first."""
    for kind, missed in _near(move):
        yield Chance(kind, move.ply, missed)
    poor, share = move.grade in POOR, move.share
    if move.ply > late and share is not None:
        yield Chance("late", move.ply, poor, 1 - share)
    elif poor or share is not None:
        yield Chance("far", move.ply, poor)


def _near(move: ReviewedMove) -> Iterator[tuple[Kind, bool]]:
    """The chances that a move or two show: their kinds, and whether they were missed."""
    position, made = move.position, move.move
    standings = {text: _standing(position, text) for text in position.moves}
    wins = any(each > 0 for each in standings.values())
    if wins:
        yield "win", standings[made] <= 0
    elif stopping := _stopping(position, standings):
        yield "block", made not in stopping
    losing = {text for text, each in standings.items() if each < 0}
    if losing and len(losing) < len(standings):
        yield "safe", made in losing
    if wins:
        return
    if move.before.verdict == "win" and move.before.plies == _FORK:
        yield "fork", move.grade in POOR
    elif move.reason is not None and move.reason.name == "fork":
        yield "fork", True


def _standing(position: Position, move: str) -> int:
    """1 if a move wins at once, -1 if it loses at once, 0 otherwise."""
    child = position.play(move)
    return standing(child.result, position.turn) if child.over else 0


def _stopping(position: Position, standings: dict[str, int]) -> set[str]:
    """The moves that stop the opponent's threat to win at once; none if there is no such threat."""
    winning: dict[str, set[str]] = {}
    for move, each in standings.items():
        child = position.play(move)
        if each == 0 and not child.over:
            winning[move] = {
                reply
                for reply in child.moves
                if (after := child.play(reply)).over and standing(after.result, position.turn) < 0
            }
    letting = [found for found in winning.values() if found]
    if len(letting) < _THREAT or not set.intersection(*letting):
        return set()
    stopping = {move for move, found in winning.items() if not found}
    return stopping | {m for m in standings if m not in winning and standings[m] == 0}
