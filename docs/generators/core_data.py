"""What the core in the browser needs to know about the games besides their rules.

The computer levels of the profiles, the shipped book under all symmetries, by position, the
puzzles, and the catalogue of a site without a server.
"""

from __future__ import annotations

import json
from typing import Any

from quire.core import Game
from quire.engine.agents.feasible import RETRIES
from quire.engine.agents.level import measured_size
from quire.engine.analysis.puzzle import Puzzle, in_turn
from quire.engine.solver.book import SHIPPED_BOOK
from quire.games import GAMES
from quire.server.http.catalogue import everything
from quire.wire.protocol import encode

POLICIES = {"random": "random", "greedy": "greedy", "feasible": f"feasible-{RETRIES[0]}"}
"""The paper's players, as the core calls them; those but the first need the profile's consent."""


def levels() -> str:
    """Return web/src/core/levels.gen.json."""
    return _json({game.key: _profile(game) for game in GAMES})


def _profile(game: Game) -> dict[str, Any]:
    profile = game.profile
    return {
        "levels": [
            {"agent": level.agent, "nodes": level.nodes, "miss_rate": level.miss_rate}
            for level in profile.levels
        ],
        "champion": {
            "exact_share": profile.champion.exact_share,
            "search": profile.champion.search,
            "max_empty_cells": profile.champion.max_empty_cells,
        },
        "estimator": profile.estimator,
        "default_size": game.sizes.default,
        "measured_size": measured_size(game.key),
        "policies": {
            agent: policy
            for agent, policy in POLICIES.items()
            if agent in ("random", *profile.agents)
        },
        "marks": game.marks,
        "has_points": {_variant(size): game.has_points(size) for size in game.sizes.common},
    }


def _variant(size: str) -> str:
    """Return the word in a size, such as `simple` in `5x5:simple`, or an empty text."""
    return next((part for part in size.split(":") if part.isalpha()), "")


def catalogue() -> str:
    """Return web/src/net/catalogue.gen.json: the games, and the agents that the core can play."""
    found = json.loads(encode(everything()))
    playable = {
        game.key: [
            *(f"level{number}" for number in range(1, len(game.profile.levels) + 1)),
            *_profile(game)["policies"],
        ]
        for game in GAMES
    }
    offered = {agent for agents in playable.values() for agent in agents}
    agents = [agent for agent in found["agents"] if agent["name"] in offered]
    return _json({"games": found["games"], "agents": agents, "agents_of": playable})


def book() -> str:
    """Return web/src/core/book.gen.json: the value and the best moves by position."""
    return _json({game.key: _answers(game) for game in GAMES})


def _answers(game: Game) -> dict[str, dict[str, object]]:
    answers = {}
    for shipped in SHIPPED_BOOK.positions(game.key):
        for view in game.profile.symmetries(shipped):
            entry = SHIPPED_BOOK.find(game.parse(view.text))
            if entry is not None and entry.best_moves:
                moves = " ".join(entry.best_moves)
                answers[view.text] = {"value": entry.value, "moves": moves}
    return answers


def puzzles() -> str:
    """Return web/src/study/puzzles/puzzles.gen.json: by game, in the order of their days."""
    return _json({game.key: [_puzzle(it) for it in in_turn(game.key)] for game in GAMES})


def _puzzle(puzzle: Puzzle) -> dict[str, object]:
    return {
        "id": puzzle.id,
        "position": puzzle.position,
        "line": puzzle.line,
        "moves": len(puzzle.own_moves),
        "value": puzzle.value,
        "second": puzzle.second,
        "grade": puzzle.grade,
    }


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":")) + "\n"
