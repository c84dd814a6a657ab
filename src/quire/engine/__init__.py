"""Opponents, from the weakest on, and how to make one from a text."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module

from quire.engine.agent import Agent, Choice, Limit
from quire.engine.amount import read_memory, read_seconds, read_threads
from quire.engine.feasible import read_retry
from quire.errors import NotationError, UnknownAgent

__all__ = ["AGENTS", "Agent", "AgentKind", "Choice", "Limit", "make_agent"]


@dataclass(frozen=True, slots=True)
class AgentKind:
    """An agent that can be asked for: what it is, and how it is made."""

    summary: str
    place: str
    """The class that makes it, as `module:Class`; fetched when it is wanted."""
    options: Mapping[str, Callable[[str], object]]
    """How each option is read."""
    fixed: Mapping[str, object] = field(default_factory=dict)
    """What the class is told besides."""


AGENTS: dict[str, AgentKind] = {
    "random": AgentKind(
        "Any legal move, each as likely as the next.",
        "quire.engine.random:RandomAgent",
        {"seed": int},
    ),
    "greedy": AgentKind(
        "Takes what there is to take, else moves at random.",
        "quire.engine.greedy:GreedyAgent",
        {"seed": int},
    ),
    "feasible": AgentKind(
        "The paper's feasible greedy player: takes, and avoids giving.",
        "quire.engine.feasible:FeasibleAgent",
        {"retry": read_retry, "seed": int},
    ),
    "search": AgentKind(
        "Alpha-beta: looks ahead deeper and deeper; games of two.",
        "quire.engine.search:SearchAgent",
        {
            "seed": int,
            "nodes": int,
            "seconds": read_seconds,
            "threads": read_threads,
            "memory": read_memory,
        },
    ),
    "perfect": AgentKind(
        "A proven best move, where one is found in time.",
        "quire.engine.perfect:PerfectAgent",
        {"seed": int, "threads": read_threads, "memory": read_memory, "seconds": read_seconds},
    ),
}


def make_agent(spec: str, **defaults: object) -> Agent:
    """The agent that a text describes: its name, then options.

    `defaults` are options for where the text says nothing; an agent that does not take one does
    without it.

    >>> make_agent("random:seed=7").name
    'random'
    """
    name, _, rest = spec.strip().partition(":")
    if name.lower() not in AGENTS:
        close = difflib.get_close_matches(name.lower(), AGENTS, n=1)
        hint = f"did you mean {close[0]}?" if close else f"known: {', '.join(AGENTS)}"
        raise UnknownAgent(f"there is no agent {name!r}; {hint}")
    kind = AGENTS[name.lower()]
    options = {key: value for key, value in defaults.items() if key in kind.options}
    for part in filter(None, rest.split(",")):
        key, equals, value = part.partition("=")
        key = key.strip()
        if key not in kind.options or not equals:
            known = ", ".join(f"{option}=..." for option in kind.options)
            raise NotationError(f"{spec!r}: {name} takes {known}, not {part!r}")
        try:
            options[key] = kind.options[key](value.strip())
        except ValueError:
            raise NotationError(f"{spec!r}: {value!r} will not do for {key}") from None
    module, _, maker = kind.place.partition(":")
    agent: Agent = getattr(import_module(module), maker)(**kind.fixed, **options)
    return agent
