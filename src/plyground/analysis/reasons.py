"""Why a move was poor, where the rules alone show it, without knowledge of any game.

    loses at once   the move ended the game badly for its player
    missed          another move would have ended it well
    lets through    a reply ends it badly for the player, and did so after other moves too
    opens           a reply ends it badly, and only this move made it possible
    last safe       after every reply, each next move of the player loses at once
    squeezed        after the best reply, each next move of the player loses at once
    fork            after the best reply, each next move lets the opponent win at once

A game may have its own words for these, by name, in `Game.remarks`; `{better}` stands for the
better move and `{reply}` for the reply.
"""

from __future__ import annotations

from dataclasses import dataclass

from plyground.position import Position, standing

_WORDS = {
    "loses at once": "lost at once, and another move did not",
    "missed": "missed {better}, which wins at once",
    "lets through": "let {reply} through, which wins at once",
    "opens": "made {reply} possible, which wins at once",
    "last safe": "left only moves that lose at once",
    "squeezed": "let {reply} come: after it every move loses at once",
    "fork": "let {reply} come: after it a win can no longer be stopped",
}

_LOOKED_AT = 100_000  # replies to replies, over the turns of all players: more would take too long

NAMES = tuple(_WORDS)
"""The names of all reasons."""


@dataclass(frozen=True)
class Reason:
    """Why a move was poor: a name, and a text that follows the name of a player.

    `reply` is the move that shows it, if there is one.
    """

    name: str
    text: str
    reply: str | None = None

    def to_json(self) -> dict[str, str | None]:
        """The reason as data."""
        return {"name": self.name, "text": self.text, "reply": self.reply}


def reason(
    position: Position, code: int, better: tuple[str, ...], refutation: tuple[str, ...]
) -> Reason | None:
    """Why a move is worse than the `better` moves, if the rules show it within a few plies.

    `refutation` is the move and best play after it; it may be empty.
    """
    me, child = position.turn, position.play_code(code)
    if child.over:
        bad = standing(child.result, me) < 0
        return _said(position, "loses at once") if bad else None
    for move in better:
        after = position.play(move)
        if after.over and standing(after.result, me) > 0:
            return _said(position, "missed", better=move)
    wins = next((reply for reply in child.codes if _ends(child, reply, me, -1)), None)
    if wins is not None:
        name = "lets through" if _was_there(position, code, wins) else "opens"
        return _said(position, name, position.game.move_texts[wins])
    if len(child.codes) ** position.game.players <= _LOOKED_AT and _is_dead(child, me):
        return _said(position, "last safe")
    return _after_reply(position, child.play(refutation[1])) if len(refutation) > 1 else None


def _after_reply(position: Position, replied: Position) -> Reason | None:
    """What is wrong with a move, as the best reply to it shows."""
    me, reply = position.turn, replied.last_move
    if replied.over or replied.turn != me:
        return None
    if all(_ends(replied, code, me, -1) for code in replied.codes):
        return _said(position, "squeezed", reply)
    if all(_is_lost(replied.play_code(code), me) for code in replied.codes):
        return _said(position, "fork", reply)
    return None


def _ends(position: Position, code: int, player: int, how: int) -> bool:
    """Whether a move ends the game with this result for a player."""
    child = position.play_code(code)
    return child.over and standing(child.result, player) == how


def _is_lost(position: Position, player: int) -> bool:
    """Whether the game has ended badly for a player, or another player can end it so at once."""
    if position.over:
        return standing(position.result, player) < 0
    return position.turn != player and any(
        _ends(position, code, player, -1) for code in position.codes
    )


def _was_there(position: Position, code: int, reply: int) -> bool:
    """Whether a reply would have ended the game badly after another move too.

    If every other move takes the reply away, the reply counts if it was possible before the move.
    """
    others = [position.play_code(other) for other in position.codes if other != code]
    able = [child for child in others if reply in child.codes]
    if not able:
        return reply != code and reply in position.codes
    return any(_ends(child, reply, position.turn, -1) for child in able)


def _is_dead(position: Position, player: int) -> bool:
    """Whether every next move of a player loses at once, no matter what the others do."""
    if position.turn == player:
        return all(_ends(position, code, player, -1) for code in position.codes)
    met = False
    for code in position.codes:
        child = position.play_code(code)
        if child.over:
            continue
        if not _is_dead(child, player):
            return False
        met = True
    return met


def _said(position: Position, name: str, reply: str | None = None, better: str = "") -> Reason:
    words = position.game.remarks.get(name, _WORDS[name])
    spoken = position.game.face.wording.spoken
    return Reason(name, words.format(reply=spoken(reply or ""), better=spoken(better)), reply)
