"""Positions in notebooks: boards to play on.

Each output has all that its board needs, 70 to 150 kB. A notebook whose first output alone had the
scripts would be smaller, but its other boards would be pictures after that output was cleared, in
programs that put each output into a frame of its own, and in those that make outputs only when they
are scrolled to. In one page the scripts run once all the same.
"""

from __future__ import annotations

import sys

from plyground.position import Position

_NEEDS = "To play on this board, run the cell, or trust the notebook."


def show_boards() -> None:
    """Show positions as boards, if this program runs in Jupyter or IPython."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if shell is not None:
        formatter = shell.display_formatter.formatters["text/html"]
        formatter.for_type(Position, board_in_notebook)


def board_in_notebook(position: Position) -> str | None:
    """The HTML of a position; None if its game cannot be played in a page, or could not without
    being compiled for that first, which takes up to a minute.
    """
    from plyground.browser import live, modules  # who shows no position need not wait for them

    if modules.module_at_hand(position.game) is None:
        return None
    return live.live_board(position, needs=_NEEDS)
