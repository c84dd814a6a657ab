# Written by `make docs`; do not edit.
"""The rules of every game, as immutable positions."""

from collections.abc import Callable, Sequence
from typing import Any, Self

import quire.core
import quire.picture


class Sos:
    """A position: an immutable value."""

    @property
    def game(self) -> str:
        """The key of its game."""

    @property
    def size(self) -> str:
        """The canonical size, with variant and number of players."""

    @property
    def players(self) -> int:
        """The number of players, including those who have left."""

    @property
    def to_move(self) -> int:
        """The player to move; 0 is player 1."""

    @property
    def points(self) -> tuple[int, ...]:
        """The points so far, one entry per player; zeros if the game has none."""

    @property
    def out(self) -> tuple[int, ...]:
        """The players who have left, in ascending order."""

    def cells(self) -> dict[str, str]:
        """Return the mark of every cell by its name; '.' is empty, '#' blocked."""

    def lines(self) -> list[tuple[str, ...]]:
        """Return every scored line on the board, as the names of its cells."""

    def completes(self, move: str) -> list[tuple[str, ...]]:
        """Return the lines that this legal move would complete."""

    def index(self, move: str) -> int:
        """
        Return the index of a move in game.moves(size); it need not be legal here.
        """

    def legal_moves(self) -> list[str]:
        """Return the legal moves, in index order; empty once the game is over."""

    def play(self, move: str) -> Self:
        """Return the position after a move. Raises IllegalMove or NotationError."""

    def leave(self, player: int) -> Self:
        """
        Return the position after a player has left; only with three or more players.
        """

    def outcome(self) -> quire.core.Outcome | None:
        """Return how the game ended; None while it is in progress."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __eq__(self, other: object) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

    def __copy__(self) -> Self: ...

    def __deepcopy__(self, memo: object) -> Self: ...

class SosWide:
    """A position: an immutable value."""

    @property
    def game(self) -> str:
        """The key of its game."""

    @property
    def size(self) -> str:
        """The canonical size, with variant and number of players."""

    @property
    def players(self) -> int:
        """The number of players, including those who have left."""

    @property
    def to_move(self) -> int:
        """The player to move; 0 is player 1."""

    @property
    def points(self) -> tuple[int, ...]:
        """The points so far, one entry per player; zeros if the game has none."""

    @property
    def out(self) -> tuple[int, ...]:
        """The players who have left, in ascending order."""

    def cells(self) -> dict[str, str]:
        """Return the mark of every cell by its name; '.' is empty, '#' blocked."""

    def lines(self) -> list[tuple[str, ...]]:
        """Return every scored line on the board, as the names of its cells."""

    def completes(self, move: str) -> list[tuple[str, ...]]:
        """Return the lines that this legal move would complete."""

    def index(self, move: str) -> int:
        """
        Return the index of a move in game.moves(size); it need not be legal here.
        """

    def legal_moves(self) -> list[str]:
        """Return the legal moves, in index order; empty once the game is over."""

    def play(self, move: str) -> Self:
        """Return the position after a move. Raises IllegalMove or NotationError."""

    def leave(self, player: int) -> Self:
        """
        Return the position after a player has left; only with three or more players.
        """

    def outcome(self) -> quire.core.Outcome | None:
        """Return how the game ended; None while it is in progress."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __eq__(self, other: object) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

    def __copy__(self) -> Self: ...

    def __deepcopy__(self, memo: object) -> Self: ...

