"""One limit for several searches, one after another."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from quire.match.agent import Limit


@dataclass(slots=True)
class Budget:
    """What is left of a limit that several searches share.

    Time passes by itself; the nodes of each search are added to `nodes`.

    >>> budget = Budget(Limit(nodes=1000))
    >>> budget.share(0.8).nodes
    800
    >>> budget.nodes += 800
    >>> budget.share().nodes
    200
    """

    limit: Limit
    nodes: int = 0
    """Nodes spent so far."""
    began: float = field(default_factory=time.perf_counter)

    @property
    def seconds(self) -> float:
        """Seconds since the first search began."""
        return time.perf_counter() - self.began

    def share(self, part: float = 1.0, *, max_nodes: int | None = None) -> Limit:
        """Return a share of what is left, at most `max_nodes` nodes."""
        seconds, nodes = self.limit.seconds, self.limit.nodes
        if seconds is not None:
            seconds = part * max(seconds - self.seconds, 0.0)
        if nodes is not None:
            nodes = int(part * max(nodes - self.nodes, 0))
        counts = [count for count in (nodes, max_nodes) if count is not None]
        return Limit(seconds, min(counts, default=None))
