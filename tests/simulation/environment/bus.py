"""A message bus between simulated servers: late, doubled and lost messages, and outages."""

from __future__ import annotations

import random

from quire.server.bus.bus import ALL, Callback, Listener, LocalBus
from tests.simulation.environment.scheduler import CURRENT, Process, SimulatedLoop


class SharedBus:
    """What stands between the servers, as Redis does."""

    def __init__(self, loop: SimulatedLoop, chance: random.Random) -> None:
        self.loop = loop
        self.chance = chance
        self.loss_rate = self.double_rate = 0.0
        self.is_up = True
        self.clients: list[BusClient] = []

    def delay(self) -> float:
        """Return how long a message takes."""
        return self.chance.expovariate(200.0)

    def set_up(self, is_up: bool) -> None:
        """Begin or end an outage; every server notices in its own time."""
        self.is_up = is_up
        for client in self.clients:
            client.later(self.chance.uniform(0.0, 1.0), client.check)

    def publish(self, topic: str) -> None:
        """Send a topic to all servers that have subscribed to it."""
        if not self.is_up:
            return
        self.clients = [client for client in self.clients if client.is_alive]
        for client in self.clients:
            if client.is_subscribed(topic):
                self._deliver(client, client.receive, topic)

    def send_news(self, news: str) -> None:
        """Send news to all servers."""
        for client in self.clients:
            if self.is_up and client.is_alive:
                self._deliver(client, client.receive_news, news)

    def _deliver(self, client: BusClient, receive: Callback, message: str) -> None:
        for _ in range(1 + (self.chance.random() < self.double_rate)):
            if self.chance.random() >= self.loss_rate:
                client.later(self.delay(), receive, message)


class BusClient:
    """The bus as one server has it: a `Bus` that behaves like `RedisBus`."""

    def __init__(self, server: SharedBus) -> None:
        process = CURRENT.get()
        assert process is not None
        self._process: Process = process
        self._server = server
        self._local = LocalBus()
        self._subscribed: dict[str, None] = {}
        self._queue: dict[str, None] = {}
        self._news: list[str] = []
        self._listeners: list[Listener] = []
        self._connected = server.is_up
        server.clients.append(self)

    @property
    def healthy(self) -> bool:
        """Whether the other servers can be reached."""
        return self._connected

    @property
    def is_alive(self) -> bool:
        """Whether its server runs."""
        return self._process.alive

    def later(self, delay: float, callback: Callback | object, *arguments: object) -> None:
        """Call something later, in the server's process."""
        context = self._process.context.copy()
        self._server.loop.call_later(delay, callback, *arguments, context=context)  # type: ignore[arg-type]

    def publish(self, topic: str) -> None:
        """Notify all subscribers soon."""
        if not self._connected:
            self._local.dispatch(topic)
        self._send_later()
        self._queue[topic] = None

    def send_news(self, news: str) -> None:
        """Send news soon; without the bus it is lost."""
        if self._connected:
            self._send_later()
            self._news.append(news)

    def _send_later(self) -> None:
        if not self._queue and not self._news:
            self.later(self._server.delay(), self._send)

    def listen(self, listener: Listener) -> None:
        """Call the listener with all news."""
        self._listeners.append(listener)

    def subscribe(self, topic: str, callback: Callback) -> None:
        """Call the callback when the topic may have changed, and once that works."""
        self._local.subscribe(topic, callback)
        self.later(self._server.delay(), self._confirm, topic)

    def unsubscribe(self, topic: str, callback: Callback) -> None:
        """Stop calling the callback."""
        self._local.unsubscribe(topic, callback)
        if topic not in self._local.topics:
            self._subscribed.pop(topic, None)

    async def close(self) -> None:
        """Send what is queued, and disconnect."""
        self._send()
        await self._local.close()
        self._subscribed.clear()
        if self in self._server.clients:
            self._server.clients.remove(self)

    def is_subscribed(self, topic: str) -> bool:
        """Return whether messages of a topic are sent here."""
        kind, colon, _ = topic.partition(":")
        return topic in self._subscribed or f"{kind}{colon}{ALL}" in self._subscribed

    def check(self) -> None:
        """Notice that the bus is away, or back: then every subscriber is called once."""
        if self._connected == self._server.is_up:
            return
        self._connected = self._server.is_up
        self._subscribed = dict.fromkeys(self._local.topics) if self._connected else {}
        for topic in self._subscribed:
            self._local.dispatch(topic)
        if self._connected:
            self._send()

    def receive(self, topic: str) -> None:
        """Call the subscribers of a topic."""
        self._local.dispatch(topic)

    def receive_news(self, news: str) -> None:
        """Call the listeners."""
        for listener in self._listeners:
            listener(news)

    def _confirm(self, topic: str) -> None:
        if self._server.is_up and topic in self._local.topics:
            self._subscribed[topic] = None
            self._local.dispatch(topic)

    def _send(self) -> None:
        if self._connected and self._server.is_up:
            queue, self._queue = self._queue, {}
            news, self._news = self._news, []
            if news:
                self._server.send_news(f"[{','.join(news)}]")
            for topic in queue:
                self._server.publish(topic)
