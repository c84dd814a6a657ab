"""One limit for several searches that follow each other."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from quire.match.agent import Limit


@dataclass(slots=True)
class Budget:
    """What is left of a limit that several searches share.

    Time passes by itself; each search adds the `nodes` that it took, whatever it found.

    >>> budget = Budget(Limit(nodes=1000))
    >>> budget.share(0.8)
    Limit(seconds=None, nodes=800)
    >>> budget.nodes += 800
    >>> budget.share()
    Limit(seconds=None, nodes=200)
    """

    limit: Limit
    nodes: int = 0
    """Spent so far."""
    began: float = field(default_factory=time.perf_counter)

    @property
    def seconds(self) -> float:
        """Gone by so far."""
        return time.perf_counter() - self.began

    def share(self, part: float = 1.0, *, most_nodes: int | None = None) -> Limit:
        """That part of what is left, and no more than so many nodes."""
        seconds, nodes = self.limit.seconds, self.limit.nodes
        if seconds is not None:
            seconds = part * max(seconds - self.seconds, 0.0)
        if nodes is not None:
            nodes = int(part * max(nodes - self.nodes, 0))
        counted = [it for it in (nodes, most_nodes) if it is not None]
        return Limit(seconds, min(counted, default=None))