class Line:
    """A position: an immutable value."""

    @property
    def game(self) -> str:
        """The key of its game."""

    @property
    def size(self) -> str:
        """The canonical size, with variant and number of players."""

    @property
    def players(self) -> int:
        """The number of players, including those who have left."""

    @property
    def to_move(self) -> int:
        """The player to move; 0 is player 1."""

    @property
    def points(self) -> tuple[int, ...]:
        """The points so far, one entry per player; zeros if the game has none."""

    @property
    def out(self) -> tuple[int, ...]:
        """The players who have left, in ascending order."""

    def cells(self) -> dict[str, str]:
        """Return the mark of every cell by its name; '.' is empty, '#' blocked."""

    def lines(self) -> list[tuple[str, ...]]:
        """Return every scored line on the board, as the names of its cells."""

    def completes(self, move: str) -> list[tuple[str, ...]]:
        """Return the lines that this legal move would complete."""

    def index(self, move: str) -> int:
        """
        Return the index of a move in game.moves(size); it need not be legal here.
        """

    def legal_moves(self) -> list[str]:
        """Return the legal moves, in index order; empty once the game is over."""

    def play(self, move: str) -> Self:
        """Return the position after a move. Raises IllegalMove or NotationError."""

    def leave(self, player: int) -> Self:
        """
        Return the position after a player has left; only with three or more players.
        """

    def outcome(self) -> quire.core.Outcome | None:
        """Return how the game ended; None while it is in progress."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __eq__(self, other: object) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

    def __copy__(self) -> Self: ...

    def __deepcopy__(self, memo: object) -> Self: ...

class LineWide:
    """A position: an immutable value."""

    @property
    def game(self) -> str:
        """The key of its game."""

    @property
    def size(self) -> str:
        """The canonical size, with variant and number of players."""

    @property
    def players(self) -> int:
        """The number of players, including those who have left."""

    @property
    def to_move(self) -> int:
        """The player to move; 0 is player 1."""

    @property
    def points(self) -> tuple[int, ...]:
        """The points so far, one entry per player; zeros if the game has none."""

    @property
    def out(self) -> tuple[int, ...]:
        """The players who have left, in ascending order."""

    def cells(self) -> dict[str, str]:
        """Return the mark of every cell by its name; '.' is empty, '#' blocked."""

    def lines(self) -> list[tuple[str, ...]]:
        """Return every scored line on the board, as the names of its cells."""

    def completes(self, move: str) -> list[tuple[str, ...]]:
        """Return the lines that this legal move would complete."""

    def index(self, move: str) -> int:
        """
        Return the index of a move in game.moves(size); it need not be legal here.
        """

    def legal_moves(self) -> list[str]:
        """Return the legal moves, in index order; empty once the game is over."""

    def play(self, move: str) -> Self:
        """Return the position after a move. Raises IllegalMove or NotationError."""

    def leave(self, player: int) -> Self:
        """
        Return the position after a player has left; only with three or more players.
        """

    def outcome(self) -> quire.core.Outcome | None:
        """Return how the game ended; None while it is in progress."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __eq__(self, other: object) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

    def __copy__(self) -> Self: ...

    def __deepcopy__(self, memo: object) -> Self: ...

class Extreme:
    """A position: an immutable value."""

    @property
    def game(self) -> str:
        """The key of its game."""

    @property
    def size(self) -> str:
        """The canonical size, with variant and number of players."""

    @property
    def players(self) -> int:
        """The number of players, including those who have left."""

    @property
    def to_move(self) -> int:
        """The player to move; 0 is player 1."""

    @property
    def points(self) -> tuple[int, ...]:
        """The points so far, one entry per player; zeros if the game has none."""

    @property
    def out(self) -> tuple[int, ...]:
        """The players who have left, in ascending order."""

    def cells(self) -> dict[str, str]:
        """Return the mark of every cell by its name; '.' is empty, '#' blocked."""

    def lines(self) -> list[tuple[str, ...]]:
        """Return every scored line on the board, as the names of its cells."""

    def completes(self, move: str) -> list[tuple[str, ...]]:
        """Return the lines that this legal move would complete."""

    def index(self, move: str) -> int:
        """
        Return the index of a move in game.moves(size); it need not be legal here.
        """

    def legal_moves(self) -> list[str]:
        """Return the legal moves, in index order; empty once the game is over."""

    def play(self, move: str) -> Self:
        """Return the position after a move. Raises IllegalMove or NotationError."""

    def leave(self, player: int) -> Self:
        """
        Return the position after a player has left; only with three or more players.
        """

    def outcome(self) -> quire.core.Outcome | None:
        """Return how the game ended; None while it is in progress."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __eq__(self, other: object) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

    def __copy__(self) -> Self: ...

    def __deepcopy__(self, memo: object) -> Self: ...

class Obstruction:
    """A position: an immutable value."""

    @property
    def game(self) -> str:
        """The key of its game."""

    @property
    def size(self) -> str:
        """The canonical size, with variant and number of players."""

    @property
    def players(self) -> int:
        """The number of players, including those who have left."""

    @property
    def to_move(self) -> int:
        """The player to move; 0 is player 1."""

    @property
    def points(self) -> tuple[int, ...]:
        """The points so far, one entry per player; zeros if the game has none."""

    @property
    def out(self) -> tuple[int, ...]:
        """The players who have left, in ascending order."""

    def cells(self) -> dict[str, str]:
        """Return the mark of every cell by its name; '.' is empty, '#' blocked."""

    def lines(self) -> list[tuple[str, ...]]:
        """Return every scored line on the board, as the names of its cells."""

    def completes(self, move: str) -> list[tuple[str, ...]]:
        """Return the lines that this legal move would complete."""

    def index(self, move: str) -> int:
        """
        Return the index of a move in game.moves(size); it need not be legal here.
        """

    def legal_moves(self) -> list[str]:
        """Return the legal moves, in index order; empty once the game is over."""

    def play(self, move: str) -> Self:
        """Return the position after a move. Raises IllegalMove or NotationError."""

    def leave(self, player: int) -> Self:
        """
        Return the position after a player has left; only with three or more players.
        """

    def outcome(self) -> quire.core.Outcome | None:
        """Return how the game ended; None while it is in progress."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __eq__(self, other: object) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

    def __copy__(self) -> Self: ...

    def __deepcopy__(self, memo: object) -> Self: ...

