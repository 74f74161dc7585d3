"""Runs migrations on the connection, and in the transaction, that the store hands over."""

from alembic import context

# SQLite cannot alter most of a table: it is then copied to a new one.
context.configure(connection=context.config.attributes["connection"], render_as_batch=True)
context.run_migrations()
