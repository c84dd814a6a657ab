"""Write every golden playthrough again: `python -m tests.golden`."""

from __future__ import annotations

from . import SCRIPTS, write

for script in SCRIPTS:
    print(write(script))
