"""CPU affinity: every worker, with the bots that it starts, on one core."""

from __future__ import annotations

import os
import sys
from multiprocessing import current_process

from quire.errors import NotationError


def check_affinity() -> None:
    """Raise NotationError where processes can't be bound to cores."""
    if sys.platform != "linux":
        raise NotationError("this system can't bind processes to cores: leave out --affinity")


def pin_worker() -> None:
    """Bind this worker process to one core; the workers of a pool are numbered in a row."""
    if sys.platform == "linux":
        usable = sorted(os.sched_getaffinity(0))
        number = current_process()._identity[0]
        os.sched_setaffinity(0, {usable[number % len(usable)]})
