"""The vectorised environment does what Gymnasium's own does with single games."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import quire
from quire.core import Position
from quire.engine.agents.registry import make_agent
from quire.errors import IllegalMove, NotationError
from quire.match.agent import Limit
from tests.needs import missing

try:
    import gymnasium
    from gymnasium.utils.env_checker import check_env
    from gymnasium.vector import AutoresetMode, SyncVectorEnv
    from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics
except ModuleNotFoundError:
    missing("Gymnasium", "pip install 'quire[gymnasium]'")

from quire.adapters.gymnasium import GameVectorEnv
from quire.batch import Encoding

MODES = list(AutoresetMode)
BOARDS = [
    ("sos", "3x3"),
    ("sos", "3x3:3"),
    ("line", "4"),
    ("extreme", "2x9x9"),
    ("obstruction", "3x3"),
    ("obstruction", "4x4"),
]


class OneGame(gymnasium.Env[np.ndarray, int]):
    """One game in self-play, written naively: what the vectorised environment is compared with."""

    def __init__(self, game: str, size: str) -> None:
        self.encoding = Encoding(game, size)
        space = GameVectorEnv(game, size, 1)
        self.observation_space = space.single_observation_space
        self.action_space = space.single_action_space
        self.position = self.encoding.start

    def _seen(self) -> tuple[np.ndarray, dict[str, Any]]:
        info = {
            "action_mask": self.encoding.mask(self.position),
            "to_move": self.position.to_move,
            "payoffs": np.array(self.encoding.payoffs(self.position), np.float32),
        }
        return self.encoding.observe(self.position, self.position.to_move), info

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        super().reset(seed=seed)
        self.position = self.encoding.start
        return self._seen()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        actor = self.position.to_move
        self.position = self.encoding.play(self.position, action)
        reward = self.encoding.payoffs(self.position)[actor]
        seen, info = self._seen()
        return seen, reward, self.position.outcome() is not None, False, info


def legal_actions(infos: dict[str, Any], rng: np.random.Generator) -> np.ndarray:
    """Draw a legal action for every game, 0 where there is none."""
    masks = infos["action_mask"]
    return np.array([rng.choice(np.flatnonzero(it)) if it.any() else 0 for it in masks])


def same_infos(ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    assert set(ours) == set(theirs)
    for name, values in ours.items():
        if name == "final_info":
            same_infos(values, theirs[name])
        elif name == "final_obs":
            for one, other in zip(values, theirs[name], strict=True):
                assert (one is None) == (other is None)
                assert one is None or np.array_equal(one, other)
        else:
            assert np.array_equal(values, theirs[name]), name


@pytest.mark.filterwarnings("ignore")  # about the observations, which are not pictures
@pytest.mark.parametrize(("game", "size"), [("line", "7"), ("sos", "3x3")])
def test_gymnasiums_check_passes_for_the_single_game(game: str, size: str) -> None:
    check_env(OneGame(game, size), skip_render_check=True, skip_close_check=True)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_self_play_is_that_of_gymnasiums_vector_environment(
    game: str, size: str, mode: AutoresetMode
) -> None:
    ours = GameVectorEnv(game, size, 3, autoreset_mode=mode)
    theirs = SyncVectorEnv([lambda: OneGame(game, size)] * 3, autoreset_mode=mode)
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.action_space == theirs.action_space
    assert ours.observation_space == theirs.observation_space
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"]
    rng = np.random.default_rng(4)
    seen, infos = ours.reset(seed=1)
    expected, expected_infos = theirs.reset(seed=1)
    ends = 0
    for _ in range(40):
        assert seen in ours.observation_space
        assert np.array_equal(seen, expected)
        same_infos(infos, expected_infos)
        actions = legal_actions(infos, rng)
        seen, *results, infos = ours.step(actions)
        expected, *expected_results, expected_infos = theirs.step(actions)
        for one, other in zip(results, expected_results, strict=True):
            assert one.dtype == other.dtype
            assert np.array_equal(one, other)
        over = results[1]
        ends += over.sum()
        if mode == AutoresetMode.DISABLED and over.any():
            same_infos(infos, expected_infos)
            seen, infos = ours.reset(options={"reset_mask": over})
            expected, _ = theirs.reset(options={"reset_mask": over})
            expected_infos = infos  # theirs are only about the games that were reset
    assert (ends > 0) == (game != "extreme")


@pytest.mark.parametrize("mode", MODES)
def test_gymnasiums_wrappers_work(mode: AutoresetMode) -> None:
    one = RecordEpisodeStatistics(GameVectorEnv("obstruction", "3x3", 4, autoreset_mode=mode))
    rng = np.random.default_rng(1)
    _, infos = one.reset(seed=3)
    episodes = 0
    for _ in range(30):
        _, _, over, _, infos = one.step(legal_actions(infos, rng))
        episodes += int(infos["_episode"].sum()) if "_episode" in infos else 0
        if mode == AutoresetMode.DISABLED and over.any():
            _, infos = one.reset(options={"reset_mask": over})
    assert episodes > 10
    listed = DictInfoToList(GameVectorEnv("line", "5", 2))
    assert [it["to_move"] for it in listed.reset()[1]] == [0, 0]


def first_legal(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """Play the first legal move: a policy for opponents."""
    assert len(observations) == len(masks)
    return np.asarray(masks.argmax(axis=1))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("game", "size"), BOARDS)
@pytest.mark.parametrize("seat", [0, 1])
def test_the_opponent_plays_all_other_seats(
    game: str, size: str, seat: int, mode: AutoresetMode
) -> None:
    """Each game is played again on a position, with the same policy for the others."""
    one = GameVectorEnv(game, size, 2, opponent=first_legal, seat=seat, autoreset_mode=mode)
    encoding, rng = one.encoding, np.random.default_rng(9)

    def answered(position: Position) -> Position:
        while position.outcome() is None and position.to_move != seat:
            position = position.play(position.legal_moves()[0])
        return position

    seen, infos = one.reset(seed=2)
    positions = [answered(encoding.start)] * 2
    ended = [False, False]
    for _ in range(25):
        for row, position in enumerate(positions):
            assert np.array_equal(seen[row], encoding.observe(position, seat))
            assert infos["seat"][row] == seat
        actions = legal_actions(infos, rng)
        seen, rewards, over, _, infos = one.step(actions)
        for row, position in enumerate(positions):
            if ended[row] and mode == AutoresetMode.NEXT_STEP:
                positions[row], ended[row] = answered(encoding.start), False
                assert (rewards[row], over[row]) == (0, False)
                continue
            after = position
            if position.outcome() is None:
                after = answered(encoding.play(position, actions[row]))
            positions[row], ended[row] = after, after.outcome() is not None
            payoffs = encoding.payoffs(after)
            assert over[row] == ended[row]
            assert rewards[row] == pytest.approx(payoffs[seat])
            if ended[row] and mode == AutoresetMode.SAME_STEP:
                final = infos["final_obs"][row]
                assert np.array_equal(final, encoding.observe(after, seat))
                assert infos["final_info"]["payoffs"][row] == pytest.approx(payoffs)
                positions[row], ended[row] = answered(encoding.start), False
        if mode == AutoresetMode.DISABLED and over.any():
            seen, infos = one.reset(options={"reset_mask": over})
            positions = [
                answered(encoding.start) if end else position
                for position, end in zip(positions, over, strict=True)
            ]
            ended = [False, False]


def test_a_game_without_a_move_for_the_learner_is_over_at_the_next_step() -> None:
    def centre(observations: np.ndarray, masks: np.ndarray) -> list[int]:
        return [4] * len(masks)

    one = GameVectorEnv("obstruction", "3x3", 2, opponent=centre, seat=1)
    _, infos = one.reset()
    assert not infos["action_mask"].any()
    _, rewards, over, _, _ = one.step([0, 8])
    assert (rewards.tolist(), over.tolist()) == ([-1, -1], [True, True])
    _, rewards, over, _, _ = one.step([0, 8])
    assert (rewards.tolist(), over.tolist()) == ([0, 0], [False, False])


def test_an_agent_can_be_the_opponent() -> None:
    limit = Limit(nodes=10_000)
    one = GameVectorEnv("line", "4", 2, opponent=make_agent("perfect"), limit=limit, seat=0)
    one.reset()
    # S1 loses to S4, after which every letter between them completes S-O-S or lets it be completed.
    assert quire.solve(quire.parse("line", "S... 2")).outcome == "win"
    _, infos = one.reset()
    rewards, over = np.zeros(2), np.zeros(2, bool)
    actions = np.array([0, 0])
    while not over.all():
        _, rewards, over, _, infos = one.step(actions)
        actions = infos["action_mask"].argmax(axis=1)
    assert rewards.tolist() == [-1, -1]


def test_seats_are_drawn_for_each_game_and_follow_the_seed() -> None:
    one = GameVectorEnv("sos", "3x3:3", 60, opponent=first_legal)
    seats = one.reset(seed=5)[1]["seat"]
    assert set(seats) == {0, 1, 2}
    assert np.array_equal(one.reset(seed=5)[1]["seat"], seats)
    assert not np.array_equal(one.reset()[1]["seat"], seats)


@pytest.mark.parametrize(
    ("actions", "error", "message"),
    [
        ([0, 1], IllegalMove, r"game 1 of the batch: action 1 \(Oa1\) is not legal"),
        ([0, -1], IllegalMove, "game 1 of the batch: -1 is not an action"),
        ([0, 18], IllegalMove, "game 1 of the batch: no action 18"),
        ([0.0, 1.0], ValueError, "one whole number is needed for each of 2 games"),
        ([0], ValueError, "one whole number is needed for each of 2 games"),
    ],
)
def test_illegal_actions_are_named_and_change_nothing(
    actions: list[float], error: type[Exception], message: str
) -> None:
    one = GameVectorEnv("sos", "3x3", 2)
    one.reset()
    one.step([2, 0])
    before = [str(one.batch.position(game)) for game in range(2)]
    with pytest.raises(error, match=message):
        one.step(actions)
    assert [str(one.batch.position(game)) for game in range(2)] == before


def test_finished_games_must_be_reset_without_autoreset() -> None:
    one = GameVectorEnv("obstruction", "3x3", 1, autoreset_mode=AutoresetMode.DISABLED)
    one.reset()
    one.step([4])
    with pytest.raises(IllegalMove, match="the game is over; reset it"):
        one.step([0])


@pytest.mark.parametrize(
    ("answer", "error", "message"),
    [
        (
            0,
            IllegalMove,
            r"the opponent's actions: game 0 of the batch: action 0 \(a1\) is not",
        ),
        (0.5, ValueError, "the opponent's actions: one whole number is needed for each of 2 games"),
    ],
)
def test_wrong_actions_of_the_opponent_are_explained(
    answer: float, error: type[Exception], message: str
) -> None:
    def always(observations: np.ndarray, masks: np.ndarray) -> list[float]:
        return [answer] * len(masks)

    one = GameVectorEnv("obstruction", "3x3", 2, opponent=always, seat=0)
    one.reset()
    with pytest.raises(error, match=message):
        one.step([0, 0])


def test_the_first_step_needs_a_reset() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset before the first step"):
        GameVectorEnv("line", "5", 2).step([0, 0])


def test_wrong_settings_are_explained() -> None:
    with pytest.raises(TypeError, match="opponent must be an agent or a function, not 'random'"):
        GameVectorEnv("line", "5", 2, opponent="random")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no seat 2: players are numbered 0 to 1"):
        GameVectorEnv("line", "5", 2, opponent=first_legal, seat=2)
    with pytest.raises(ValueError, match="seat needs an opponent"):
        GameVectorEnv("line", "5", 2, seat=0)
    with pytest.raises(ValueError, match="'human'; choose from ansi, svg"):
        GameVectorEnv("line", "5", 2, render_mode="human")
    with pytest.raises(NotationError):
        GameVectorEnv("line", "5x5", 2)


def test_boards_are_rendered() -> None:
    one = GameVectorEnv("obstruction", "3x1", 2, render_mode="ansi")
    one.reset()
    one.step([0, 1])
    shown = one.render()
    assert shown is not None
    assert [text.splitlines()[0] for text in shown] == ["X # .", "# X #"]
    svg = GameVectorEnv("line", "5", 1, render_mode="svg").render()
    assert svg is not None
    assert svg[0].startswith("<svg")
    assert GameVectorEnv("line", "5", 1).render() is None


def test_missing_library_is_named_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, "quire.adapters.gymnasium")
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'quire\[gymnasium\]'"):
        import_module("quire.adapters.gymnasium")
