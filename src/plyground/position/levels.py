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
    "Taught herself by playing; looks 3 moves ahead.",
    "Make it unusual: she knows best what her own games have shown her.",
)
"""The opponent who plays by what was learned of a game; none of its levels."""


FIRST = ("Pip", "Moss", "Juno", "Vera", "Oracle")
"""Of a game with more than five levels, those that are offered first: clearly apart, in order."""

MOST_DOTS = 5
"""How strong the strongest opponent is, in the dots beside a face."""

_DOTS = {1: (3,), 2: (1, 5), 3: (1, 3, 5), 4: (1, 2, 4, 5), 5: (1, 2, 3, 4, 5)}


@dataclass(frozen=True)
class Rung:
    """A level that people are offered first: its number, and its strength in dots, by its place."""

    number: int
    level: Level
    dots: int


def ladder(levels: tuple[Level, ...]) -> tuple[Rung, ...]:
    """The levels of a game that people are offered first, at most five, the weakest first."""
    numbered = list(enumerate(levels, 1))
    if len(numbered) > MOST_DOTS:
        named = [each for each in numbered if each[1].name in FIRST]
        numbered = named if 1 < len(named) <= MOST_DOTS else numbered[:MOST_DOTS]
    dots = _DOTS[len(numbered)] if numbered else ()
    return tuple(
        Rung(number, level, shown) for (number, level), shown in zip(numbered, dots, strict=True)
    )


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


_NEXT_MOVE = "Thinks of one move only, and misses a lot there."
_OWN_MOVE = "Thinks of one move only, and misses little."
_EVERY_SECOND = "Misses every second danger that you make."
_REPLIES = "Looks for your reply, misses one danger in 3."
_MOST = "Looks far ahead, and misses little."
_ALL_NEAR = "Looks far ahead, and misses nothing there."

_WAIT = "Look one move further: soon a danger is missed."
_SAFE_MOVES = "Keep more good moves in hand than the others have."
_TWO_THREATS = "Make two dangers at once: only one of them can be met."
_FAR = "Plan further ahead than it can see."
