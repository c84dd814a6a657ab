"""Create or upgrade the tables of a database.

Every change of `schema` is a step in `migrations/versions/`; the database records the last one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from quire.errors import Unavailable

LOCK = 0x5155495245
"""The PostgreSQL advisory lock under which servers migrate one at a time."""


def upgrade(connection: Connection) -> None:
    """Bring the tables to this version, in one transaction.

    On SQLite it must have begun immediately, so that servers which start together do this one after
    another. Raises Unavailable for a database that a newer version of Quire has changed.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    known = revisions()
    newest = known[0]
    current = MigrationContext.configure(connection).get_current_revision()
    if current == newest:
        return
    if current is not None and current not in known:
        raise Unavailable(
            f"this database was made by a newer Quire (schema {current}; this version knows up "
            f"to {newest}): upgrade Quire, or restore an older backup"
        )
    config = configuration()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def revisions() -> tuple[str, ...]:
    """Return the revisions that this version knows, newest first."""
    return _revisions(configuration)


@cache
def _revisions(configure: Callable[[], Config]) -> tuple[str, ...]:
    """Load every step once per process: it takes longer than to open a database."""
    script = ScriptDirectory.from_config(configure())
    return tuple(step.revision for step in script.walk_revisions())


def configuration() -> Config:
    """Return Alembic's configuration; there is no alembic.ini."""
    config = Config()
    place = str(Path(__file__).with_name("migrations"))
    config.set_main_option("script_location", place.replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
