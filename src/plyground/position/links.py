"""Links to positions, those of Plyground and of other sites."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from plyground.position.errors import UnreadableMoveError

_NAMES = ("moves", "pos", "position")
"""What sites call the moves in their links."""


def moves_in_link(link: str) -> str:
    """The moves in a link, such as `https://connect4.gamesolver.org/?pos=4453`.

    Raises UnreadableMoveError if it has none.
    """
    try:
        parts = urlsplit(link)
        given = parse_qs(parts.query) | parse_qs(parts.fragment)
    except ValueError:
        given = {}
    for name in _NAMES:
        if name in given:
            return given[name][0]
    raise UnreadableMoveError(
        f"the link {link[:80]} has no moves: they are behind {'=, '.join(_NAMES)}="
    )
