"""Opponents, from the weakest on, and how to make one from a text."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from importlib import import_module

from quire.engine.agent import Agent, Choice, Limit
from quire.errors import NotationError, UnknownAgent

__all__ = ["AGENTS", "Agent", "Choice", "Limit", "make_agent"]


def yes_or_no(text: str) -> bool:
    """True for `yes`, False for `no`; ValueError for anything else."""
    if text.lower() not in ("yes", "no"):
        raise ValueError(f"{text!r} is neither yes nor no")
    return text.lower() == "yes"


# Each agent: the class that makes it, fetched when it is wanted, and how each option is read.
AGENTS: dict[str, tuple[str, dict[str, Callable[[str], object]]]] = {
    "random": ("quire.engine.random:RandomAgent", {"seed": int}),
    "mcts": (
        "quire.engine.mcts:MctsAgent",
        {
            "seed": int,
            "nodes": int,
            "seconds": float,
            "threads": int,
            "exploration": float,
            "rave": yes_or_no,
            "evaluation": yes_or_no,
            "memory": int,
        },
    ),
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
