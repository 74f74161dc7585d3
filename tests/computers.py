"""Computer players by their texts, for tests, and the control of work that is to end at once."""

from collections.abc import Sequence
from dataclasses import dataclass

from plyground.errors import ForfeitError
from plyground.kernel import Chance
from plyground.players import Choice, Player, parse_player
from plyground.position import Position
from plyground.search import Control

FIRST_LEGAL = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({"move": request["legal"][0]}), flush=True)
"""
"""A program that plays the first legal move."""

FIRST_LEGAL_SH = r"""#!/bin/sh
while read -r request; do
    legal=${request#*'"legal": ["'}
    printf '{"move": "%s"}\n' "${legal%%'"'*}"
done
"""


def computer(text: str, programs: bool = False) -> Player:
    """The player that a text names, which is no human."""
    player = parse_player(text, programs=programs)
    assert player is not None
    return player


def stopped() -> Control:
    """A control that says stop."""
    control = Control()
    control.stop()
    return control


@dataclass(frozen=True)
class Scripted(Player):
    """Plays the moves given, whatever the position is, and forfeits when there are no more."""

    moves: Sequence[str]

    @property
    def text(self) -> str:
        return "scripted"

    def _choose(self, position: Position, chance: Chance, control: Control) -> Choice:
        if position.ply // 2 == len(self.moves):
            raise ForfeitError("the script has ended")
        return Choice(self.moves[position.ply // 2])
