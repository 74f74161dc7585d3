"""`trouble_text`: what went wrong, for visitors."""

from __future__ import annotations

import logging

from plyground.position import PlygroundError
from plyground.search import TableError

_log = logging.getLogger(__name__)


def trouble_text(error: Exception) -> str:
    """What went wrong, in words. Where the server keeps things, and its faults, only its log says.

    To be called while the error is handled.
    """
    if isinstance(error, TableError):
        _log.warning("%s", error)
        return "this takes a table that cannot be kept here now: whoever runs the server can help"
    if isinstance(error, PlygroundError):
        return str(error)
    _log.error("a visitor's work failed", exc_info=error)
    return "something went wrong here: the server's messages say what"
