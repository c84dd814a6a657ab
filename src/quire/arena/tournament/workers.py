"""Processes that play games side by side."""

from __future__ import annotations

import os
import signal
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from threading import Thread


def worker_pool(workers: int) -> ProcessPoolExecutor:
    """So many processes, which end when this one does, however it ends."""
    # Fresh processes: a copy of one with threads of its own may hang.
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_follow_parent)


def _follow_parent() -> None:
    """Ctrl-C is for the parent to hear; a worker whose parent was killed would wait for ever."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def end() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)  # so that it takes its bots with it

    Thread(target=end, daemon=True).start()
