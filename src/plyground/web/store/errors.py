"""What the store says when it cannot do what it is asked to."""

from plyground.position import PlygroundError


class StoreError(PlygroundError):
    """The database cannot be used: it is locked, full, damaged, of a newer version ..."""

    status = 503


class ConflictError(PlygroundError):
    """Somebody else was quicker, or the room does not stand as who asks believes."""

    status = 409


class UnknownRoomError(PlygroundError):
    """There is no such room, or no such seat in it."""

    status = 404


class FullError(PlygroundError):
    """There is no room for more."""

    status = 409
