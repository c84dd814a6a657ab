"""Write every perft table again: `python -m tests.perft`."""

from __future__ import annotations

from . import TABLES, write

for game in TABLES:
    print(write(game))
