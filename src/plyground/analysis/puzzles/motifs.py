"""The motif of a puzzle: what kind of move solves it, by the rules alone, for any game.

    two threats       after every reply, a move wins at once
    forced reply      the solution threatens to win at once, and one single reply stops that
    fewer safe moves  some replies lose at once, and the opponent will run out of others
    quiet move        the solution wins, and none of the above: it waits, or prepares
    only defence      the solution keeps the draw, and every other move loses

The first one that fits counts; a puzzle that keeps a draw is always an only defence.
"""

from __future__ import annotations

from typing import Literal, get_args

from plyground.position import Position, standing

Motif = Literal["two threats", "forced reply", "fewer safe moves", "quiet move", "only defence"]

MOTIFS: tuple[Motif, ...] = get_args(Motif)


def motif_of(position: Position, solution: str, keeps: str) -> Motif:
    """The motif of a position in which only `solution` keeps the "win" or the "draw"."""
    if keeps == "draw":
        return "only defence"
    child = position.play(solution)
    safe = [child.play(reply) for reply in child.moves if _standing(child, reply) >= 0]
    stopping = [after for after in safe if not _wins(after)]
    if not stopping:
        return "two threats"
    if len(stopping) == 1 < len(safe):
        return "forced reply"
    return "fewer safe moves" if len(safe) < len(child.moves) else "quiet move"


def _wins(position: Position) -> bool:
    """Whether the player to move wins at once."""
    return not position.over and any(_standing(position, move) > 0 for move in position.moves)


def _standing(position: Position, move: str) -> int:
    """1 if a move wins at once, -1 if it loses at once, 0 otherwise."""
    child = position.play(move)
    return standing(child.result, position.turn) if child.over else 0
