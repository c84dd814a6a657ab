"""`quire play --online`: games on a server, at a terminal."""

from quire.cli.online.game_request import Wanted
from quire.cli.online.session import Who, play_online

__all__ = ["Wanted", "Who", "play_online"]
