"""Logs of games: for each game and seat a file of what the bot was sent and what it wrote."""

from __future__ import annotations

import re
from pathlib import Path

from quire.arena.tournament.referee import PlayedGame
from quire.errors import NotationError


def prepare_logs(directory: Path) -> Path:
    """Make the directory if it is missing; return its full path. Raises NotationError."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotationError(f"--logs {directory}: {error.strerror}") from None
    return directory.resolve()


def log_path(directory: Path, game_id: str, seat: int) -> Path:
    """Return the file of a seat, which counts from 0.

    >>> str(log_path(Path("logs"), "r2/0-3.1#1", 0))
    'logs/r2-0-3.1-1.player1.log'
    """
    return directory / f"{re.sub('[/#]', '-', game_id)}.player{seat + 1}.log"


def write_logs(directory: Path, game_id: str, played: PlayedGame) -> None:
    """Write the logs of a game."""
    for seat, (name, log) in enumerate(zip(played.record.players, played.logs, strict=True)):
        path = log_path(directory, game_id, seat)
        path.write_text(f"{name}, player {seat + 1} of game {game_id}\n{log}", "utf-8")


def read_logs(directory: Path, game_id: str, players: int) -> list[str]:
    """Return the logs of a game by seat, without their first lines; "" where there is none."""
    found = []
    for seat in range(players):
        try:
            text = log_path(directory, game_id, seat).read_text("utf-8", "replace")
        except OSError:
            text = ""
        found.append(text.partition("\n")[2])
    return found
