"""What a computer's move rests on as a choice with a value, in place of three fields of it.

Versions 1 to 3 kept the score of a search, whether it was exact, and the share of the point that
samples promised. This file must not change: what it reads does not.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_WIN = 1_000_000  # the score of a win in no plies
_PROVEN = 500_000  # scores further from 0 are wins and losses

_moves = sa.table(
    "moves",
    *(sa.column(name) for name in ("room", "ply", "move")),
    sa.column("details", sa.JSON(none_as_null=True)),
)


def upgrade() -> None:
    """Turn what is known of computers' moves into choices."""
    connection = op.get_bind()
    kept = connection.execute(sa.select(_moves).where(_moves.c.details.is_not(None))).all()
    changed = sa.update(_moves).where(
        _moves.c.room == sa.bindparam("in_room"), _moves.c.ply == sa.bindparam("at_ply")
    )
    rows = [
        {"in_room": move.room, "at_ply": move.ply, "details": _choice(move.move, move.details)}
        for move in kept
    ]
    if rows:
        connection.execute(changed.values(details=sa.bindparam("details")), rows)


def _choice(move: str, details: dict[str, Any]) -> dict[str, Any]:
    return {
        "move": move,
        "value": _value(details),
        "depth": details.get("depth"),
        "principal_variation": details.get("pv") or [],
        "nodes": details.get("nodes") or 0,
        "leaves": 0,
        "cutoffs": details.get("cutoffs") or 0,
        "table_hits": 0,
        "seconds": details.get("seconds") or 0.0,
    }


def _value(details: dict[str, Any]) -> dict[str, Any] | None:
    score, expectation = details.get("score"), details.get("expectation")
    if expectation is not None and not details.get("exact"):
        return {**_decided("unknown"), "expectation": expectation}
    if score is None:
        return None
    if abs(score) > _PROVEN:
        return _decided("win" if score > 0 else "loss", _WIN - abs(score) or None)
    if details.get("exact"):
        return _decided("draw")
    return {**_decided("unknown"), "score": score}


def _decided(verdict: str, plies: int | None = None) -> dict[str, Any]:
    return {"value": verdict, "plies": plies}