class ObstructionWide:
    """A position: an immutable value."""

    @property
    def game(self) -> str:
        """The key of its game."""

    @property
    def size(self) -> str:
        """The canonical size, with variant and number of players."""

    @property
    def players(self) -> int:
        """The number of players, including those who have left."""

    @property
    def to_move(self) -> int:
        """The player to move; 0 is player 1."""

    @property
    def points(self) -> tuple[int, ...]:
        """The points so far, one entry per player; zeros if the game has none."""

    @property
    def out(self) -> tuple[int, ...]:
        """The players who have left, in ascending order."""

    def cells(self) -> dict[str, str]:
        """Return the mark of every cell by its name; '.' is empty, '#' blocked."""

    def lines(self) -> list[tuple[str, ...]]:
        """Return every scored line on the board, as the names of its cells."""

    def completes(self, move: str) -> list[tuple[str, ...]]:
        """Return the lines that this legal move would complete."""

    def index(self, move: str) -> int:
        """
        Return the index of a move in game.moves(size); it need not be legal here.
        """

    def legal_moves(self) -> list[str]:
        """Return the legal moves, in index order; empty once the game is over."""

    def play(self, move: str) -> Self:
        """Return the position after a move. Raises IllegalMove or NotationError."""

    def leave(self, player: int) -> Self:
        """
        Return the position after a player has left; only with three or more players.
        """

    def outcome(self) -> quire.core.Outcome | None:
        """Return how the game ended; None while it is in progress."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __eq__(self, other: object) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

    def __copy__(self) -> Self: ...

    def __deepcopy__(self, memo: object) -> Self: ...

class Stop:
    """A flag that stops a search, for any thread to set."""

    def __init__(self) -> None: ...

    def set(self) -> None: ...

    def clear(self) -> None: ...

    def is_set(self) -> bool: ...

class Engine:
    """A search for positions of one kind; it keeps its table or tree."""

    def think(self, position: quire.core.Position, *, seconds: float | None = None, nodes: int | None = None, threads: int = 1, stop: Stop | None = None, progress: Callable[[int, float, float], None] | None = None, known: tuple[float, Sequence[str]] | None = None) -> tuple[list[tuple[str, float, bool, int]], list[str], int, int]:
        """
        Return ([(move, value, exact, nodes), ...], line, depth, nodes), the best move first.

        `known` is the proven value with best moves, if they are known already; players use it.
        """

def search(position: quire.core.Position, *, seed: int, memory: int, every_move: bool = False) -> Engine:
    """Make the alpha-beta search for this kind of position."""

def mcts(position: quire.core.Position, *, seed: int, memory: int, exploration: float | None = None, rave: bool | None = None, evaluation: bool = False) -> Engine:
    """Make the Monte Carlo tree search for this kind of position."""

def champion(position: quire.core.Position, *, seed: int, memory: int, plan: tuple[float, str, int]) -> Engine:
    """
    Make the champion; `plan` is the solver's share, the search and the most empty cells.
    """

def level(position: quire.core.Position, *, seed: int, agent: str, nodes: int, miss_rate: float, plan: tuple[float, str, int], measured_size: str) -> Engine:
    """
    Make a level for people; `nodes` are for boards of `measured_size` and smaller ones.
    """

def level_nodes(nodes: int, measured_cells: int, cells: int) -> int:
    """Return the nodes of a level on a board with this many cells."""

def move_seed(seed: int, number: int) -> int:
    """Return the seed of one move in a game with this seed."""

class Solver:
    """Solves positions of one kind exactly and keeps its tables."""

    def solve(self, position: quire.core.Position, *, seconds: float | None = None, nodes: int | None = None, threads: int = 1, all_best: bool = True, grundy: bool = True, second: bool = False, resumable: bool = False, stop: Stop | None = None, progress: Callable[[int, float, float], None] | None = None) -> tuple[int, int, list[str], bool, int | None, int]:
        """
        Return (lower, upper, best moves, whether those are all, Grundy value, nodes).
        """

    @property
    def impartial(self) -> bool:
        """Whether it finds Grundy values, of positions and of their regions."""

    def regions(self, position: quire.core.Position, *, seconds: float | None = None, nodes: int | None = None, stop: Stop | None = None) -> list[tuple[list[str], int | None]]:
        """
        Return the independent regions of a position: (cells, Grundy value or None).
        """

    def __buffer__(self, flags: int, /) -> memoryview:
        """Return the table."""

def solver(position: quire.core.Position, memory: int) -> Solver:
    """
    Make the fastest solver for this kind of position; `memory` is in bytes.
    """

def exhaustive(position: quire.core.Position, memory: int) -> Solver:
    """Make the solver that visits every position."""

def alphabeta(position: quire.core.Position, memory: int) -> Solver:
    """Make the generic alpha-beta solver."""

def move_values(position: quire.core.Position, proof: tuple[int, Sequence[str], bool] | None, proven: Sequence[tuple[str, int]], candidates: Sequence[tuple[str, float, bool, int]]) -> list[tuple[str, float | None, bool, bool]]:
    """Return (move, value, exact, best) of every legal move, the best first."""

def review_game(positions: Sequence[quire.core.Position], entries: Sequence[str | None], known: Sequence[tuple[tuple[int, Sequence[str], bool] | None, int | None, int | None, Sequence[tuple[str, float, bool, int]], bool]]) -> tuple[float | None, bool, list[tuple[float | None, bool, float | None, float | None, str | None, list[str], float | None]], list[int], list[tuple[float | None, dict[str, int]]], list[tuple[str, int, int, list[float | None]]], list[int]]:
    """
    Review a game by what is known of each position: its value, whether that is exact, the moves (value, exact, played, possible, verdict, better moves, accuracy), the numbers of mistakes, the players (accuracy, verdicts), the phases (name, first, last, accuracy of each player) and the numbers of the key moments.
    """

def check_puzzle(position: quire.core.Position, solution: str, answer: str) -> tuple[str, bool]:
    """
    Return (the answer in canonical notation, whether it solves the puzzle).
    """

def weight_count(game: str) -> int:
    """Return how many weights the game's evaluation has; 0 if it has none."""

