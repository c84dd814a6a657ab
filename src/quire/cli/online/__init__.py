"""Online play in the terminal: `quire play --online`."""

from quire.cli.online.game_request import GameOptions
from quire.cli.online.session import SignIn, play_online

__all__ = ["GameOptions", "SignIn", "play_online"]
