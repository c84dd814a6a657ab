"""A migration that does not exist yet, to test upgrades to the next release.

It changes tables in every way that a release may need: new columns with and without a default,
wider ones (for which SQLite rebuilds the table), a new table, and rows computed from others.
"""

from __future__ import annotations

import os
from pathlib import Path

from alembic.config import Config
from alembic.script import ScriptDirectory

from quire.store import migration

BEFORE = ScriptDirectory.from_config(migration.configuration()).get_current_head()
"""The last existing migration."""

_current_configuration = migration.configuration


def configuration() -> Config:
    """Return the Alembic configuration of a version that has the migration."""
    config = _current_configuration()
    versions = Path(migration.__file__).with_name("migrations") / "versions"
    locations = os.pathsep.join((str(versions), str(Path(__file__).parent)))
    config.set_main_option("version_locations", locations.replace("%", "%%"))
    return config
