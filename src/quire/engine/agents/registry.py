"""The agents by name, from weakest to strongest, and how to make one from its spec."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module

from quire.engine.agents.feasible import read_retry
from quire.engine.units import (
    read_memory,
    read_nodes,
    read_number,
    read_seconds,
    read_threads,
    read_whole_number,
)
from quire.errors import NotationError, UnknownAgent
from quire.match.agent import Agent


@dataclass(frozen=True, slots=True)
class AgentKind:
    """A kind of agent: what it does, the class that makes it, and its options."""

    summary: str
    place: str
    """The class, as `module:Class`; imported on first use."""
    options: Mapping[str, Callable[[str], object]]
    """The parser of each option; its ValueError says what the value must be."""
    fixed: Mapping[str, object] = field(default_factory=dict)
    """Arguments of the class that are not options."""
    needs_profile: bool = False
    """Whether it plays only the games whose profile lists it."""


def yes_or_no(text: str) -> bool:
    """Parse `yes` or `no`; raise ValueError for anything else."""
    if text.lower() not in ("yes", "no"):
        raise ValueError(f"must be yes or no, not {text!r}")
    return text.lower() == "yes"


SEARCH_OPTIONS: dict[str, Callable[[str], object]] = {
    "seed": read_whole_number,
    "nodes": read_nodes,
    "seconds": read_seconds,
    "threads": read_threads,
    "memory": read_memory,
}
"""The options of every agent that searches."""

LEVEL_SUMMARIES = (
    "Beginner: knows the rules and misses most chances.",
    "Novice: often spots a point or a win that's there for the taking.",
    "Improver: looks one move ahead, but overlooks things.",
    "A casual player: plans a little, slips now and then.",
    "A steady player: punishes careless moves.",
    "Strong club player: rarely makes a mistake.",
    "An expert: you need a plan, and patience.",
    "The champion.",
)
"""Eight opponents for people, each clearly stronger than the one before."""

AGENTS: dict[str, AgentKind] = {
    "random": AgentKind(
        "Plays any legal move at random.",
        "quire.engine.agents.random:RandomAgent",
        {"seed": read_whole_number},
    ),
    "greedy": AgentKind(
        "Scores whenever it can; otherwise plays at random.",
        "quire.engine.agents.greedy:GreedyAgent",
        {"seed": read_whole_number},
        needs_profile=True,
    ),
    "feasible": AgentKind(
        "The paper's feasible greedy player: scores when it can and avoids setting up the "
        "opponent.",
        "quire.engine.agents.feasible:FeasibleAgent",
        {"retry": read_retry, "seed": read_whole_number},
        needs_profile=True,
    ),
    "mcts": AgentKind(
        "Monte Carlo tree search.",
        "quire.engine.agents.mcts:MctsAgent",
        {**SEARCH_OPTIONS, "exploration": read_number, "rave": yes_or_no, "evaluation": yes_or_no},
    ),
    "search": AgentKind(
        "Alpha-beta search with iterative deepening and game-specific knowledge.",
        "quire.engine.agents.search:SearchAgent",
        SEARCH_OPTIONS,
    ),
    "perfect": AgentKind(
        "Plays a proven best move; fails if none is found in time.",
        "quire.engine.agents.perfect:PerfectAgent",
        {
            "seed": read_whole_number,
            "threads": read_threads,
            "memory": read_memory,
            "seconds": read_seconds,
        },
    ),
    "champion": AgentKind(
        "The strongest agent: exact where possible, otherwise the best search for the game.",
        "quire.engine.agents.champion:ChampionAgent",
        SEARCH_OPTIONS,
    ),
    **{
        f"level{number}": AgentKind(
            summary,
            "quire.engine.agents.level:LevelAgent",
            {"seed": read_whole_number},
            {"level": number},
        )
        for number, summary in enumerate(LEVEL_SUMMARIES, 1)
    },
}


def make_agent(spec: str, **defaults: object) -> Agent:
    """Return the agent that a spec describes: its name, then options.

    `defaults` are options that the spec may override; options that the agent doesn't have are
    ignored.

    >>> make_agent("random:seed=7").name
    'random'
    """
    name, _, rest = spec.strip().partition(":")
    if name.lower() not in AGENTS:
        close = difflib.get_close_matches(name.lower(), AGENTS, n=1)
        hint = f"did you mean {close[0]}?" if close else f"choose from {', '.join(AGENTS)}"
        raise UnknownAgent(f"no agent called {name!r}; {hint}")
    kind = AGENTS[name.lower()]
    options = {key: value for key, value in defaults.items() if key in kind.options}
    for part in filter(None, rest.split(",")):
        key, equals, value = part.partition("=")
        key = key.strip()
        if key not in kind.options or not equals:
            known = ", ".join(f"{option}=..." for option in kind.options)
            raise NotationError(f"{spec!r}: {name} has no option {part!r}; it takes {known}")
        try:
            options[key] = kind.options[key](value.strip())
        except ValueError as error:
            raise NotationError(f"{spec!r}: {key} {error}") from None
    module, _, maker = kind.place.partition(":")
    agent: Agent = getattr(import_module(module), maker)(**kind.fixed, **options)
    return agent
