"""What the app refuses, by the status of its answer, and the words when something fails."""

from __future__ import annotations

import logging

from plyground.position import PlygroundError
from plyground.search import TableError

_log = logging.getLogger(__name__)


class RefusedError(PlygroundError):
    """Something that is not accepted, such as a seat that is not free."""

    status = 422


class RefusedMoveError(RefusedError):
    """A move that cannot be made, in the words of its game, one fault to a line."""


class ForbiddenError(PlygroundError):
    """Something that this visitor may not do."""

    status = 403


class WithheldError(ForbiddenError):
    """What a position is worth, while people play it by a link."""

    def __init__(self) -> None:
        super().__init__(
            "people play this by a link now: values, hints and reviews are shown when their game "
            "is over"
        )


class NotFoundError(PlygroundError):
    """There is no such thing here, or no longer."""

    status = 404


class ConflictError(PlygroundError):
    """Somebody else was quicker, or things do not stand as who asks believes."""

    status = 409


class TooBusyError(PlygroundError):
    """There is no room for more work now; whoever asks may try again later."""

    status = 429


class TookTooLongError(PlygroundError):
    """A piece of work had its time, and was stopped."""

    status = 503


class StoreError(PlygroundError):
    """The database cannot be used: it is locked, full, damaged, of a newer version ..."""

    status = 503


def status_of(error: Exception) -> int:
    """The status of the answer that tells an error."""
    status: int = getattr(error, "status", 422)
    return status


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
