"""Play on a server from Python, with a client that reconnects automatically and loses nothing.

A whole game against the next player who is looking for one::

    async with Client("http://127.0.0.1:8080") as client:
        await client.create_guest("Ann")
        game = await client.watch(await client.seek("sos", "5x5"))
        while await game.your_turn():
            await game.move(game.position.legal_moves()[0])
        print(await game.over())
"""

from quire.client.client import Client
from quire.client.connection import Status
from quire.client.game import OnlineGame
from quire.online.event import EventKind

__all__ = ["Client", "EventKind", "OnlineGame", "Status"]
