"""Every game as a PettingZoo environment: `env("sos", "5x5")`; needs `quire[pettingzoo]`."""

from __future__ import annotations

from typing import Any

try:
    from gymnasium import logger, spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    remedy = "quire.adapters.pettingzoo needs PettingZoo: pip install 'quire[pettingzoo]'"
    raise ModuleNotFoundError(remedy, name=error.name) from error
import numpy as np

from quire.adapters.rendering import rendered, require_mode
from quire.batch import Encoding
from quire.games import GAMES

RENDER_MODES = ("human", "ansi", "svg")


def env(
    game: str = GAMES[0].key, size: str | None = None, render_mode: str | None = None
) -> AECEnv:
    """Return a game in PettingZoo's usual wrappers: an illegal action loses and ends the game.

    `size` is the game's default if it is None; render modes are None, "human", "ansi" and "svg".

    >>> one = env("sos", "3x3:3")
    >>> one.reset()
    >>> one.agents, int(one.action_space("player_1").n)
    (['player_1', 'player_2', 'player_3'], 18)
    """
    guarded = wrappers.TerminateIllegalWrapper(raw_env(game, size, render_mode), illegal_reward=-1)
    guarded = wrappers.AssertOutOfBoundsWrapper(guarded)
    return wrappers.OrderEnforcingWrapper(guarded)


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - no type hints; PettingZoo's name
    """A game without wrappers: an illegal action raises IllegalMove and changes nothing.

    `agent_selection` is the player to move, twice in a row where the rules say so. `position` is
    the Quire position, `moves` are those that led to it, `encoding` maps moves to numbers.
    """

    def __init__(
        self, game: str = GAMES[0].key, size: str | None = None, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.encoding = Encoding(game, size)
        self.metadata = {
            "name": f"quire_{self.encoding.game.key}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        require_mode(render_mode, RENDER_MODES)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{n}" for n in range(1, self.encoding.players + 1)]
        actions = len(self.encoding.moves)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: self._observation_space() for agent in self.possible_agents
        }
        self.reset()

    def _observation_space(self) -> spaces.Dict:
        high = self.encoding.highest()
        return spaces.Dict(
            {
                "observation": spaces.Box(np.zeros_like(high), high, dtype=np.float32),
                "action_mask": spaces.Box(0, 1, (len(self.encoding.moves),), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of the planes and the mask; the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of the game's moves; the same object each time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Go back to the start position. The games are deterministic, so the seed is ignored."""
        self.position = self.encoding.start
        self.moves: list[str] = []
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.position.to_move]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the agent's observation; its mask is empty while it is another agent's turn."""
        legal = self.encoding.mask(self.position)
        return {
            "observation": self.encoding.observe(self.position, self.possible_agents.index(agent)),
            "action_mask": legal if agent == self.agent_selection else np.zeros_like(legal),
        }

    def step(self, action: int | None) -> None:
        """Play an action for the agent to move; None for an agent whose game is over."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"it is {self.agent_selection}'s turn: action must not be None")
        move = self.encoding.move(action)
        self.position = self.position.play(move)
        self.moves.append(move)
        if self.position.outcome() is not None:
            payoffs = self.encoding.payoffs(self.position)
            self.rewards = dict(zip(self.possible_agents, payoffs, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        self.agent_selection = self.possible_agents[self.position.to_move]
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Render the board: as text ("ansi"), as SVG ("svg"), or printed ("human")."""
        if self.render_mode is None:
            logger.warn("There is nothing to render: the environment was made without a mode.")
            return None
        text = rendered(self.position, self.moves, self.render_mode)
        if self.render_mode != "human":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
