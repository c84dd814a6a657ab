"""A proxy in front of a server, which can break, delay and restore connections."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress


class Proxy:
    """Forward bytes in both directions between clients and a port."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.url = ""
        self.connections = 0
        """The total number of connections."""
        self._open = True
        self._answers = asyncio.Event()
        self._answers.set()
        self._held = asyncio.Event()
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def cut(self) -> None:
        """Break all connections at once; data in transit is lost."""
        for writer in self._writers:
            writer.transport.abort()

    def refuse(self) -> None:
        """Break all connections, and refuse new ones until `admit`."""
        self._open = False
        self.cut()

    def admit(self) -> None:
        """Accept connections again."""
        self._open = True

    def hold_answers(self) -> None:
        """Hold back what the server sends; what clients send still passes."""
        self._answers.clear()
        self._held.clear()

    def pass_answers(self) -> None:
        """Deliver what the server sends again."""
        self._answers.set()

    async def held(self) -> None:
        """Wait until something from the server is held back."""
        await self._held.wait()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        if not self._open:
            writer.transport.abort()
            return
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        for copying in (self._pass(reader, back, False), self._pass(there, writer, True)):
            task = asyncio.create_task(copying)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answers: bool
    ) -> None:
        self._writers.add(writer)
        try:
            while data := await reader.read(65536):
                if answers and not self._answers.is_set():
                    self._held.set()
                    await self._answers.wait()
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            self._writers.discard(writer)
            with suppress(OSError):
                writer.close()


@asynccontextmanager
async def proxy(port: int) -> AsyncIterator[Proxy]:
    """Run a proxy in front of that port."""
    proxy = Proxy(port)
    server = await asyncio.start_server(proxy._serve, "127.0.0.1", 0)
    proxy.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield proxy
    finally:
        server.close()
        proxy.pass_answers()
        proxy.cut()
        for task in list(proxy._tasks):
            task.cancel()
        await asyncio.gather(*proxy._tasks, return_exceptions=True)
