"""`quire play --online`: games on a server, at a terminal."""

from quire.ui.online.session import Who, play_online
from quire.ui.online.wish import Wanted

__all__ = ["Wanted", "Who", "play_online"]