def set_weights(game: str, content: bytes) -> None:
    """Use the weights in the content of a weight file: two bytes each."""

def evaluate(position: quire.core.Position) -> float:
    """Return the expected result for the player to move, -1 to 1."""

def training(position: quire.core.Position, seed: int) -> Training:
    """Make the training of the evaluation for this kind of position."""

class Training:
    """Learns an evaluation from games of the search against itself."""

    def weights(self) -> list[float]: ...

    def play(self, games: int, *, nodes: int, threads: int = 1, stop: Stop | None = None, progress: Callable[[int, float, float], None] | None = None) -> int:
        """
        Play games with the weights learnt so far; return how many positions there are now.
        """

    def learn(self, *, stop: Stop | None = None, progress: Callable[[int, float, float], None] | None = None) -> tuple[float, float]:
        """
        Learn from them; return the mean losses over seen and unseen positions.
        """

deepest_perft: int = 100

def perft(position: quire.core.Position, depth: int) -> int:
    """Return the number of sequences of exactly `depth` legal moves."""

def playouts(position: quire.core.Position, games: int, seed: int) -> tuple[int, tuple[int, ...], int]:
    """Play random games; return (moves, wins of each player, draws)."""

class Games:
    """Many games at once; quire.batch.Batch has the arrays."""

    def __len__(self) -> int: ...

    def position(self, game: int) -> quire.core.Position: ...

    def take(self, games: Sequence[int]) -> Games: ...

    def put(self, which: object, position: object) -> None: ...

    def step(self, actions: object, rewards: object, ended: object) -> None: ...

    def observe(self, players: object, out: object) -> None: ...

    def masks(self, out: object) -> None: ...

    def boards(self, out: object) -> None: ...

    def to_move(self, out: object) -> None: ...

    def points(self, out: object) -> None: ...

    def over(self, out: object) -> None: ...

    def random_actions(self, seed: int, out: object) -> None: ...

    def playouts(self, count: int, seed: int, out: object) -> None: ...

