"""The levels of the games: opponents for a person, from the weakest to the strongest.

`position.levels` says what the numbers mean; `benchmarks/levels.py` checks that each level beats
the one below it, and shows how the weakest plays. The sentences tell a person what a level sees
and misses, and how it can be beaten.
"""

from __future__ import annotations

from dataclasses import replace

from plyground.position import PERFECT, Level

TICTACTOE = (
    Level(
        "Pip", 2, 25,
        "Takes wins, misses every second threat.",
        "Make two in a row again and again.",
    ),
    Level(
        "Juno", 3, 11,
        "Looks 3 moves ahead, misses one threat in three.",
        "Make two threats with one mark: Juno sees that too late.",
    ),
    Level(
        "Vera", 9, 4,
        "Looks to the end, misses one threat in nine.",
        "Begin in a corner and keep making threats: sooner or later one is overlooked.",
    ),
    Level(
        "Oracle", PERFECT, 0,
        "Sees everything.",
        "Nobody can. A draw is as good as a win.",
    ),
)  # fmt: skip

NUMERICAL = (
    Level(
        "Pip", 2, 22,
        "Takes wins, misses every second threat.",
        "Prepare a line whose last number you have, and wait.",
    ),
    Level(
        "Moss", 3, 12,
        "Looks 3 moves ahead, misses one threat in three.",
        "Prepare two lines at once: Moss answers one of them.",
    ),
    Level(
        "Juno", 4, 5,
        "Looks 4 moves ahead, misses one threat in seven.",
        "Keep several of your numbers good for the same line.",
    ),
    Level(
        "Vera", 5, 2,
        "Looks 5 moves ahead, misses next to nothing.",
        "Decide the game early: the plan must be longer than five moves.",
    ),
    Level(
        "Oracle", PERFECT, 0,
        "Sees everything.",
        "Play first, and make no mistake at all.",
    ),
)  # fmt: skip

_SIM = (
    Level(
        "Pip", 2, 22,
        "Often misses a triangle until it is drawn.",
        "Keep to safe edges: Pip draws a triangle before you have to.",
    ),
    Level(
        "Moss", 2, 11,
        "Misses one triangle in five, more of late ones.",
        "Keep one more safe edge than Moss has.",
    ),
    Level(
        "Juno", 3, 3,
        "Looks 3 edges ahead, seldom misses a triangle.",
        "Count the safe edges of both in the middle of the game: Juno does not see the end yet.",
    ),
    Level(
        "Vera", 6, 2,
        "Looks 6 edges ahead, misses little that is near.",
        "Draw second, and take safe edges away from Vera early.",
    ),
    Level(
        "Oracle", PERFECT, 0,
        "Sees everything.",
        "On six dots, draw second and make no mistake: the player who begins can be beaten.",
    ),
)  # fmt: skip


def _sim_large(edges: int) -> tuple[Level, ...]:
    """The more edges there are, the more triangles can be overlooked: each has to be rarer."""
    pip, moss, juno, vera, oracle = _SIM
    most = 240 // edges
    return (
        replace(pip, misses=most),
        replace(
            moss,
            misses=most * 2 // 5,
            sees="Looks for your reply, misses some triangles.",
        ),
        replace(juno, misses=1),
        replace(
            vera,
            depth=4,
            misses=1,
            sees="Looks 4 edges ahead, misses next to nothing.",
            beaten="Take safe edges away from Vera early.",
        ),
        replace(
            oracle,
            depth=5,
            sees="Misses nothing within five edges.",
            beaten="Count further ahead than five edges when the safe ones run out.",
        ),
    )


_SIM_OF_MANY = (
    Level(
        "Pip", 1, 70,
        "Thinks of one edge only, misses most triangles.",
        "Keep to safe edges: Pip soon draws a triangle.",
        judges=False,
    ),
    Level(
        "Juno", 1, 10,
        "Misses one triangle in five, wastes safe edges.",
        "Save the edges that only you can draw, and use up those that are safe for all.",
        judges=False,
    ),
    Level(
        "Vera", 3, 0,
        "Looks 3 edges ahead, counts all safe edges.",
        "Together: Vera expects that all others play against her.",
    ),
)  # fmt: skip


def sim(vertices: int, players: int) -> tuple[Level, ...]:
    """Perfect play takes seconds on six dots, and too long on more."""
    if players > 2:
        return _SIM_OF_MANY
    return _SIM if vertices <= 6 else _sim_large(vertices * (vertices - 1) // 2)


# Juno is level 5: level 3 beats Moss too seldom to be the next of those who are offered first.
_CONNECT_FOUR = (
    Level(
        "Pip", 1, 17,
        "Looks one move ahead, misses one win in six.",
        "Make three in a row: Pip has only a feeling for what you will do next.",
    ),
    Level(
        "Moss", 2, 9,
        "Looks for your reply, misses one threat in four.",
        "Make two threats at once, or one on top of the other.",
    ),
    Level(
        "Iris", 3, 7,
        "Looks 3 moves ahead, misses one threat in five.",
        "Prepare a counter that makes two threats: Iris sees it when it is there.",
    ),
    Level(
        "Otto", 4, 5,
        "Looks 4 moves ahead, misses one threat in seven.",
        "Keep several lines open: the more there are, the sooner one is overlooked.",
    ),
    Level(
        "Juno", 5, 6,
        "Looks 5 moves ahead, misses one threat in six.",
        "Think in threats that come true late, above a cell that Juno has to fill.",
    ),
    Level(
        "Hugo", 6, 5,
        "Looks 6 moves ahead, misses one threat in seven.",
        "Build a threat in the lower rows that can wait until the columns are full.",
    ),
    Level(
        "Nora", 7, 8,
        "Looks 7 moves ahead, misses one threat in five.",
        "Ask of each counter what it lets the other one reach: Nora forgets that at times.",
    ),
    Level(
        "Felix", 7, 3,
        "Looks 7 moves ahead, misses one threat in 11.",
        "Play first, and own a threat in the third row: it decides when the board fills up.",
    ),
    Level(
        "Vera", 8, 1,
        "Looks 8 moves ahead, misses next to nothing.",
        "Plan the last columns before Vera can see them.",
    ),
)  # fmt: skip

_CONNECT_FOUR_TOP = Level(
    "Oracle", PERFECT, 0,
    "Sees everything.",
    "Play first, in the middle, and make no mistake at all.",
)  # fmt: skip

_CONNECT_FOUR_TOP_LARGE = Level(
    "Oracle", 10, 0,
    "Misses nothing within ten moves.",
    "Plan further ahead than ten counters.",
)  # fmt: skip

_USUAL_CELLS = 42  # of the usual board


def connect4(cells: int) -> tuple[Level, ...]:
    """Perfect play takes seconds up to the usual size, and too long on larger boards."""
    top = _CONNECT_FOUR_TOP if cells <= _USUAL_CELLS else _CONNECT_FOUR_TOP_LARGE
    return (*_CONNECT_FOUR, top)
