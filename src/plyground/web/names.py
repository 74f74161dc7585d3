"""Names and titles that people give."""

from __future__ import annotations

from plyground.visible import visible
from plyground.web.errors import RefusedError

NAME_MOST = 40
TITLE_MOST = 90
"""Characters of the name of a person, and of a title; the fields of the pages say so too."""


def one_line(text: str, most: int, what: str, field: str = "") -> str:
    """A text as one line of what is seen. `what` begins the refusal of a longer one.

    Raises RefusedError.
    """
    line = " ".join(visible(text).split())
    if len(line) > most:
        raise RefusedError(f"{what} has at most {most} characters, and not {len(line)}", field)
    return line
