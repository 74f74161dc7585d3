"""Numbers that visitors send. They are read here, so that none is too long."""

from __future__ import annotations

import re

_WHOLE = re.compile(r"[0-9]{1,9}")
_DECIMAL = re.compile(r"[0-9]{1,9}(\.[0-9]{0,9})?")


def whole(text: str) -> int | None:
    """A text as a whole number of at most nine digits; None if it is not one."""
    return int(text) if _WHOLE.fullmatch(text.strip()) else None


def decimal(text: str) -> float | None:
    """A text as a number, 0 or more, of a usual length; None if it is not one."""
    return float(text) if _DECIMAL.fullmatch(text.strip()) else None
