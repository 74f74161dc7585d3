"""The errors of the app with their HTTP status, and the words when something fails."""

from __future__ import annotations

import logging
import os
from types import MappingProxyType

from plyground.position import PlygroundError
from plyground.search import TableError, TooLargeError
from plyground.search.learning.kept import kept_folder

_log = logging.getLogger(__name__)


class RefusedError(PlygroundError):
    """Something that is not accepted, such as a seat that is not free.

    `field` is the field of a form beside which a page says it; empty for none.
    """

    status = 422

    def __init__(self, said: str, field: str = "") -> None:
        super().__init__(said)
        self.field = field


class RefusedMoveError(RefusedError):
    """A move that cannot be made, in the words of its game, one fault to a line."""


class DamagedError(RefusedError):
    """Something that is not as it was kept, because of an accident of a disk for example."""


class ForbiddenError(PlygroundError):
    """Something that this visitor may not do."""

    status = 403


class WithheldError(ForbiddenError):
    """The value of a position that people are playing by link."""

    def __init__(self) -> None:
        super().__init__(
            "people are playing this game by link: values, hints and reviews appear when it is over"
        )


class NotFoundError(PlygroundError):
    """Something that does not exist, or no longer exists."""

    status = 404


class ConflictError(PlygroundError):
    """Someone else was quicker, or the state is not what the visitor believes."""

    status = 409


class _LaterError(PlygroundError):
    """The same may be asked again later."""

    headers = MappingProxyType({"Retry-After": "5"})  # seconds


class TooBusyError(_LaterError):
    """There is no room for more now. The visitor may try again later."""

    status = 429


class TookTooLongError(_LaterError):
    """Work that took too long and was stopped."""

    status = 503


class EndedError(_LaterError):
    """Work that was ended from outside."""

    status = 503


class StoreError(PlygroundError):
    """The database cannot be used: it is locked, full, damaged, of a newer version ..."""

    status = 503


def status_of(error: Exception) -> int:
    """The status of the answer to an error."""
    status: int = getattr(error, "status", 422)
    return status


def refused_text(error: PlygroundError) -> str:
    """What an error says, without the server's path of what is kept under a name."""
    return str(error).replace(f"{kept_folder()}{os.sep}", "")


def disk_text(error: OSError) -> str:
    """What people read where the server cannot write or read a file; the log says which one."""
    _log.error("%s", error)
    return (
        "the server cannot use its disk now, which may be full: what was kept is safe. Try again, "
        "or ask the person who runs the server"
    )


def trouble_text(error: Exception) -> str:
    """What went wrong, in words. Only the log has the server's paths and faults.

    Call this while the error is handled.
    """
    if isinstance(error, TooLargeError):
        return "This board has too many positions to find the exact values of its moves."
    if isinstance(error, TableError):
        _log.warning("%s", error)
        return (
            "the server cannot keep the table that this needs: ask the person who runs the server"
        )
    if isinstance(error, PlygroundError):
        return refused_text(error)
    if isinstance(error, OSError):
        return disk_text(error)
    _log.error("a visitor's work failed", exc_info=error)
    return "something went wrong on the server: its log says what"
