"""Rows get the sum by which damage is found; `migrate` fills it in, since that takes the rules."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

_TABLES = "rooms", "games", "puzzle_tries", "studies", "tournaments", "forgotten"


def upgrade() -> None:
    """Make room for the sums."""
    for table in _TABLES:
        op.add_column(table, sa.Column("sum", sa.BigInteger))
