"""`migrate`: brings a database of an earlier version to the newest, with Alembic."""

from __future__ import annotations

import threading

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from plyground.web.errors import StoreError
from plyground.web.store.migrations import MIGRATIONS

_migrating = threading.Lock()  # Alembic keeps its state in a module


def migrate(connection: Connection, place: str) -> None:
    """Bring the tables to the newest version, within the connection's transaction."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    scripts = ScriptDirectory.from_config(config)
    found = set(MigrationContext.configure(connection).get_current_heads())
    if len(found) > 1:
        raise StoreError(
            f"the database {place} claims to have several versions: restore an earlier copy of it"
        )
    if not found and inspect(connection).get_table_names():
        raise StoreError(
            f"the database {place} belongs to another program: choose a separate one for Plyground"
        )
    if found - {script.revision for script in scripts.walk_revisions()}:
        raise StoreError(
            f"the database {place} was made by a newer version of Plyground: "
            "install that version, or choose another database"
        )
    if found != set(scripts.get_heads()):
        with _migrating:
            command.upgrade(config, "head")
