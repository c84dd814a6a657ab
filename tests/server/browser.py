"""A real Chromium for tests, told what to do over its own debugging socket."""

from __future__ import annotations

import itertools
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.needs import missing

PATIENCE = 120.0
"""Seconds after which a test gives up waiting."""

FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-port=0"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)


class Tab:
    """A page in the browser. `troubles` is what went wrong in its scripts so far."""

    def __init__(self, socket: ClientConnection) -> None:
        self.troubles: list[str] = []
        self._socket = socket
        self._ids = itertools.count(1)
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> Any:
        """What a method of the debugging protocol gives."""
        id = next(self._ids)
        self._socket.send(json.dumps({"id": id, "method": method, "params": parameters}))
        while (told := json.loads(self._socket.recv(PATIENCE))).get("id") != id:
            self._note(told)
        assert "error" not in told, told
        return told["result"]

    def _note(self, told: Any) -> None:
        if told["method"] == "Runtime.exceptionThrown":
            self.troubles.append(json.dumps(told["params"]["exceptionDetails"]))
        elif told["method"] == "Log.entryAdded" and told["params"]["entry"]["level"] == "error":
            self.troubles.append(told["params"]["entry"]["text"])

    def run(self, script: str) -> Any:
        """What a script gives that may `await`."""
        told = self.call(
            "Runtime.evaluate",
            expression=f"(async () => {{{script}}})()",
            awaitPromise=True,
            returnByValue=True,
        )
        assert "exceptionDetails" not in told, told["exceptionDetails"]
        return told["result"].get("value")

    def resize(self, width: int, height: int) -> None:
        """Shows the page as on a screen of that size."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def open(self, url: str) -> None:
        """Goes there, and waits until the page is loaded."""
        self.call("Page.navigate", url=url)
        while json.loads(self._socket.recv(PATIENCE)).get("method") != "Page.loadEventFired":
            pass


@contextmanager
def browser(directory: Path) -> Iterator[Tab]:
    """Chromium with an empty profile, and its one tab."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        missing("Chromium", "install the package chromium")
    command = [program, *FLAGS, f"--user-data-dir={directory / 'browser'}", "about:blank"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        lines = iter(process.stderr.readline, "")
        found = next(it for line in lines if (it := re.search(r"listening on ws://([^/]+)/", line)))
        tabs = httpx.get(f"http://{found[1]}/json/list").json()
        url = next(it["webSocketDebuggerUrl"] for it in tabs if it["type"] == "page")
        with connect(url, max_size=None) as socket:
            yield Tab(socket)
    finally:
        process.kill()
        process.wait()
        process.stderr.close()
