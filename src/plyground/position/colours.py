"""The colours that people may choose: visible on the board, and easy to tell apart.

A game's own colours are always accepted together; tests measure them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from plyground.position.errors import ParameterError
from plyground.position.game import Game
from plyground.render.colours import DEFAULT, SIM, Rgb, contrast, difference, named, rgb
from plyground.render.palette import LIGHT

_APART = 10.0  # how different two colours have to be
_NEAR_RED, _NEAR_BLACK = 12.0, 30.0
_CONTRAST = 2.0  # to a light panel

_PANEL: Rgb = (0.97, 0.98, 0.99)
_RED, _BLACK, _WHITE = (1.0, 0.0, 0.0), (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)
_BLUE: Rgb = rgb(LIGHT["board"]) or _BLACK  # around holes, through which the page shows
_DARK: Rgb = (0.11, 0.14, 0.18)


def colours_from(game: Game, text: str) -> tuple[str, ...]:
    """The colours in a text such as "aqua, #bd4805", one for each player. Raises ParameterError."""
    words = [each.strip() for each in text.split(",")]
    for each in words:
        if named(each) is None:
            raise ParameterError(
                f"a colour is a name such as aqua, or a number such as #1a85e0, and not {each!r}"
            )
    if len(words) != game.players:
        raise ParameterError(f"give a colour for each of {game.players} players, not {len(words)}")
    chosen = tuple(named(each) or "" for each in words)
    check_colours(game, chosen)
    return chosen


def check_colours(game: Game, chosen: Sequence[str]) -> None:
    """Raise ParameterError for colours, one for each player, that cannot be used together."""
    own = game.colours[: game.players]
    parts = [rgb(each) or _BLACK for each in chosen]
    for player, (colour, seen) in enumerate(zip(chosen, parts, strict=True)):
        if colour.lower() in own:
            continue
        fault = _fault(game, seen)
        if fault:
            others = [p for at, p in enumerate(parts) if at != player]
            raise ParameterError(
                f"player {player + 1}'s colour {colour} {fault}{_such_as(game, others)}"
            )
    for one, other in combinations(range(len(parts)), 2):
        if difference(parts[one], parts[other]) < _APART:
            raise ParameterError(
                f"the colours of players {one + 1} and {other + 1}, "
                f"{chosen[one]} and {chosen[other]}, look too similar: choose two that differ more"
                f"{_such_as(game, [p for at, p in enumerate(parts) if at != other])}"
            )


def _fault(game: Game, seen: Rgb) -> str:
    """What is wrong with a colour, and what is accepted; empty if nothing is."""
    own = [rgb(each) or _BLACK for each in game.colours[: game.players]]
    # A game whose own players are red or black accepts these colours.
    reds = any(difference(each, _RED) < _NEAR_RED for each in own)
    if difference(seen, _RED) < _NEAR_RED and not reds:
        return "is too close to red, the colour of warnings: choose another"
    if difference(seen, _BLACK) < _NEAR_BLACK:
        return "is too close to black, the colour of text: choose a lighter one"
    if game.board.cells == "holes":
        if min(difference(seen, each) for each in (_BLUE, _WHITE, _DARK)) < _APART:
            return "is hard to see on the board: choose one away from blue, white and black"
    elif contrast(seen, _PANEL) < _CONTRAST:
        return "is hard to see on the light board: choose a darker one"
    return ""


def _such_as(game: Game, others: Sequence[Rgb]) -> str:
    """A colour that goes with the others."""
    for colour in (*game.colours[: game.players], *SIM, *DEFAULT):
        seen = rgb(colour)
        assert seen is not None
        if not _fault(game, seen) and all(difference(seen, each) >= _APART for each in others):
            return f", such as {colour}"
    return ""
