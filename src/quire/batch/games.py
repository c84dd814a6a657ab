"""Many games at once: N positions of one size, with arrays of what a learner needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, SupportsIndex, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from quire.batch.encoding import Encoding
from quire.core import Position

NO_ACTION = -1
"""The action that leaves a game as it is; the only one for a game that is over."""

MAX_THREADS = 256

Scalar = TypeVar("Scalar", bound=np.generic)


class Batch:
    """N games at once, on boards of one size, each at its own position.

    Every method returns a new array with one row per game, or fills `out`. With many games all
    cores are used, up to `threads`; the results do not depend on it. With `autoreset` a game that
    ends starts again in the same step, so that no game is ever over.

    >>> batch = Batch("sos", "5x5", 3)
    >>> rewards, ended = batch.step([0, 7, 49])
    >>> [str(batch.position(game)) for game in range(3)]
    ['S..../...../...../...../..... 2 0-0', '...O./...../...../...../..... 2 0-0', \
'...../...../...../...../....O 2 0-0']
    >>> rewards.shape, ended.any()
    ((3, 2), np.False_)
    """

    def __init__(
        self,
        game: str,
        size: str | int | None = None,
        count: int = 1,
        *,
        autoreset: bool = True,
        threads: int | None = None,
    ) -> None:
        encoding = Encoding(game, size)
        if not isinstance(count, int) or count < 1:
            raise ValueError(f"count must be a whole number from 1, not {count!r}")
        self._begin(encoding, [encoding.start] * count, autoreset, threads)

    @classmethod
    def of(
        cls,
        positions: Iterable[Position],
        *,
        autoreset: bool = False,
        threads: int | None = None,
    ) -> Batch:
        """Return a batch that begins at these positions, all of one game and size.

        >>> import quire
        >>> Batch.of([quire.parse("line", "S..O. 1"), quire.start("line", 5)]).boards().tolist()
        [[[1, 0, 0, 2, 0]], [[0, 0, 0, 0, 0]]]
        """
        games = list(positions)
        if not games:
            raise ValueError("a batch needs at least one position")
        batch = cls.__new__(cls)
        batch._begin(Encoding(games[0].game, games[0].size), games, autoreset, threads)
        return batch

    def _begin(
        self, encoding: Encoding, games: list[Position], autoreset: bool, threads: int | None
    ) -> None:
        if threads is not None and not 1 <= threads <= MAX_THREADS:
            raise ValueError(f"threads must be 1 to {MAX_THREADS}, not {threads}")
        self.encoding = encoding
        self.autoreset = autoreset
        self.threads = threads
        self._games = encoding.encoder.games(games, threads or 0)

    def __len__(self) -> int:
        return len(self._games)

    def __copy__(self) -> Batch:
        return self.take(np.arange(len(self)))

    def __deepcopy__(self, memo: object) -> Batch:
        return self.__copy__()

    def __reduce__(self) -> tuple[Callable[..., Batch], tuple[object, ...]]:
        positions = [self.position(game) for game in range(len(self))]
        return _restored, (positions, self.autoreset, self.threads)

    def position(self, game: SupportsIndex) -> Position:
        """Return the position of one game."""
        number = game.__index__()
        if not 0 <= number < len(self):
            raise IndexError(f"no game {number}: games are numbered 0 to {len(self) - 1}")
        return self._games.position(number)

    def take(self, games: ArrayLike) -> Batch:
        """Return a batch with copies of these games; a game may be taken several times."""
        chosen = np.asarray(games)
        if chosen.ndim != 1 or not chosen.size or chosen.dtype.kind not in "iu":
            raise ValueError("take needs the numbers of games, at least one")
        outside = (chosen < 0) | (chosen >= len(self))
        if outside.any():
            raise IndexError(
                f"no game {chosen[outside][0]}: games are numbered 0 to {len(self) - 1}"
            )
        batch = Batch.__new__(Batch)
        batch.encoding, batch.autoreset = self.encoding, self.autoreset
        batch.threads = self.threads
        batch._games = self._games.take(chosen.tolist())
        return batch

    def step(self, actions: ArrayLike) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Play one action in every game, or none where it is NO_ACTION.

        Returns the payoffs of the players in the games that ended in this step, 0 in all others,
        and which games ended. Raises IllegalMove for the first illegal action, and then no game has
        changed.
        """
        chosen = whole_numbers(actions, len(self))
        rewards = np.empty((len(self), self.encoding.players), np.float32)
        ended = np.empty(len(self), np.bool_)
        self._games.step(np.ascontiguousarray(chosen, np.int64), rewards, ended)
        if self.autoreset and ended.any():
            self._games.put(ended, self.encoding.start)
        return rewards, ended

    def reset(self, which: ArrayLike | None = None) -> None:
        """Start the games again for which `which` is true; all of them by default."""
        chosen = np.ones(len(self), np.bool_) if which is None else np.asarray(which)
        if chosen.shape != (len(self),) or chosen.dtype != np.bool_:
            raise ValueError(f"reset needs True or False for each of {len(self)} games")
        self._games.put(np.ascontiguousarray(chosen), self.encoding.start)

    def observations(
        self, players: ArrayLike | None = None, out: NDArray[np.float32] | None = None
    ) -> NDArray[np.float32]:
        """Return the planes of every game as the encoding has them: (N, planes, height, width).

        Each is seen by the player to move there, or by `players`: one for all games, or one each.
        """
        observers = self.to_move() if players is None else self._observers(players)
        seen = self._array(out, np.float32, *self.encoding.shape)
        self._games.observe(observers, seen)
        return seen

    def masks(self, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """Return 1 for every legal action and 0 for all others: (N, actions)."""
        masks = self._array(out, np.int8, len(self.encoding.moves))
        self._games.masks(masks)
        return masks

    def boards(self, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """Return the marks: (N, height, width), 0 without a mark, 1 for `encoding.marks[0]`."""
        boards = self._array(out, np.int8, *self.encoding.shape[1:])
        self._games.boards(boards)
        return boards

    def to_move(self, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """Return the player to move in every game: (N,). Turns do not always alternate."""
        players = self._array(out, np.int8)
        self._games.to_move(players)
        return players

    def points(self, out: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """Return the points so far: (N, players)."""
        points = self._array(out, np.int32, self.encoding.players)
        self._games.points(points)
        return points

    def over(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """Return which games are over: (N,)."""
        over = self._array(out, np.bool_)
        self._games.over(over)
        return over

    def random_actions(
        self, rng: np.random.Generator, out: NDArray[np.int64] | None = None
    ) -> NDArray[np.int64]:
        """Return a random legal action for every game, NO_ACTION where it is over: (N,)."""
        actions = self._array(out, np.int64)
        self._games.random_actions(_seed(rng), actions)
        return actions

    def playouts(
        self,
        games: int,
        rng: np.random.Generator,
        out: NDArray[np.float32] | None = None,
    ) -> NDArray[np.float32]:
        """Return the players' mean payoffs in N random games from each position: (N, players).

        The games of the batch stay as they are. Ctrl-C stops it.
        """
        if games < 1:
            raise ValueError(f"games must be 1 or more, not {games}")
        payoffs = self._array(out, np.float32, self.encoding.players)
        self._games.playouts(games, _seed(rng), payoffs)
        return payoffs

    def _observers(self, players: ArrayLike) -> NDArray[np.int8]:
        observers = np.asarray(players)
        if observers.shape not in ((), (len(self),)) or observers.dtype.kind not in "iu":
            raise ValueError(f"players must be one player, or one for each of {len(self)} games")
        last = self.encoding.players - 1
        if ((observers < 0) | (observers > last)).any():
            raise ValueError(f"players are numbered 0 to {last}")
        return np.ascontiguousarray(np.broadcast_to(observers, len(self)), np.int8)

    def _array(
        self, out: NDArray[Scalar] | None, dtype: type[Scalar], *shape: int
    ) -> NDArray[Scalar]:
        wanted = (len(self), *shape)
        if out is None:
            return np.empty(wanted, dtype)
        usable = out.flags.c_contiguous and out.flags.writeable
        if out.shape != wanted or out.dtype != dtype or not usable:
            raise ValueError(
                f"out must be a writable C-contiguous array of {np.dtype(dtype)} and shape {wanted}"
            )
        return out


def _seed(rng: np.random.Generator) -> int:
    return int(rng.integers(2**63))


def _restored(positions: list[Position], autoreset: bool, threads: int | None) -> Batch:
    return Batch.of(positions, autoreset=autoreset, threads=threads)


def whole_numbers(actions: ArrayLike, count: int) -> NDArray[np.integer[Any]]:
    """Return the actions as an array. Raises ValueError unless they are one per game."""
    chosen = np.asarray(actions)
    if chosen.shape != (count,) or chosen.dtype.kind not in "iu":
        raise ValueError(
            f"one whole number is needed for each of {count} games, not an array of "
            f"{chosen.dtype} of shape {chosen.shape}"
        )
    return chosen
