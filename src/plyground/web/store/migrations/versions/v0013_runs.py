"""Simulations and experiments are kept as tournaments are: as runs."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Say how a run is watched and what came of it. Tournaments stay until they are deleted."""
    of_runs = {
        "as_before": (sa.Boolean, False),
        "said": (sa.Text, ""),
        "faces": (sa.Text, ""),
        "fields": (sa.Text, ""),
        "kept": (sa.Boolean, True),
    }
    with op.batch_alter_table("tournaments") as table:
        table.add_column(sa.Column("pause", sa.Double))
        for name, (kind, _) in of_runs.items():
            table.add_column(sa.Column(name, kind))
    runs = sa.table("tournaments", *(sa.column(name, kind) for name, (kind, _) in of_runs.items()))
    op.execute(runs.update().values({name: usual for name, (_, usual) in of_runs.items()}))
    with op.batch_alter_table("tournaments") as table:
        for name, (kind, _) in of_runs.items():
            table.alter_column(name, existing_type=kind, nullable=False)
