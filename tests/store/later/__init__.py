"""A step that is not there yet, so that the way to the next release is walked before it is needed.

It changes tables in every way that a release may want: new columns with and without a default,
wider ones (for which SQLite rebuilds the table), a new table, and rows worked out from others.
"""

from __future__ import annotations

import os
from pathlib import Path

from alembic.config import Config
from alembic.script import ScriptDirectory

from quire.store import migration

BEFORE = ScriptDirectory.from_config(migration.configuration()).get_current_head()
"""The last step that there is."""

_now = migration.configuration


def configuration() -> Config:
    """What Alembic must know in a version of Quire that has the step."""
    config = _now()
    steps = Path(migration.__file__).with_name("migrations") / "versions"
    places = os.pathsep.join((str(steps), str(Path(__file__).parent)))
    config.set_main_option("version_locations", places.replace("%", "%%"))
    return config
