"""Worker processes."""

from __future__ import annotations

import os
import signal
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from threading import Thread


def worker_pool(workers: int) -> ProcessPoolExecutor:
    """Return a pool of processes, which end when this one does, however it ends."""
    # Spawned, because a fork of a process with threads may hang.
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_follow_parent)


def _follow_parent() -> None:
    """Ignore Ctrl-C, which the parent handles, and end when the parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def end() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)  # its handler stops the bots

    Thread(target=end, daemon=True).start()
