"""The command `quire games`."""

from __future__ import annotations

import json

from quire.cli.arguments import Json
from quire.cli.terminal.screen import Screen
from quire.games import GAMES


def games(as_json: Json = False) -> None:
    """List the games with their sizes."""
    if as_json:
        facts = [
            {
                "key": game.key,
                "title": game.title,
                "summary": game.summary,
                "sizes": game.sizes.summary,
                "default_size": game.sizes.default,
                "online_sizes": game.online_sizes.summary,
                "moves": game.profile.words,
                "drawable": game.drawable,
            }
            for game in GAMES
        ]
        print(json.dumps(facts, indent=2, ensure_ascii=False))
        return
    screen = Screen()
    for game in GAMES:
        screen.line(f"{game.key}: {game.title}")
        screen.line(f"  {game.summary}")
        screen.line(f"  Sizes: {game.sizes.summary} (default {game.sizes.default}).")
        screen.line(f"  Moves: {game.profile.words}.")
