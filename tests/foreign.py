"""Files of games as other programs and people write them, and what is in them.

KINDS has a file for each kind: its text, the game where the file does not name it, the moves, the
result and how people ended the game, as a person reads them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """A file with one game."""

    text: str
    moves: str
    result: str
    termination: str = ""
    game: str = ""
    unread: bool = False  # whether its moves cannot be read


def _replay(*actions: int, name: str = "connectx", **ended: object) -> str:
    steps = [[{"action": 0, "status": "ACTIVE", "reward": 0}, {"action": 0, "status": "INACTIVE"}]]
    for at, action in enumerate(actions):
        steps.append(
            [
                {
                    "action": action if seat == at % 2 else 0,
                    "status": "INACTIVE" if seat == at % 2 else "ACTIVE",
                }
                for seat in (0, 1)
            ]
        )
    if ended:
        steps.append([dict(ended, action=0), {"action": 0, "status": "DONE", "reward": 1}])
    given = {"columns": 7, "rows": 6, "inarow": 4} if name == "connectx" else {}
    return json.dumps({"name": name, "configuration": given, "steps": steps})


KINDS = {
    "own": Kind(
        '[Game "connect4"]\n[Parameters "columns=7, rows=6"]\n[Player1 "human"]\n[Result "*"]\n\n'
        "1. 4 {[%time 2.5] the centre} 2. 1 {[%value loss in 40 plies]} 3. 4 (3. 3 {or} 4. 4) *\n",
        "4 1 4", "*",
    ),
    "seven tags": Kind(
        '[Event "Club"]\n[Site "?"]\n[Date "2026.11.26"]\n[Round "1"]\n[White "Ada"]\n'
        '[Black "Ben"]\n[Result "1-0"]\n[Game "tictactoe"]\n\n1. 5 2. 1 3. 3 4. 7 5. 4 6. 6 7. 2 '
        "8. 8 9. 9 1/2-1/2\n",
        "5 1 3 7 4 6 2 8 9", "1/2-1/2",
    ),
    "time": Kind(
        '[White "Ada"]\n[Black "Ben"]\n[Result "1-0"]\n[Termination "Time forfeit"]\n'
        '[Game "connect4"]\n\n1. 4 2. 4 3. 3 1-0\n',
        "4 4 3", "1-0", "time",
    ),
    "resigned": Kind(
        '[Game "connect4"]\n[Result "0-1"]\n[Termination "Ben won by resignation"]\n\n'
        "1. 4 2. 4 0-1\n",
        "4 4", "0-1", "resigned",
    ),
    "adjudicated": Kind(
        '[Game "connect4"]\n[Result "1/2-1/2"]\n[Termination "adjudication"]\n\n4 4 3 1/2-1/2\n',
        "4 4 3", "1/2-1/2", "adjudicated",
    ),
    "abandoned": Kind(
        '[Game "connect4"]\n[Result "0-1"]\n[Termination "abandoned"]\n\n1. 4 0-1\n',
        "4", "0-1", "left",
    ),
    "clocks": Kind(
        '[Game "connect4"]\n[Result "1-0"]\n[Termination "rules infraction"]\n\n'
        "1. 4 { [%clk 0:01:00] [%eval 0.3] } 1... 4 { [%clk 0:00:58] } 2. 3 { [%clk 0:00:57] }"
        " 1-0\n",
        "4 4 3", "1-0", "forfeited",
    ),
    "glyphs": Kind('[Game "tictactoe"]\n\n1. 5 $1 2. 1 $2 $14 3. 3 $6 *\n', "5 1 3", "*"),
    "signs": Kind('[Game "tictactoe"]\n\n1. 5! 1?? 2. 3!? +- 7?! ± *\n', "5 1 3 7", "*"),
    "checks": Kind('[Game "tictactoe"]\n\n1. 5+ 1 2. 3# *\n', "5 1 3", "*"),
    "spaced result": Kind(
        '[Game "connect4"]\n[Result "1-0"]\n[Termination "resigned"]\n\n1. 4 2. 4 1 - 0\n',
        "4 4", "1-0", "resigned",
    ),
    "half signs": Kind(
        '[Game "connect4"]\n[Result "½-½"]\n[Termination "agreed"]\n\n1. 4 2. 4 ½-½\n',
        "4 4", "1/2-1/2", "agreed",
    ),
    "long dash": Kind(
        '[Game "connect4"]\n[Result "0\N{EN DASH}1"]\n[Termination "time"]\n\n'
        "1. 4 2. 4 0\N{EN DASH}1\n",
        "4 4", "0-1", "time",
    ),
    "quotes": Kind(
        '[Game "connect4"]\n[White "Ann "The Ace" Lee"]\n[Result "1-0"]\n[Termination "time"]\n\n'
        "1. 4 2. 4 1-0\n",
        "4 4", "1-0", "time",
    ),
    "backslashes": Kind(
        '[Game "connect4"]\n[Source "C:\\Users\\ada"]\n[Result "*"]\n\n1. 4 2. 4 *\n', "4 4", "*"
    ),
    "position": Kind(
        '[Game "connect4"]\n[FEN "7/7/7/7/7/3P3 b - - 0 1"]\n[Result "0-1"]\n\n1. 4 2. 3 0-1\n',
        "", "0-1", unread=True,
    ),
    "variant": Kind('[Variant "cfour"]\n[Result "*"]\n\n1. 4 2. 3 *\n', "4 3", "*"),
    "cells": Kind('[Game "tictactoe"]\n\n1. b2 2. a3 3. c3 *\n', "5 1 3", "*"),
    "columns": Kind('[Game "connect4"]\n\n1. d 2. d 3. c *\n', "4 4 3", "*"),
    "drops": Kind('[Game "connect4"]\n\n1. P@d1 P@d2 2. P@c1 *\n', "4 4 3", "*"),
    "joined": Kind('[Game "connect4"]\n\n44 3 *\n', "4 4 3", "*"),
    "by turns": Kind('[Game "tictactoe"]\n\n1. 5 1... 1 2. 3 2... 7 *\n', "5 1 3 7", "*"),
    "bare numbers": Kind('[Game "sim"]\n\n1 0-1 2 2-3 3 4-5 *\n', "0-1 2-3 4-5", "*"),
    "comments": Kind(
        '; a club\n[Game "tictactoe"]\n\n% no game\n{first} 1. 5 ; the middle\n2. 1 {corner} *\n',
        "5 1", "*",
    ),
    "variations": Kind(
        '[Game "tictactoe"]\n\n1. 5 (1. 1 2. 5 (2. 9) 3. 3) 2. 1 (2. 2) 3. 3 *\n', "5 1 3", "*"
    ),
    "table": Kind(
        "game,white,black,result,termination,moves\nconnect4,Ada,Ben,1-0,time,4 4 3\n",
        "4 4 3", "1-0", "time",
    ),
    "semicolons": Kind(
        'Game;Name1;Result;Termination;Moves\nconnect4;"Lee; Ann";0-1;resigned;"4 4 3 3"\n',
        "4 4 3 3", "0-1", "resigned",
    ),
    "replay": Kind(_replay(3, 3, 2) + "\n", "4 4 3", "*"),
    "replay out of time": Kind(
        _replay(3, 3, status="TIMEOUT", reward=None) + "\n", "4 4", "0-1", "time"
    ),
    "playthrough": Kind(
        'game: connect_four\n\n# Apply action "x3"\naction: 3\n\n# Apply action "o3"\naction: 3\n',
        "4 4", "*",
    ),
    "lines": Kind("443\n", "4 4 3", "*", game="connect4"),
    "numbered lines": Kind("1. 4 4 2. 3 1-0\n", "4 4 3", "1-0", game="connect4"),
    "numerical": Kind('[Game "numerical"]\n\n1. 5@5 2. 2@1 3. 7@9 *\n', "5@5 2@1 7@9", "*"),
    "three players": Kind(
        '[Game "sim"]\n[Parameters "vertices=6, players=3"]\n[Result "1-0-1"]\n'
        '[Termination "resigned"]\n\n1. 0-1 2. 2-3 1-0-1\n',
        "0-1 2-3", "1-0-1", "resigned",
    ),
}  # fmt: skip
