"""The tables of a store, made where there are none and brought up to date where they are old.

Every change of `schema` is a step in `migrations/versions/`. A store knows the last step that it
went through.
"""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from quire.errors import Unavailable

LOCK = 0x5155495245
"""The number under which servers on PostgreSQL wait for each other's migrations."""


def upgrade(connection: Connection) -> None:
    """Nothing; the store has the tables of this version then.

    All of it is one transaction, which on SQLite must have begun immediately, and servers that
    start together go through it one after another. Raises Unavailable for a store that a newer
    version of Quire has changed.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    config = configuration()
    script = ScriptDirectory.from_config(config)
    newest = script.get_current_head()
    current = MigrationContext.configure(connection).get_current_revision()
    if current == newest:
        return
    if current is not None and current not in {step.revision for step in script.walk_revisions()}:
        raise Unavailable(
            f"this database was made by a newer Quire (schema {current}; this version knows up "
            f"to {newest}): upgrade Quire, or restore an older backup"
        )
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def configuration() -> Config:
    """What Alembic must know; there is no file of it."""
    config = Config()
    place = str(Path(__file__).with_name("migrations"))
    config.set_main_option("script_location", place.replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
