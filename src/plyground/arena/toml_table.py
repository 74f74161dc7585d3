"""Tables of TOML files that people write: each key is checked, and a fault names file and key."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground.folders import toml_of
from plyground.games.registry import game_class
from plyground.position import Game, PlygroundError
from plyground.position.faults import similar

_LINE = 80  # characters of a list


@dataclass(frozen=True)
class Table:
    """A table of a TOML file; what is asked of it is there and of the right kind, or it raises.

    `error` is what it raises: it names the file and the key, and says what is accepted.
    """

    source: str
    path: str
    data: Mapping[str, Any]
    error: type[PlygroundError]

    @staticmethod
    def of(text: str, source: str, error: type[PlygroundError]) -> Table:
        """The whole of a file, which messages call `source`. Raises `error` if it is no TOML."""
        try:
            return Table(source, "", toml_of(text), error)
        except ValueError as fault:
            raise error(f"{source} is not valid TOML: {fault}") from None

    def refusal(self, key: str, what: str) -> PlygroundError:
        """The error that says what is wrong with a key."""
        return self.error(f"{self.source}: {self.path}{key}: {what}")

    def only(self, keys: Sequence[str]) -> None:
        """Refuse other keys."""
        for key in self.data:
            if key not in keys:
                known = similar(key, keys) or f"; accepted: {', '.join(keys) or 'none'}"
                raise self.refusal(key, f"is not a key here{known}")

    def text(self, key: str, default: str | None = None) -> str:
        """The text of a key."""
        value = self.data.get(key, default)
        if value is None:
            raise self.refusal(key, f'is missing: give a text, as in {key} = "..."')
        if not isinstance(value, str) or (default is None and not value.strip()):
            raise self.refusal(key, "takes a text")
        return value

    def choice(self, key: str, accepted: Sequence[str], default: str | None = None) -> str:
        """One of the accepted texts."""
        value = self.data.get(key, default)
        if value not in accepted:
            guess = similar(value, accepted) if isinstance(value, str) else ""
            refused = f"there is no {value!r}{guess}" if guess else ""
            raise self.refusal(key, refused or f"takes one of {', '.join(accepted)}")
        return str(value)

    def whole(self, key: str, default: Any, least: int) -> Any:
        """A whole number; the default may be anything."""
        if key not in self.data:
            return default
        value = self.data[key]
        if type(value) is not int or value < least:
            raise self.refusal(key, f"takes a whole number, {least} or more")
        return value

    def flag(self, key: str, *, default: bool) -> bool:
        """True or false."""
        value = self.data.get(key, default)
        if not isinstance(value, bool):
            raise self.refusal(key, "takes true or false")
        return value

    def percent(self, key: str, default: float) -> float:
        """A share from 0 to 1, which the file gives in percent."""
        value = self.data.get(key, 100 * default)
        if type(value) not in (int, float) or not 0 <= value <= 100:
            raise self.refusal(key, "takes a number from 0 to 100")
        return float(value) / 100

    def number(self, key: str) -> float:
        """A number above 0."""
        value = self.data[key]
        if type(value) not in (int, float) or not value > 0:
            raise self.refusal(key, "takes a number above 0")
        return float(value)

    def span(
        self, key: str, default: tuple[int, int] = (0, 0), most: int | None = None
    ) -> tuple[int, int]:
        """The least and the most, as two whole numbers."""
        value = self.data.get(key, default)
        whole = isinstance(value, list | tuple) and all(type(each) is int for each in value)
        if not whole or len(value) != 2 or not 0 <= value[0] <= value[1]:
            raise self.refusal(key, "takes the least and the most, such as [0, 8]")
        if most is not None and value[1] > most:
            raise self.refusal(key, f"takes at most {most} here")
        return value[0], value[1]

    def texts(self, key: str, what: str = "player texts") -> tuple[str, ...]:
        """A list of texts."""
        value = self.data.get(key)
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise self.refusal(key, f"takes a list of {what}")
        return tuple(value)

    def table(self, key: str) -> Table:
        """A table inside this one; empty if it is missing."""
        value = self.data.get(key, {})
        if not isinstance(value, dict):
            raise self.refusal(key, "takes a table, as in { name = 1 }")
        return Table(self.source, f"{self.path}{key}.", value, self.error)

    def tables(self, key: str) -> list[Table]:
        """The tables of a list."""
        value = self.data.get(key)
        if not isinstance(value, list) or not value or not all(isinstance(v, dict) for v in value):
            raise self.refusal(key, f"takes one table or more, each under [[{key}]]")
        return [
            Table(self.source, f"{self.path}{key}[{number}].", each, self.error)
            for number, each in enumerate(value, 1)
        ]


def text_of(name: str, error: type[PlygroundError]) -> str:
    """The text of a TOML file. Raises `error` if it cannot be read."""
    try:
        return Path(name).read_text(encoding="utf-8-sig")  # editors may put a mark before it
    except (OSError, UnicodeDecodeError) as fault:
        reason = getattr(fault, "strerror", None) or "it is not text"
        raise error(f"{name} cannot be read: {reason}") from None


def quoted(text: str) -> str:
    """A text as TOML has it: as JSON, which says characters such as cups in two halves."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def listed(texts: Iterable[str]) -> str:
    """Texts as a list, on a line of each where they are long."""
    each = list(map(quoted, texts))
    if sum(map(len, each)) < _LINE:
        return f"[{', '.join(each)}]"
    return "[\n" + "".join(f"    {one},\n" for one in each) + "]"


def tabled(values: Mapping[str, Any]) -> str:
    """A table inside a line; values are written as they are."""
    return "{ " + ", ".join(f"{name} = {value}" for name, value in values.items()) + " }"


def stated_game(table: Table, folder: Path) -> Game:
    """The game that the keys `game` and `parameters` of a table state; its file is in `folder`."""
    name = table.text("game")
    try:
        found = game_class(str(folder / name) if name.endswith(".py") else name)
    except PlygroundError as error:
        raise table.refusal("game", str(error)) from None
    parameters = table.table("parameters")
    parameters.only([parameter.name for parameter in found.parameters])
    try:
        return found(**parameters.data)
    except PlygroundError as error:
        raise table.refusal("parameters", str(error)) from None
