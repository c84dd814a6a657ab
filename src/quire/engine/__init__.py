"""Opponents, from the weakest on, and how to make one from a text."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from importlib import import_module

from quire.engine.agent import Agent, Choice, Limit
from quire.engine.amount import read_memory, read_seconds, read_threads
from quire.engine.feasible import read_retry
from quire.errors import NotationError, UnknownAgent

__all__ = ["AGENTS", "Agent", "Choice", "Limit", "make_agent"]

# Each agent: the class that makes it, fetched when it is wanted, and how each option is read.
AGENTS: dict[str, tuple[str, dict[str, Callable[[str], object]]]] = {
    "random": ("quire.engine.random:RandomAgent", {"seed": int}),
    "perfect": (
        "quire.engine.perfect:PerfectAgent",
        {"seed": int, "threads": read_threads, "memory": read_memory, "seconds": read_seconds},
    ),
    "greedy": ("quire.engine.greedy:GreedyAgent", {"seed": int}),
    "feasible": ("quire.engine.feasible:FeasibleAgent", {"retry": read_retry, "seed": int}),
}


def make_agent(spec: str) -> Agent:
    """The agent that a text describes: its name, then options.

    >>> make_agent("random:seed=7").name
    'random'
    """
    name, _, rest = spec.strip().partition(":")
    if name.lower() not in AGENTS:
        close = difflib.get_close_matches(name.lower(), AGENTS, n=1)
        hint = f"did you mean {close[0]}?" if close else f"known: {', '.join(AGENTS)}"
        raise UnknownAgent(f"there is no agent {name!r}; {hint}")
    place, readers = AGENTS[name.lower()]
    options: dict[str, object] = {}
    for part in filter(None, rest.split(",")):
        key, equals, value = part.partition("=")
        key = key.strip()
        if key not in readers or not equals:
            known = ", ".join(f"{option}=..." for option in readers)
            raise NotationError(f"{spec!r}: {name} takes {known}, not {part!r}")
        try:
            options[key] = readers[key](value.strip())
        except ValueError:
            raise NotationError(f"{spec!r}: {value!r} will not do for {key}") from None
    module, _, kind = place.partition(":")
    agent: Agent = getattr(import_module(module), kind)(**options)
    return agent
