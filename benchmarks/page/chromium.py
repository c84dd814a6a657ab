"""The exported page in Chromium, served as plain files and then offline."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
from playwright.sync_api import BrowserContext, CDPSession, Page, sync_playwright

from quire.server.site import page as built
from quire.server.site.export import export

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")

TIMEOUT_MS = 120_000.0

ASK = """(message) => new Promise((resolve) => {
    window.measured ??= new Worker(message.worker, { type: "module" });
    window.measured.onmessage = ({ data }) => resolve(data);
    window.measured.postMessage(message);
})"""


@dataclass(frozen=True, slots=True)
class Chromium:
    """A browser that has visited the page and has no network since."""

    context: BrowserContext
    page: Page
    session: CDPSession
    files: tuple[str, ...]
    """The addresses of the compiled core and of the script of its worker."""

    @property
    def version(self) -> str:
        """The version of the browser."""
        browser = self.context.browser
        return "" if browser is None else browser.version

    def ask(self, kind: str, **details: Any) -> Any:
        """Return the core's answer to a request, in one worker. Raises RuntimeError."""
        core, worker = self.files
        request = "\n".join([kind, *(f"{name}={value}" for name, value in details.items())])
        place = {"url": core, "integrity": ""}
        message = {"id": 1, "place": place, "worker": worker, "request": request}
        reply = self.page.evaluate(ASK, message)
        if "error" in reply:
            raise RuntimeError(str(reply["error"]))
        return reply["answer"]

    def cpu_seconds(self) -> float:
        """Return the CPU time of the processes that run pages and workers; it has 10 ms steps."""
        return sum(float(it["cpuTime"]) for it in self._renderers())

    def memory_bytes(self) -> int:
        """Return the memory that these processes share with no others."""
        pids = [int(it["id"]) for it in self._renderers()]
        return sum(int(psutil.Process(pid).memory_full_info().uss) for pid in pids)

    def _renderers(self) -> list[dict[str, Any]]:
        processes = self.session.send("SystemInfo.getProcessInfo")["processInfo"]
        return [it for it in processes if it["type"] == "renderer"]


@contextmanager
def chromium(js_flags: str = "") -> Iterator[Chromium]:
    """Export the page, open it in Chromium, with flags for V8, and cut the network."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None or not list(built.STATIC.glob("assets/quire-*.wasm")):
        raise SystemExit("error: this needs Chromium, and the page with its core: run make page")
    with (
        tempfile.TemporaryDirectory() as directory,
        _served(Path(directory)) as url,
        sync_playwright() as playwright,
    ):
        flags = [*FLAGS, f"--js-flags={js_flags}"]
        browser = playwright.chromium.launch(executable_path=program, args=flags)
        context = browser.new_context(base_url=url, reduced_motion="reduce", locale="en")
        context.set_default_timeout(TIMEOUT_MS)
        page = context.new_page()
        page.goto("")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        context.set_offline(True)
        session = browser.new_browser_cdp_session()
        yield Chromium(context, page, session, tuple(map(_asset, ("quire-*.wasm", "worker-*.js"))))
        browser.close()


def _asset(pattern: str) -> str:
    (found,) = built.STATIC.glob(f"assets/{pattern}")
    return f"/site/assets/{found.name}"


@contextmanager
def _served(root: Path) -> Iterator[str]:
    """Serve the exported page with Python's file server; return its address."""
    export(root / "site")
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1"]
    with subprocess.Popen(
        [*command, "--directory", str(root)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        assert server.stdout is not None
        port = re.search(r"port (\d+)", server.stdout.readline())
        assert port is not None
        try:
            yield f"http://127.0.0.1:{port[1]}/site/"
        finally:
            server.terminate()
