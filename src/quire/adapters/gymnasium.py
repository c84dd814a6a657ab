"""Every game as a vectorised Gymnasium environment: `GameVectorEnv("sos", "5x5", 64)`.

Needs `quire[gymnasium]`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

try:
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    remedy = "quire.adapters.gymnasium needs Gymnasium: pip install 'quire[gymnasium]'"
    raise ModuleNotFoundError(remedy, name=error.name) from error
import numpy as np
from numpy.typing import ArrayLike, NDArray

from quire.adapters.rendering import rendered, require_mode
from quire.batch import NO_ACTION, Batch
from quire.batch.games import whole_numbers
from quire.errors import IllegalMove
from quire.games import GAMES
from quire.match.agent import NO_LIMIT, Agent, Limit

RENDER_MODES = ("ansi", "svg")

Policy = Callable[[NDArray[np.float32], NDArray[np.int8]], ArrayLike]
"""A function from observations and masks, one per row, to one legal action each."""

Opponent = Policy | Agent
Flags = NDArray[np.bool_]


class GameVectorEnv(VectorEnv[NDArray[np.float32], ArrayLike, NDArray[Any]]):
    """N games in one environment; `batch` has their positions.

    Without an opponent the actions are always for the player to move, who is also the observer, and
    a reward is for the player who made the move. With one, they are for the learner's seat, and
    the opponent plays all others. `seat` is that of the learner, or None: drawn for each game.

    `infos` has the masks of legal actions (`action_mask`), the player to move (`to_move`), every
    player's payoff (`payoffs`, 0 before the end) and, with an opponent, the learner's `seat`.
    """

    def __init__(
        self,
        game: str = GAMES[0].key,
        size: str | int | None = None,
        num_envs: int = 1,
        *,
        opponent: Opponent | None = None,
        limit: Limit = NO_LIMIT,
        seat: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        threads: int | None = None,
    ) -> None:
        self.batch = Batch(game, size, num_envs, autoreset=False, threads=threads)
        self.encoding = self.batch.encoding
        if opponent is not None and not callable(opponent) and not isinstance(opponent, Agent):
            raise TypeError(f"opponent must be an agent or a function, not {opponent!r}")
        if seat is not None and not 0 <= seat < self.encoding.players:
            last = self.encoding.players - 1
            raise ValueError(f"no seat {seat}: players are numbered 0 to {last}")
        if seat is not None and opponent is None:
            raise ValueError("seat needs an opponent: without one every seat is the learner's")
        require_mode(render_mode, RENDER_MODES)
        self.opponent, self.limit, self.seat = opponent, limit, seat
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {
            "name": f"quire_{self.encoding.game.key}_v0",
            "render_modes": list(RENDER_MODES),
            "autoreset_mode": self.autoreset_mode,
        }
        high = self.encoding.highest()
        self.single_observation_space = spaces.Box(np.zeros_like(high), high, dtype=np.float32)
        self.single_action_space = spaces.Discrete(len(self.encoding.moves))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._has_started = False
        self._seats = np.zeros(num_envs, np.int8)
        self._over = np.zeros(num_envs, np.bool_)
        """The games whose end has been reported: they are reset, not played."""
        self._payoffs = np.zeros((num_envs, self.encoding.players), np.float32)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Start all games, or those of `options["reset_mask"]`.

        A game that the opponent ends before the learner's first move is over at the next step,
        whatever its action.
        """
        super().reset(seed=seed, options=options)
        which = np.ones(self.num_envs, np.bool_)
        if options and "reset_mask" in options:
            which = np.asarray(options["reset_mask"])
        self._start(which)
        self._has_started = True
        return self._observed(), self._infos()

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.float32], NDArray[np.float64], Flags, Flags, dict[str, Any]]:
        """Play one action in every game.

        Raises IllegalMove for an action that is not legal, and then no game has changed.

        In the mode NEXT_STEP, the step after the end of a game starts it again and ignores the
        action; with SAME_STEP the step that ends it does, and `infos` has `final_obs` and
        `final_info`; with DISABLED call `reset`.
        """
        if not self._has_started:
            raise ResetNeeded("call reset before the first step")
        restarted = np.zeros(self.num_envs, np.bool_)
        if self.autoreset_mode == AutoresetMode.NEXT_STEP:
            restarted = self._over.copy()
        ended_before = self.batch.over() & ~self._over  # by the opponent's first moves
        chosen = np.where(
            restarted | ended_before, NO_ACTION, whole_numbers(actions, self.num_envs)
        )
        missing = np.flatnonzero((chosen == NO_ACTION) & ~self.batch.over())
        if missing.size:
            raise IllegalMove(f"game {missing[0]} of the batch: {NO_ACTION} is not an action")
        actors = self.batch.to_move() if self.opponent is None else self._seats
        payoffs, _ = self.batch.step(chosen)
        self._payoffs = np.where(ended_before[:, None], self._payoffs, payoffs)
        if restarted.any():
            self._start(restarted)
        self._answer(~restarted)
        terminations = self.batch.over() & ~restarted
        self._over = terminations.copy()
        rewards = self._payoffs[np.arange(self.num_envs), actors].astype(np.float64)
        rewards[~terminations] = 0.0
        final = {}
        if self.autoreset_mode == AutoresetMode.SAME_STEP and terminations.any():
            final = self._final(terminations)
            self._start(terminations)
        truncations = np.zeros(self.num_envs, np.bool_)
        return self._observed(), rewards, terminations, truncations, self._infos() | final

    def render(self) -> tuple[str, ...] | None:
        """Return every board as text ("ansi") or as SVG ("svg")."""
        if self.render_mode is None:
            return None
        positions = map(self.batch.position, range(self.num_envs))
        return tuple(rendered(position, (), self.render_mode) for position in positions)

    def _start(self, which: Flags) -> None:
        self.batch.reset(which)
        self._over[which] = False
        self._payoffs[which] = 0.0
        if self.opponent is None:
            return
        if self.seat is None:
            drawn = self.np_random.integers(self.encoding.players, size=self.num_envs)
            self._seats = np.where(which, drawn, self._seats).astype(np.int8)
        else:
            self._seats[:] = self.seat
        self._answer(which)

    def _answer(self, which: Flags) -> None:
        """Let the opponent play in these games until the learner is to move or they are over."""
        while self.opponent is not None:
            waiting = which & ~self.batch.over() & (self.batch.to_move() != self._seats)
            games = np.flatnonzero(waiting)
            if not games.size:
                return
            actions = np.full(self.num_envs, NO_ACTION)
            try:
                actions[games] = whole_numbers(self._chosen(games), len(games))
                payoffs, ended = self.batch.step(actions)
            except (IllegalMove, ValueError) as error:
                raise type(error)(f"the opponent's actions: {error}") from error
            self._payoffs[ended] = payoffs[ended]

    def _chosen(self, games: NDArray[np.intp]) -> ArrayLike:
        if isinstance(self.opponent, Agent):
            positions = [self.batch.position(int(game)) for game in games]
            return [it.index(self.opponent.choose(it, self.limit).move) for it in positions]
        assert self.opponent is not None
        asked = self.batch.take(games)
        return self.opponent(asked.observations(), asked.masks())

    def _observed(self) -> NDArray[np.float32]:
        return self.batch.observations(None if self.opponent is None else self._seats)

    def _infos(self, games: Flags | None = None) -> dict[str, Any]:
        """Return the infos of these games, and zeros for all others."""
        infos: dict[str, Any] = {
            "action_mask": self.batch.masks(),
            "to_move": self.batch.to_move(),
            "payoffs": self._payoffs.copy(),
        }
        if self.opponent is not None:
            infos["seat"] = self._seats.copy()
        if games is None:
            return _with_presence(infos, np.ones(self.num_envs, np.bool_))
        for values in infos.values():
            values[~games] = 0
        return _with_presence(infos, games)

    def _final(self, ended: Flags) -> dict[str, Any]:
        seen = np.full(self.num_envs, None, object)
        for game, observation in zip(np.flatnonzero(ended), self._observed()[ended], strict=True):
            seen[game] = observation
        return _with_presence({"final_obs": seen, "final_info": self._infos(ended)}, ended)


def _with_presence(infos: dict[str, Any], present: Flags) -> dict[str, Any]:
    """Add to every key which games it is about, as Gymnasium's infos have it."""
    return infos | {f"_{name}": present.copy() for name in infos}
