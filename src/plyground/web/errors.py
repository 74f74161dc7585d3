"""What the app refuses, with the status of its answer."""

from __future__ import annotations

from plyground.position import PlygroundError


class RoomError(PlygroundError):
    """Something that a room does not allow."""

    status = 422


class RefusedMoveError(RoomError):
    """A move that cannot be made, in the words of its game, one fault to a line."""


class NotFoundError(PlygroundError):
    """There is no such room."""

    status = 404


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
