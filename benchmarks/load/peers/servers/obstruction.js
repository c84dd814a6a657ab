// Obstruction on 6x6: mark a free cell and block its neighbours; the last player to move wins.
// A board is an array of 36 numbers: 0 for a cell without a mark, else the player's seat plus 1.

const SIDE = 6;

const NEIGHBOURS = Array.from({ length: SIDE * SIDE }, (_, cell) => {
  const near = [];
  for (let row = -1; row <= 1; row++) {
    for (let column = -1; column <= 1; column++) {
      const x = (cell % SIDE) + column;
      const y = Math.floor(cell / SIDE) + row;
      if (x >= 0 && x < SIDE && y >= 0 && y < SIDE) near.push(y * SIDE + x);
    }
  }
  return near; // itself included
});

export const emptyBoard = () => Array(SIDE * SIDE).fill(0);

/** Return the cell of a move such as "c4", or -1. */
export function cellOf(move) {
  if (typeof move !== "string" || move.length !== 2) return -1;
  const column = move.charCodeAt(0) - 97;
  const row = move.charCodeAt(1) - 49;
  return column >= 0 && column < SIDE && row >= 0 && row < SIDE ? row * SIDE + column : -1;
}

export const isFree = (board, cell) => NEIGHBOURS[cell].every((near) => board[near] === 0);

export const isOver = (board) => !board.some((_, cell) => isFree(board, cell));
