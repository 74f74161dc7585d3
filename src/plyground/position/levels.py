"""`Level`: a named opponent of known strength, as a game proposes it to people.

A game lists its levels from the weakest to the strongest, numbered from 1, in its `Face`. The
player `level:N` plays as they say: see `players.levels`.
"""

from __future__ import annotations

from dataclasses import dataclass

LEVELS_MOST = 10
"""No game has more levels."""

PERFECT = 0
"""The depth of a level that plays perfectly."""


@dataclass(frozen=True)
class Level:
    """An opponent: a person's name, and how well it plays.

    It looks `depth` plies ahead, or plays perfectly (PERFECT), and overlooks lines with a chance
    made of `misses`, in percent: see `search.sight`. Unless it `judges` positions by the game's
    usual heuristic, all that it does not see to the end are alike to it. `sees` says in a sentence
    what it sees and what it misses, `beaten` how it can be beaten.
    """

    name: str
    depth: int
    misses: int
    sees: str
    beaten: str
    judges: bool = True


SELF_TAUGHT = Level(
    "Ada",
    3,
    0,
    "Has taught herself the game by playing against herself, and looks three moves ahead.",
    "Make it unusual: she knows best what her own games have shown her.",
)
"""The opponent who plays by what was learned of a game; none of its levels."""


def usual_levels(players: int, depth: int) -> tuple[Level, ...]:
    """Levels for any game, whose computers usually look so many plies ahead."""
    usual = max(2, depth)
    if players > 2:
        return (
            Level("Pip", 1, 70, _NEXT_MOVE, _WAIT, judges=False),
            Level("Juno", 1, 10, _OWN_MOVE, _SAFE_MOVES, judges=False),
            Level("Vera", usual, 0, _ALL_NEAR, _FAR),
        )
    return (
        Level("Pip", 2, 25, _EVERY_SECOND, _WAIT),
        Level("Moss", min(3, usual), 12, _REPLIES, _TWO_THREATS),
        Level("Juno", usual, 6, _MOST, _TWO_THREATS),
        Level("Vera", usual, 0, _ALL_NEAR, _FAR),
    )


_NEXT_MOVE = "Thinks of one move only, and overlooks a lot even there."
_OWN_MOVE = "Thinks of one move only, and seldom overlooks what it does."
_EVERY_SECOND = "Looks for your reply, but overlooks every second danger."
_REPLIES = "Looks for your reply, and overlooks one danger in three."
_MOST = "Looks as far ahead as computers do here, and overlooks little."
_ALL_NEAR = "Looks as far ahead as computers do here, and overlooks nothing."

_WAIT = "Look one move further: soon a danger is overlooked."
_SAFE_MOVES = "Keep more good moves in hand than the others have."
_TWO_THREATS = "Make two dangers at once: only one of them can be met."
_FAR = "Plan further ahead than it can see."
