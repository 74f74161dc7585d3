"""The options of the UCI engine for its player: a player's text, and each option of each kind.

The option Player takes a player text, such as "mcts:playouts=500". For match runners that show
options as controls there is also an option for each option of each kind, named after both, such as
"mcts playouts". It is for players of that kind, and overrides the text.
"""

from __future__ import annotations

from dataclasses import MISSING, replace
from typing import Any

from plyground.players import Option, Player, PlayerError, kinds, options_of, parse_player
from plyground.players.form import read_options, sample

_MOST_SPUN = 2**31 - 1  # which match runners show as a number with a range


def declared() -> list[str]:
    """The lines that declare the options of all kinds to a match runner."""
    return [
        f"option name {kind.name} {option.name} type {_type(option)}"
        for kind in kinds()
        for option in options_of(kind)
        if option.kind != "player"
    ]


class PlayerOptions:
    """The player, from the options so far.

    The default player is the `usual` one, or `own`, whom the user has named on the command line and
    who may read files. The options come from another program: no text in them reads a file.
    """

    def __init__(self, usual: str, own: Player | None = None) -> None:
        self._usual, self._own = usual, own
        self._text = self.default
        self._set: dict[tuple[str, str], str] = {}

    @property
    def default(self) -> str:
        """The text of the default player."""
        return self._usual if self._own is None else self._own.text

    @property
    def usual(self) -> bool:
        """Whether the usual player plays, without any option."""
        return (self._text or self.default) == self._usual and not self._values(self._usual)

    def name(self, text: str) -> None:
        """Let the player of a text play, in capitals or not. Raises PlayerError.

        Whether it can play the game is not checked: the variant may come later.
        """
        before, self._text = self._text, text
        try:
            self.player()
        except PlayerError:
            self._text = before
            if text == text.lower():
                raise
            self.name(text.lower())

    def put(self, name: str, value: str) -> bool:
        """Set an option of a kind, named as above; False if there is none. Raises PlayerError."""
        for kind in kinds():
            for option in options_of(kind):
                if f"{kind.name} {option.name}" == name and option.kind != "player":
                    before = dict(self._set)
                    if option.kind in ("switch", "choice"):
                        value = value.lower()
                    value = {"true": "on", "false": "off"}.get(value, value)
                    if value in ("", "<empty>") or (option.default is None and value == "0"):
                        self._set.pop((kind.name, option.name), None)
                    else:
                        read_options(kind, {option.name: value})
                        self._set[kind.name, option.name] = value
                    try:
                        self.player()
                    except PlayerError:  # options that exclude each other
                        self._set = before
                        raise
                    return True
        return False

    def player(self) -> Player:
        """The player. Raises PlayerError if the text is not a player."""
        text = self._text or self.default
        alone = next((kind for kind in kinds() if kind.name == text), None)
        found: Any = self._own
        if found is None or text != found.text:
            found = sample(alone) if alone is not None else parse_player(text)
        if found is None:
            raise PlayerError("a human cannot play here: give a computer player")
        player: Player = replace(found, **read_options(type(found), self._values(found.name)))
        return player

    def _values(self, kind: str) -> dict[str, str]:
        return {option: value for (of, option), value in self._set.items() if of == kind}


def _type(option: Option) -> str:
    """The type, the default and the range of an option, in the words of UCI."""
    usual = option.usual if option.default is MISSING else option.default
    match option.kind:
        case "whole" | "percent" if option.most <= _MOST_SPUN:
            least, default = (option.least, usual) if usual is not None else (0, 0)
            return f"spin default {default} min {least} max {option.most}"
        case "switch":
            return f"check default {'true' if usual else 'false'}"
        case "choice":
            return f"combo default {usual} {' '.join(f'var {each}' for each in option.choices)}"
    said = "" if usual is None else option.write(usual)
    return f"string default {said or '<empty>'}"
