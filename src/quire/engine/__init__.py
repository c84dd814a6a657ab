"""Agents, the exact solver, and analysis."""

from quire.engine.agents.registry import AGENTS, AgentKind, make_agent
from quire.match.agent import Agent, Choice, Clocks, Limit

__all__ = ["AGENTS", "Agent", "AgentKind", "Choice", "Clocks", "Limit", "make_agent"]
