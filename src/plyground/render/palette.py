"""The colours of boards by what they are for, light and dark."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from plyground.render.board import Mark
from plyground.render.colours import INK, LARGE_TEXT, NEUTRAL, TEXT, lit, readable
from plyground.render.elements import BORDER, PANEL, QUIET

Role = Literal[
    "panel", "ground", "border", "tile", "ink", "on-ink", "label", "free", "board", "rim",
    "on-board", "hint", "on-hint", "neutral",
]  # fmt: skip

LIGHT: dict[Role, str] = {
    "panel": PANEL,  # below lines, and around them
    "ground": "#dce3ec",  # below square tiles
    "border": BORDER,
    "tile": "#ffffff",
    "ink": INK,  # frames, dots, the sign of the last move
    "on-ink": "#ffffff",
    "label": QUIET,
    "free": "#8290a4",  # free edges
    "board": "#28508f",  # around holes
    "rim": "#1d3f75",
    "on-board": "#ffffff",
    "hint": "#1b7f4b",
    "on-hint": "#ffffff",
    "neutral": NEUTRAL,
}
"""The colours of every picture."""

DARK: dict[Role, str] = {
    "panel": "#1d222b",
    "ground": "#2c3441",
    "border": "#3d4757",
    "tile": "#1d222b",
    "ink": "#ece8df",
    "on-ink": "#14171d",
    "label": "#a7b0bd",
    "free": "#77849a",
    "board": "#1e3f75",
    "rim": "#152e57",
    "on-board": "#ece8df",
    "hint": "#62c07f",
    "on-hint": "#14171d",
    "neutral": "#a7b0bd",
}
"""The colours that a page may change to where it is dark."""

_TINT = 0.3  # the most of a player's colour that lies below a text


@dataclass(frozen=True)
class Palette:
    """The colours of a picture, those of the `players` among them.

    With `variables` each is written as a CSS custom property whose value is the colour unless a
    style sheet says otherwise.
    """

    players: tuple[str, ...]
    variables: bool = False

    def of(self, role: Role) -> str:
        """The colour of a part of the board."""
        return self._written(role, LIGHT[role])

    def mark(self, mark: Mark | None) -> str:
        """The colour of a mark, as a shape."""
        if mark is None or mark.player is None:
            return self.of("neutral")
        return self._written(f"player{mark.player}", self.players[mark.player])

    def text(self, mark: Mark, tint: float, least: float) -> str:
        """The colour of a mark's text on a tile that shows `tint` of the mark's colour."""
        if mark.player is None:
            return self._written("neutral-text", readable(NEUTRAL, tint, least))
        return self._written(f"text{mark.player}", readable(self.players[mark.player], tint, least))

    def dark(self) -> dict[str, str]:
        """The custom properties that make a picture dark, by their names."""
        found = {_name(role): DARK[role] for role in get_args(Role)}
        found[_name("neutral-text")] = lit(NEUTRAL, DARK["tile"], _TINT, TEXT)
        for player, colour in enumerate(self.players):
            shape = lit(colour, DARK["tile"], 0.0, LARGE_TEXT)
            found[_name(f"player{player}")] = shape
            found[_name(f"text{player}")] = lit(shape, DARK["tile"], _TINT, TEXT)
        return found

    def _written(self, name: str, colour: str) -> str:
        return f"var({_name(name)},{colour})" if self.variables else colour


def _name(name: str) -> str:
    return f"--ply-{name}"
