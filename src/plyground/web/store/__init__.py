"""The store: what of a room must outlive the process, in a database.

`Store` is all that the rooms need to know; `records` are what it takes and gives. The tables are in
`models`, the ways from one version of them to the next in `migrations`, and all that is particular
to a kind of database in `database`.
"""

from plyground.web.store.errors import ConflictError, StoreError, UnknownRoomError
from plyground.web.store.records import MoveRecord, RoomRecord, SeatKind, SeatRecord, Status
from plyground.web.store.store import Store

__all__ = [
    "ConflictError",
    "MoveRecord",
    "RoomRecord",
    "SeatKind",
    "SeatRecord",
    "Status",
    "Store",
    "StoreError",
    "UnknownRoomError",
]
