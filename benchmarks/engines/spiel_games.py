"""SOS and Obstruction on 8x8 as OpenSpiel Python games, written like its own examples.

Tables of neighbours and lines are made once; a state keeps its legal actions sorted and up to date,
so that listing them needs no scan of the board. Actions are written in Quire's notation.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Any, Final

import pyspiel

SIDE: Final = 8
CELLS: Final = SIDE * SIDE
DIRECTIONS: Final = ((0, 1), (1, 0), (1, 1), (1, -1))
EMPTY, S, O = 0, 1, 2  # noqa: E741 - the letters of the game

Pairs = tuple[tuple[int, int], ...]


def cell_at(row: int, column: int) -> int | None:
    """Return the number of a cell, or None off the board."""
    return row * SIDE + column if 0 <= row < SIDE and 0 <= column < SIDE else None


def cell_name(cell: int) -> str:
    """Return the cell in Quire's notation: column letter, then row number."""
    return f"{chr(ord('a') + cell % SIDE)}{cell // SIDE + 1}"


def pairs_around(cell: int) -> Pairs:
    """Return the pairs of cells that form a line of three with this cell in the middle."""
    row, column = divmod(cell, SIDE)
    found = []
    for down, right in DIRECTIONS:
        before, after = cell_at(row - down, column - right), cell_at(row + down, column + right)
        if before is not None and after is not None:
            found.append((before, after))
    return tuple(found)


def pairs_beyond(cell: int) -> Pairs:
    """Return the pairs (next cell, the one after it) on the rays from this cell."""
    row, column = divmod(cell, SIDE)
    found = []
    for down, right in (*DIRECTIONS, *((-down, -right) for down, right in DIRECTIONS)):
        middle, end = (
            cell_at(row + down, column + right),
            cell_at(row + 2 * down, column + 2 * right),
        )
        if middle is not None and end is not None:
            found.append((middle, end))
    return tuple(found)


def neighbours(cell: int) -> tuple[int, ...]:
    """Return the cell and those around it, which a mark in Obstruction closes."""
    row, column = divmod(cell, SIDE)
    around = (cell_at(row + r, column + c) for r in (-1, 0, 1) for c in (-1, 0, 1))
    return tuple(found for found in around if found is not None)


AROUND: Final = tuple(map(pairs_around, range(CELLS)))
BEYOND: Final = tuple(map(pairs_beyond, range(CELLS)))
CLOSED_BY: Final = tuple(map(neighbours, range(CELLS)))


def game_type(short_name: str, long_name: str) -> Any:
    """Return the type that both games share: two players, perfect information, terminal reward."""
    return pyspiel.GameType(
        short_name=short_name,
        long_name=long_name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )


def game_info(actions: int) -> Any:
    """Return the bounds of a game of win, draw and loss on 64 cells."""
    return pyspiel.GameInfo(
        num_distinct_actions=actions,
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=CELLS,
    )


SOS_TYPE: Final = game_type("python_sos_8x8", "SOS on 8x8, general rules")
OBSTRUCTION_TYPE: Final = game_type("python_obstruction_8x8", "Obstruction on 8x8")


class SosGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no type hints
    """SOS on 8x8: points for each S-O-S, and another move for the player who scores."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__(SOS_TYPE, game_info(2 * CELLS), params or {})

    def new_initial_state(self) -> SosState:
        """Return the empty board."""
        return SosState(self)


class SosState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no type hints
    """A position of SOS; action 2c writes S into cell c, 2c+1 writes O."""

    def __init__(self, game: SosGame) -> None:
        super().__init__(game)
        self.board = [EMPTY] * CELLS
        self.legal = list(range(2 * CELLS))
        self.player = 0
        self.points = [0, 0]

    def current_player(self) -> int:
        """Return the player to move, or TERMINAL."""
        return self.player if self.legal else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return self.legal

    def _apply_action(self, action: int) -> None:
        cell, writes_o = divmod(action, 2)
        board = self.board
        scored = 0
        if writes_o:
            board[cell] = O
            for before, after in AROUND[cell]:
                if board[before] == S and board[after] == S:
                    scored += 1
        else:
            board[cell] = S
            for middle, end in BEYOND[cell]:
                if board[middle] == O and board[end] == S:
                    scored += 1
        place = bisect_left(self.legal, 2 * cell)
        del self.legal[place : place + 2]
        if scored:
            self.points[self.player] += scored
        else:
            self.player = 1 - self.player

    def _action_to_string(self, player: int, action: int) -> str:
        return "SO"[action % 2] + cell_name(action // 2)

    def is_terminal(self) -> bool:
        """Return whether the board is full."""
        return not self.legal

    def returns(self) -> list[float]:
        """Return 1 for a win, -1 for a loss, 0 for a draw and before the end."""
        first, second = self.points
        won = 0.0 if self.legal else float((first > second) - (first < second))
        return [won, -won]

    def __str__(self) -> str:
        rows = (self.board[at : at + SIDE] for at in range(0, CELLS, SIDE))
        return "/".join("".join(".SO"[letter] for letter in row) for row in rows)


class ObstructionGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no type hints
    """Obstruction on 8x8: a mark closes its neighbours, the last mark wins."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__(OBSTRUCTION_TYPE, game_info(CELLS), params or {})

    def new_initial_state(self) -> ObstructionState:
        """Return the empty board."""
        return ObstructionState(self)


class ObstructionState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no type hints
    """A position of Obstruction; action c marks cell c."""

    def __init__(self, game: ObstructionGame) -> None:
        super().__init__(game)
        self.open = [True] * CELLS
        self.legal = list(range(CELLS))
        self.player = 0

    def current_player(self) -> int:
        """Return the player to move, or TERMINAL."""
        return self.player if self.legal else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return self.legal

    def _apply_action(self, action: int) -> None:
        is_open = self.open
        for cell in CLOSED_BY[action]:
            is_open[cell] = False
        self.legal = [cell for cell in self.legal if is_open[cell]]
        self.player = 1 - self.player

    def _action_to_string(self, player: int, action: int) -> str:
        return cell_name(action)

    def is_terminal(self) -> bool:
        """Return whether no cell is left to mark."""
        return not self.legal

    def returns(self) -> list[float]:
        """Return 1 for the player who made the last mark, -1 for the other; 0 before the end."""
        if self.legal:
            return [0.0, 0.0]
        return [-1.0, 1.0] if self.player == 0 else [1.0, -1.0]

    def __str__(self) -> str:
        rows = (self.open[at : at + SIDE] for at in range(0, CELLS, SIDE))
        return "/".join("".join(".-"[not is_open] for is_open in row) for row in rows)


pyspiel.register_game(SOS_TYPE, SosGame)
pyspiel.register_game(OBSTRUCTION_TYPE, ObstructionGame)
