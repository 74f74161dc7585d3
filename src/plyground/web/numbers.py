"""Numbers in what visitors send: read here, so that no length of them is too much."""

from __future__ import annotations

import re

_WHOLE = re.compile(r"[0-9]{1,9}")
_DECIMAL = re.compile(r"[0-9]{1,9}(\.[0-9]{0,9})?")


def whole(text: str) -> int | None:
    """The whole number, 0 or more, that a text is; None if it is none of nine digits at most."""
    return int(text) if _WHOLE.fullmatch(text.strip()) else None


def decimal(text: str) -> float | None:
    """The number, 0 or more, that a text is; None if it is none of a usual length."""
    return float(text) if _DECIMAL.fullmatch(text.strip()) else None
