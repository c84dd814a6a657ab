"""Every game in OpenSpiel: `register()`, then `load_game("quire_sos(size=5x5)")`.

`LearningEnvironment` is OpenSpiel's environment of one, for its learning agents. Needs
`quire[open_spiel]`.
"""

from __future__ import annotations

from math import prod
from typing import Any, ClassVar

try:
    import pyspiel
    from open_spiel.python import rl_environment
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ModuleNotFoundError as error:
    remedy = "quire.adapters.open_spiel needs OpenSpiel: pip install 'quire[open_spiel]'"
    raise ModuleNotFoundError(remedy, name=error.name) from error
import numpy as np

from quire.batch import Encoding
from quire.core import Game, Position
from quire.errors import NotationError
from quire.games import GAMES, find_game


def register() -> tuple[str, ...]:
    """Register the games with OpenSpiel, and return their names there; repeating it is harmless.

    >>> register()
    ('quire_sos', 'quire_line', 'quire_extreme', 'quire_obstruction')
    >>> print(pyspiel.load_game("quire_sos(size=5x5:3)"))
    quire_sos(size=5x5:3)
    """
    for game in GAMES:
        kind = _game_type(game)
        # A class per game: OpenSpiel releases its factories after Python has shut down, and
        # anything but a class, which refers to itself, would be freed then and crash.
        made = type(f"{SpielGame.__name__}_{game.key}", (SpielGame,), {"facts": game, "kind": kind})
        pyspiel.register_game(kind, made)
    return tuple(_spiel_name(game) for game in GAMES)


def _spiel_name(game: Game) -> str:
    return f"quire_{game.key}"


def _game_type(game: Game) -> Any:
    return pyspiel.GameType(
        short_name=_spiel_name(game),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.max_players,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"size": _parameter(game.sizes.default)},
    )


def _parameter(size: str) -> str | int:
    """Return a size as OpenSpiel reads it: digits alone are a number."""
    return int(size) if size.isdecimal() else size


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no type hints
    """A game on a board of one size; `encoding` says what its numbers mean."""

    facts: ClassVar[Game]
    kind: ClassVar[Any]

    def __init__(self, params: dict[str, Any]) -> None:
        self.encoding = Encoding(self.facts.key, str(params["size"]))
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.encoding.moves),
            max_chance_outcomes=0,
            num_players=self.encoding.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=len(self.encoding.start.cells()),  # each move fills a cell
        )
        super().__init__(self.kind, info, {"size": _parameter(self.encoding.size)})

    def new_initial_state(self, text: str | None = None) -> SpielState:
        """Return the start position, or the one that a position text describes."""
        if text is None:
            return SpielState(self, self.encoding.start)
        position = self.encoding.game.parse(text)
        if position.size != self.encoding.size:
            raise NotationError(
                f"'{text}' is a {position.size} position, but this game is {self.encoding.size}"
            )
        return SpielState(self, position)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> Any:
        """Return an observer of planes and position text; with perfect recall, of the moves."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return SpielObserver(self.encoding, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no type hints
    """A position as an OpenSpiel state; `position` is Quire's own.

    An invalid action raises IllegalMove and changes nothing.
    """

    def __init__(self, game: SpielGame, position: Position) -> None:
        super().__init__(game)
        # The only attribute: OpenSpiel copies and pickles all of them with every state.
        self.position = position

    @property
    def _encoding(self) -> Encoding:
        encoding: Encoding = self.get_game().encoding
        return encoding

    def current_player(self) -> int:
        """Return the player to move, or TERMINAL."""
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.position.to_move

    def _legal_actions(self, player: int) -> list[int]:
        return self._encoding.actions(self.position)

    def _apply_action(self, action: int) -> None:
        self.position = self._encoding.play(self.position, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self._encoding.move(action)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.outcome() is not None

    def returns(self) -> list[float]:
        """Return each player's payoff, 0 in total; all 0 before the end."""
        return self._encoding.payoffs(self.position)

    def __str__(self) -> str:
        return str(self.position)


class SpielObserver:
    """A player's view of a state, as OpenSpiel expects it."""

    def __init__(self, encoding: Encoding, params: dict[str, Any] | None = None) -> None:
        if params:
            raise ValueError(f"observations take no parameters, got {params}")
        self._encoding = encoding
        self.tensor = np.zeros(prod(encoding.shape), np.float32)
        self.dict = {"observation": self.tensor.reshape(encoding.shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Set `tensor` and `dict` to what the player sees."""
        self.dict["observation"][:] = self._encoding.observe(state.position, player)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the position text: there is no hidden information."""
        return str(state.position)


class LearningEnvironment(rl_environment.Environment):  # type: ignore[misc]  # has no type hints
    """OpenSpiel's environment for its learning agents, also where a player may never move.

    At the end, a player who never moved sees an empty text instead of the planes. OpenSpiel's
    tabular learners take that for no observation; anything else would be the observation of a move
    that there was not, which they cannot learn from.

    >>> environment = LearningEnvironment("obstruction", "3x3")
    >>> _ = environment.reset()
    >>> end = environment.step([4])
    >>> end.last(), end.rewards, end.observations["info_state"][1]
    (True, [1.0, -1.0], '')
    """

    def __init__(self, game: str, size: str | None = None, **options: Any) -> None:
        register()
        facts = find_game(game)
        size = facts.sizes.normalise(facts.sizes.default if size is None else size)
        super().__init__(pyspiel.load_game(f"{_spiel_name(facts)}(size={size})"), **options)

    def get_time_step(self) -> Any:
        """Return the current step, without changing the environment."""
        step = super().get_time_step()
        if step.last():
            moved = {entry.player for entry in self.get_state.full_history()}
            seen = step.observations["info_state"]
            for player in range(self.num_players):
                if player not in moved:
                    seen[player] = ""
        return step
