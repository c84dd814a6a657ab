"""Opponents, from the weakest on, and how to make one from a text."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module

from quire.engine.agent import Agent, Choice, Limit
from quire.engine.amount import read_memory, read_nodes, read_seconds, read_threads
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


def yes_or_no(text: str) -> bool:
    """True for `yes`, False for `no`; ValueError for anything else."""
    if text.lower() not in ("yes", "no"):
        raise ValueError(f"{text!r} is neither yes nor no")
    return text.lower() == "yes"


THINKING: dict[str, Callable[[str], object]] = {
    "seed": int,
    "nodes": read_nodes,
    "seconds": read_seconds,
    "threads": read_threads,
    "memory": read_memory,
}
"""The options of every agent that thinks."""

LEVEL_SUMMARIES = (
    "A beginner: knows the rules, and misses most of what is there.",
    "Sees what can be taken now, if not always.",
    "Looks a move ahead, and overlooks things.",
    "A casual player: plans a little, slips now and then.",
    "A steady player: punishes careless moves.",
    "A strong club player: errs seldom.",
    "An expert: you need a plan, and patience.",
    "The champion.",
)
"""Eight opponents for people, each clearly stronger than the one before."""

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
    "mcts": AgentKind(
        "Monte Carlo tree search: random games, more of them where it goes well.",
        "quire.engine.mcts:MctsAgent",
        {**THINKING, "exploration": float, "rave": yes_or_no, "evaluation": yes_or_no},
    ),
    "search": AgentKind(
        "Alpha-beta: looks ahead deeper and deeper; games of two.",
        "quire.engine.search:SearchAgent",
        THINKING,
    ),
    "perfect": AgentKind(
        "A proven best move, where one is found in time.",
        "quire.engine.perfect:PerfectAgent",
        {"seed": int, "threads": read_threads, "memory": read_memory, "seconds": read_seconds},
    ),
    "champion": AgentKind(
        "The best of them all at every moment: exact where it can be, else the best search.",
        "quire.engine.champion:ChampionAgent",
        THINKING,
    ),
    **{
        f"level{number}": AgentKind(
            summary, "quire.engine.level:LevelAgent", {"seed": int}, {"level": number}
        )
        for number, summary in enumerate(LEVEL_SUMMARIES, 1)
    },
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
