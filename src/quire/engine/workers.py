"""Worker processes."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from threading import Thread

from quire.errors import AgentFailed


def worker_pool(workers: int) -> ProcessPoolExecutor:
    """Return a pool of processes, which end when this one does, however it ends."""
    # Spawned, because a fork of a process with threads may hang.
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_follow_parent)


@contextmanager
def workers_at_work(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Provide a pool of processes; what they are doing is not waited for after an exception.

    Raises AgentFailed if one of them is killed.
    """
    others = set(active_children())
    pool = worker_pool(workers)
    try:
        yield pool
    except BaseException as error:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(active_children()) - others:
            process.terminate()
        if isinstance(error, BrokenProcessPool):
            raise AgentFailed(
                "a worker process was killed, perhaps for lack of memory: try fewer --workers"
            ) from error
        raise
    finally:
        pool.shutdown()


def _follow_parent() -> None:
    """Ignore Ctrl-C, which the parent handles, and end when the parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def end() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)  # its handler stops the bots

    Thread(target=end, daemon=True).start()
