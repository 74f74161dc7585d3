"""The cookies of visitors who had all of theirs deleted."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Make the table `forgotten`."""
    op.create_table(
        "forgotten",
        sa.Column("mark", sa.String(64), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("mark", name="pk_forgotten"),
    )
