"""The Alembic environment, for the connection that `quire.store.migration` opens."""

from __future__ import annotations

from alembic import context

from quire.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite alters a table by rebuilding it
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
