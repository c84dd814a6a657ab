"""The rules of every game, as immutable positions."""

from collections.abc import Callable
from typing import Any, Self, final, type_check_only

from quire.core import Outcome, Position

@type_check_only
class _Position:
    @property
    def game(self) -> str: ...
    @property
    def size(self) -> str: ...
    @property
    def players(self) -> int: ...
    @property
    def to_move(self) -> int: ...
    @property
    def points(self) -> tuple[int, ...]: ...
    @property
    def out(self) -> tuple[int, ...]: ...
    def cells(self) -> dict[str, str]: ...
    def lines(self) -> list[tuple[str, ...]]: ...
    def completes(self, move: str) -> list[tuple[str, ...]]: ...
    def index(self, move: str) -> int: ...
    def legal_moves(self) -> list[str]: ...
    def play(self, move: str) -> Self: ...
    def leave(self, player: int) -> Self: ...
    def outcome(self) -> Outcome | None: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: object) -> Self: ...

@final
class Sos(_Position): ...

@final
class SosWide(_Position): ...

@final
class Line(_Position): ...

@final
class LineWide(_Position): ...

@final
class Extreme(_Position): ...

@final
class Obstruction(_Position): ...

@final
class ObstructionWide(_Position): ...

# Searches: limits are None for none; `progress(nodes, seconds, done)` is told now and then.

@final
class Stop:
    def set(self) -> None: ...
    def clear(self) -> None: ...
    def is_set(self) -> bool: ...

@type_check_only
class _Solver:
    def solve(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        threads: int = 1,
        all_best: bool = True,
        grundy: bool = True,
        second: bool = False,
        stop: Stop | None = None,
        progress: Callable[[int, float, float], None] | None = None,
    ) -> tuple[int, int, list[str], bool, int | None, int]:
        """(lower, upper, best moves, whether those are all, Grundy value or None, nodes)"""

# Engines are of `_Thinker`, made by a function for the kind of position that they are given.
@type_check_only
class _Thinker:
    def think(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        threads: int = 1,
        stop: Stop | None = None,
        progress: Callable[[int, float, float], None] | None = None,
    ) -> tuple[list[tuple[str, float, bool, int]], list[str], int, int]:
        """([(move, value, exact, nodes)], the chosen first; the expected line; depth; nodes)"""

@final
class SosSolver(_Solver): ...

@final
class SosExhaustive(_Solver): ...

@final
class SosAlphaBeta(_Solver): ...

@final
class SosWideSolver(_Solver): ...

@final
class SosWideExhaustive(_Solver): ...

@final
class SosWideAlphaBeta(_Solver): ...

@final
class LineSolver(_Solver): ...

@final
class LineExhaustive(_Solver): ...

@final
class LineAlphaBeta(_Solver): ...

@final
class LineWideSolver(_Solver): ...

@final
class LineWideExhaustive(_Solver): ...

@final
class LineWideAlphaBeta(_Solver): ...

@final
class ExtremeSolver(_Solver): ...

@final
class ExtremeExhaustive(_Solver): ...

# `memoryview(solver)` is its table: to be saved, even while it solves, or filled with what was.
@type_check_only
class _RegionSolver(_Solver):
    def regions(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        stop: Stop | None = None,
    ) -> list[tuple[list[str], int | None]]:
        """The connected parts of the free cells: (cells, Grundy value or None if not found)"""
    def __buffer__(self, flags: int, /) -> memoryview: ...

@final
class ExtremeAlphaBeta(_Solver): ...

@final
class ObstructionSolver(_RegionSolver): ...

@final
class ObstructionExhaustive(_Solver): ...

@final
class ObstructionAlphaBeta(_Solver): ...

@final
class ObstructionWideSolver(_RegionSolver): ...

@final
class ObstructionWideExhaustive(_Solver): ...

@final
class ObstructionWideAlphaBeta(_Solver): ...

@final
class SosMcts(_Thinker): ...

@final
class SosWideMcts(_Thinker): ...

@final
class LineMcts(_Thinker): ...

@final
class LineWideMcts(_Thinker): ...

@final
class ExtremeMcts(_Thinker): ...

@final
class ObstructionMcts(_Thinker): ...

@final
class ObstructionWideMcts(_Thinker): ...

@final
class SosSearch(_Thinker): ...

@final
class SosWideSearch(_Thinker): ...

@final
class LineSearch(_Thinker): ...

@final
class LineWideSearch(_Thinker): ...

@final
class ExtremeSearch(_Thinker): ...

@final
class ObstructionSearch(_Thinker): ...

@final
class ObstructionWideSearch(_Thinker): ...

@final
class ExtremeTraining:
    """Learns an evaluation from games of the search against itself."""

    def __init__(self, seed: int) -> None: ...
    def weights(self) -> list[float]: ...
    def play(
        self,
        games: int,
        *,
        nodes: int,
        threads: int = 1,
        stop: Stop | None = None,
        progress: Callable[[int, float, float], None] | None = None,
    ) -> int:
        """Plays games with what it has learnt so far; how many positions there are now."""

    def learn(
        self,
        *,
        stop: Stop | None = None,
        progress: Callable[[int, float, float], None] | None = None,
    ) -> tuple[float, float]:
        """Learns from them; mean losses over what was learnt from and over what was not."""

deepest_perft: int

def start(game: str, size: str) -> Position: ...
def parse(game: str, text: str) -> Position: ...
def moves(game: str, size: str) -> tuple[str, ...]: ...
def normalise_size(game: str, size: str) -> str: ...
def perft(position: Position, depth: int) -> int: ...
def playouts(position: Position, games: int, seed: int) -> tuple[int, tuple[int, ...], int]: ...
def solver(position: Position, memory: int) -> _Solver: ...
def exhaustive(position: Position, memory: int) -> _Solver: ...
def alphabeta(position: Position, memory: int) -> _Solver: ...
def mcts(
    position: Position,
    *,
    seed: int,
    memory: int,
    exploration: float | None = None,
    rave: bool | None = None,
    evaluation: bool = False,
) -> _Thinker: ...

# The paper's players: a policy is "random", "greedy", "feasible-2nn" or "feasible-2n".

def policy_move(position: Position, policy: str, seed: int) -> str: ...
def duel(
    position: Position, one: str, other: str, games: int, seed: int, first: int = 0
) -> tuple[int, int, int, int, int, tuple[int, int], tuple[int, int], int]:
    """(wins, losses, draws, turns, turns without option, who met that first, and lost, turned)"""

def no_option(position: Position) -> bool: ...
def search(position: Position, *, seed: int, memory: int, every_move: bool = False) -> _Thinker: ...
def extreme_weight_count() -> int: ...
def set_extreme_weights(content: bytes) -> None:
    """The content of a file of weights: two bytes each"""

def evaluate_extreme(position: Position) -> float: ...
def forbid_other_programs() -> bool:
    """Has the system kill this process if it ever tries to become another; False: it cannot."""
