"""Numbers that visitors send. They are read here, so that none is too long."""

from __future__ import annotations

import re
from collections.abc import Mapping

from plyground.web.errors import RefusedError

_SHOWN = 20  # characters of a text that is refused
_WHOLE = re.compile(r"[0-9]{1,9}")
_DECIMAL = re.compile(r"[0-9]{1,9}(\.[0-9]{0,9})?")


def whole(text: str) -> int | None:
    """A text as a whole number of at most nine digits; None if it is not one."""
    return int(text) if _WHOLE.fullmatch(text.strip()) else None


def decimal(text: str) -> float | None:
    """A text as a number, 0 or more, of a usual length; None if it is not one."""
    return float(text) if _DECIMAL.fullmatch(text.strip()) else None


def whole_in(
    sent: Mapping[str, str], name: str, least: int, most: int, what: str, usual: int | None = None
) -> int:
    """The whole number in a field, such as 1,000. `what` begins the refusal, such as "a seed is".
    Where the field is missing it is the `usual` one.

    Raises RefusedError.
    """
    if usual is not None and name not in sent:
        return usual
    text = sent.get(name, "").strip()
    number = whole(text.replace(",", ""))
    if number is None or not least <= number <= most:
        said = f"{what} a whole number from {least:,} to {most:,}, and not “{cut(text)}”"
        raise RefusedError(said, field=name)
    return number


def cut(text: str) -> str:
    """A text that was sent, cut where it is too long to say."""
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
