"""What other programs and people write for a result, an ending, a game's name, a move, a sign.

results     1 - 0, 1:0, ½-½, 1/2, 0.5-0.5, with any dash
endings     the words of a tag Termination: Time forfeit, Ada won by resignation
names       of the games in other programs, such as cfour and connect_four
moves       squares with files from the left and ranks from the bottom: b2, P@d1; of games in
            which a file has one place for a piece, its letter alone: d
signs       what annotators put behind a move: !? $14 ± +- =
"""

from __future__ import annotations

import re
from functools import lru_cache

from plyground.games.registry import game_names
from plyground.position import Game, How, Position
from plyground.render.board import Cell

_SHARE = r"(?:1/2|½|0?[.,]5|[01])"
RESULT = rf"{_SHARE}\s*[-:\u2012-\u2015\u2212]\s*{_SHARE}|½|1/2"
"""A pattern of results of two players, as people write them."""
SIGN = re.compile(r"\$[0-9]{1,3}|[!?]{1,2}|[-+=/]{1,3}|[±∓∞⩲⩱□⊕○⟳↑→⇆∆⌓N#]|[+#]+")
"""A sign for a move or a position."""

SEATS = {"white": 0, "black": 1}
"""Tags of other programs with the names of two players, in small letters, and their seats."""

_HALF = re.compile(r"½|0?[.,]5")
_DASH = re.compile(r"\s*[-:\u2012-\u2015\u2212]\s*")

_ENDINGS: tuple[tuple[str, How], ...] = (
    ("adjudicat", "adjudicated"), ("resign", "resigned"), ("agree", "agreed"),
    ("infraction", "forfeited"), ("illegal", "forfeited"), ("disqualif", "forfeited"),
    ("time", "time"), ("clock", "time"), ("flag", "time"), ("forfeit", "forfeited"),
    ("abandon", "left"), ("disconnect", "left"), ("abort", "aborted"),
)  # fmt: skip
"""What an ending is by the first of these that its words have."""

_SQUARE = re.compile(r"(?:[A-Za-z]?@)?([a-z])([0-9]{1,2})?")


def plain_result(text: str) -> str:
    """A result in the form of records; other texts unchanged."""
    found = _HALF.sub("1/2", _DASH.sub("-", text.strip()))
    return "1/2-1/2" if found == "1/2" else found


def ending_of(words: str) -> How | None:
    """How the words of another program say that people ended a game; None if they do not."""
    small = words.lower()
    return next((how for part, how in _ENDINGS if part in small), None)


@lru_cache(100)
def known_name(name: str) -> str:
    """The name of an installed game that another program calls so; other names unchanged."""
    spelled = _letters(name)
    others = {"cfour": "connect4", "connectfour": "connect4", "connectx": "connect4"}
    known = others | {_letters(each): each for each in game_names()}
    return name if name in game_names() else known.get(spelled, name)


def _letters(name: str) -> str:
    return re.sub(r"[\W_]", "", name).lower()


def square(position: Position, code: int) -> str:
    """Where a move puts its piece, files from the left and ranks from the bottom: d1.

    Empty if that is not on one cell.
    """
    before, after = position.marks, position.play_code(code).marks
    sites = position.game.board.sites
    changed = [site for n, site in enumerate(sites) if before[n] != after[n]]
    cells = [site for site in changed if isinstance(site, Cell)]
    if len(cells) != 1 or len(changed) != 1:
        return ""
    (cell,) = cells
    return f"{chr(ord('a') + cell.x)}{ranks(position.game) - cell.y}"


def ranks(game: Game) -> int:
    """The rows of a board of cells."""
    return 1 + max(site.y for site in game.board.sites if isinstance(site, Cell))


def move_by_square(position: Position, word: str) -> int | None:
    """The only legal move that a word names by its square, or by the file alone."""
    found = _SQUARE.fullmatch(word)
    if found is None:
        return None
    wanted = found[1] + (found[2] or "")
    named = {code: square(position, code) for code in position.codes}
    fits = [code for code, each in named.items() if each and each.startswith(wanted)]
    exactly = [code for code in fits if named[code] == wanted]
    return exactly[0] if len(exactly) == 1 else fits[0] if len(fits) == 1 and not found[2] else None