class Encoder:
    """Positions of one size as numbers; quire.batch.Encoding has the arrays."""

    @property
    def has_bonus(self) -> bool: ...

    def actions(self, position: quire.core.Position) -> list[int]: ...

    def mask(self, position: object, out: object) -> None: ...

    def observe(self, position: object, player: int, out: object) -> None: ...

    def payoffs(self, position: quire.core.Position) -> list[float]: ...

    def games(self, positions: list[quire.core.Position], threads: int) -> Games: ...

def encoder(start: quire.core.Position, area: int, marks: str, by_player: bool, has_points: bool, place_of_cell: list[int], place_of_move: list[int]) -> Encoder:
    """Make the encoder for positions of the size of `start`."""

def policy_move(position: quire.core.Position, policy: str, seed: int) -> str:
    """
    Choose a move by a policy: random, greedy, feasible-2nn or feasible-2n.
    """

def duel(position: quire.core.Position, one: str, other: str, games: int, seed: int, first: int = 0) -> tuple[int, int, int, int, int, tuple[int, int], tuple[int, int], int]:
    """
    Play two policies against each other.

    Return (wins, losses, draws, turns, turns without option, who met that first, and lost, turned).
    """

def no_option(position: quire.core.Position) -> bool:
    """
    Return whether no move scores and every move lets the next player score.
    """

def draw(position: quire.core.Position, moves: Sequence[str], start: quire.core.Position | None, strokes: tuple[quire.picture.Stroke, ...] | None) -> tuple[int, int, tuple[quire.picture.Cell, ...], tuple[quire.picture.Stroke, ...], tuple[quire.picture.Label, ...], tuple[int | None, tuple[int, ...], tuple[int, ...], tuple[int, ...], str | None]]:
    """
    Return width, height, cells, strokes, labels and the facts of the caption.

    `strokes` are those of the picture before the last entry of `moves`; without them the moves are played again, from `start` or the start of the game.
    """

def forbid_other_programs() -> bool:
    """
    Have the kernel kill this process if it executes another program; False if unsupported.
    """

def start(game: str, size: str) -> quire.core.Position:
    """Return the start position of a game."""

def parse(game: str, text: str) -> quire.core.Position:
    """Read a position. Raises NotationError."""

def moves(game: str, size: str) -> tuple[str, ...]:
    """Return every move of a size, legal or not, in index order."""

def opens(position: quire.core.Position, move: str) -> list[tuple[str, ...]]:
    """
    Return the lines through its cell that one more mark would complete after the move.
    """

def normalise_size(game: str, size: str) -> str:
    """Return a size in canonical form. Raises NotationError."""
