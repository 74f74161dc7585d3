"""Players as text, as in "minimax:depth=5" or "mixed:60(random)": one form for every place.

player   = "human" | "random" | "full" | "minimax" [":depth=" number]
         | "mixed:" percent ["(" player ")"]
"""

from __future__ import annotations

import re

from plyground.players.computers import FullSearch, Minimax, Mixed, Random
from plyground.players.player import Player, PlayerError

ACCEPTED = "human, random, minimax, minimax:depth=N, full, mixed:PERCENT or mixed:PERCENT(PLAYER)"
"""What a player text can be, for messages."""

HUMAN = "human"

_LONGEST = 200  # players are nested in players, but nobody means thousands of them


def parse_player(text: str) -> Player | None:
    """The player that a text names, None for a human. Raises PlayerError if it names none."""
    if len(text) > _LONGEST:
        raise PlayerError(f"a player text has at most {_LONGEST} characters: give {ACCEPTED}")
    name, _, options = text.strip().partition(":")
    if not options and ":" not in text:
        if name == HUMAN:
            return None
        simple = {"random": Random(), "full": FullSearch(), "minimax": Minimax()}
        if name in simple:
            return simple[name]
    elif name == "minimax" and (match := re.fullmatch(r"depth=(\d{1,3})", options)):
        return Minimax(int(match[1]))
    elif name == "mixed" and (match := re.fullmatch(r"(\d{1,3})(?:\((.*)\))?", options)):
        return _mixed(text, int(match[1]), match[2])
    raise PlayerError(f"{text!r} is no player: give {ACCEPTED}")


def _mixed(text: str, percent: int, inner_text: str | None) -> Mixed:
    if inner_text is None:
        return Mixed(percent)
    inner = parse_player(inner_text)
    if inner is None:
        raise PlayerError(f"{text!r} cannot play: a human cannot be mixed")
    return Mixed(percent, inner)
