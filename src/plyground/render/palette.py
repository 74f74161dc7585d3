"""The colours of boards by what they are for, light and dark."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, get_args

from plyground.render.board import Mark
from plyground.render.colours import (
    INK,
    NEUTRAL,
    SAFE,
    SAFE_DARK,
    SAFE_IN_HOLES,
    TEXT,
    lit,
    readable,
)
from plyground.render.elements import BORDER, PANEL, QUIET

Role = Literal[
    "panel", "ground", "border", "tile", "ink", "on-ink", "label", "free", "board", "rim",
    "on-board", "hint", "on-hint", "neutral", "grid", "at", "loss",
]  # fmt: skip

LIGHT: dict[Role, str] = {
    "panel": PANEL,  # below lines, and around them
    "ground": "#dce3ec",  # below square tiles
    "border": BORDER,
    "tile": "#ffffff",
    "ink": INK,  # frames, dots, the sign of the last move
    "on-ink": "#ffffff",
    "label": QUIET,
    "free": "#8290a4",  # free edges, and around tiles
    "board": "#28508f",  # around holes
    "rim": "#1d3f75",
    "on-board": "#ffffff",
    "hint": "#1b7f4b",
    "on-hint": "#ffffff",
    "neutral": NEUTRAL,
    "grid": "#dde4ed",  # rules of graphs
    "at": "#d5e3f8",  # behind what a graph points at
    "loss": "#b3261e",  # where a game turned
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
    "rim": "#6691d6",
    "on-board": "#ece8df",
    "hint": "#62c07f",
    "on-hint": "#14171d",
    "neutral": "#a7b0bd",
    "grid": "#333b48",
    "at": "#2f4d78",
    "loss": "#ff9c94",
}
"""The colours that a page may change to where it is dark."""

_OF_GRAPHS: tuple[Role, ...] = ("grid", "at", "loss")
_TINT = 0.3  # the most of a player's colour that lies below a text
_ON_WHITE = 4.8  # the contrast that is TEXT on a light panel
_DARKER_BOARD: dict[Role, str] = {"board": "#1a3668"}  # from which both counters stand out


@dataclass(frozen=True)
class Palette:
    """The colours of a picture, those of the `players` among them.

    With `variables` each is written as a CSS custom property whose value is the colour unless a
    style sheet says otherwise.
    """

    players: tuple[str, ...]
    variables: bool = False

    def with_players(self, count: int) -> Palette:
        """The same with a colour for each of so many players."""
        own = self.players
        colours = tuple(own[number % len(own)] for number in range(max(count, len(own))))
        return replace(self, players=colours)

    def of(self, role: Role) -> str:
        """The colour of a part of the board."""
        return self._written(role, LIGHT[role])

    def mark(self, mark: Mark | None) -> str:
        """The colour of a mark, as a shape."""
        if mark is None or mark.player is None:
            return self.of("neutral")
        return self.player(mark.player)

    def player(self, player: int) -> str:
        """The colour of a player."""
        return self._written(f"player{player}", self.players[player])

    def text(self, mark: Mark, tint: float, least: float) -> str:
        """The colour of a mark's text on a tile that shows `tint` of the mark's colour."""
        if mark.player is None:
            return self._written("neutral-text", readable(NEUTRAL, tint, least))
        return self._written(f"text{mark.player}", readable(self.players[mark.player], tint, least))

    def curve(self, player: int) -> str:
        """The colour of a player's line in a graph, and of its texts."""
        return self._written(f"curve{player}", readable(self.players[player], 0.0, _ON_WHITE))

    def inks(self) -> dict[str, str]:
        """The custom properties for words in the players' colours, by their names."""
        return {
            _name(f"ink{player}"): readable(colour, _TINT, TEXT)
            for player, colour in enumerate(self.players)
        }

    def dark(self) -> dict[str, str]:
        """The custom properties that make a board dark, by their names."""
        found = {_name(role): DARK[role] for role in get_args(Role) if role not in _OF_GRAPHS}
        found[_name("neutral-text")] = lit(NEUTRAL, DARK["tile"], _TINT, TEXT)
        for player, colour in enumerate(self.players):
            shape = lit(colour, DARK["tile"], 0.0, TEXT)  # free edges have nearly as much
            found[_name(f"player{player}")] = shape
            text = lit(shape, DARK["tile"], _TINT, TEXT)
            found |= {_name(f"text{player}"): text, _name(f"ink{player}"): text}
        return found

    def dark_graphs(self) -> dict[str, str]:
        """The same for graphs, beside those that they share with boards."""
        found = {_name(role): DARK[role] for role in _OF_GRAPHS}
        for player, colour in enumerate(self.players):
            found[_name(f"curve{player}")] = lit(colour, DARK["panel"], 0.0, TEXT)
        return found

    def safe(self, holes: bool) -> tuple[dict[str, str], dict[str, str]]:
        """The custom properties of a light and a dark picture for people who see few colours.

        `holes` is for boards with counters behind holes.
        """
        many = len(self.players)
        light = {_name(role): colour for role, colour in _DARKER_BOARD.items() if holes}
        for player, colour in enumerate((SAFE_IN_HOLES if holes else SAFE)[:many]):
            light[_name(f"player{player}")] = colour
            text = readable(colour, _TINT, TEXT)
            light |= {_name(f"text{player}"): text, _name(f"ink{player}"): text}
            light[_name(f"curve{player}")] = readable(colour, 0.0, _ON_WHITE)
        other = Palette((SAFE_IN_HOLES if holes else SAFE_DARK)[:many])
        in_the_dark = other.dark() | other.dark_graphs()
        return light, {name: in_the_dark[name] for name in light} | {
            _name(role): colour for role, colour in _DARKER_BOARD.items() if holes
        }

    def _written(self, name: str, colour: str) -> str:
        return f"var({_name(name)},{colour})" if self.variables else colour


def _name(name: str) -> str:
    return f"--ply-{name}"
