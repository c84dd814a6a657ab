"""Tests in `inside` run where the toy game is installed: `test_toy.py` runs them there."""

from __future__ import annotations

import quire

if "tictactoe" not in [game.key for game in quire.GAMES]:
    collect_ignore = ["inside"]
