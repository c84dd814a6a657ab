// Sizes as text: board, players, variant, as in 5x5:3:simple.

export interface SizeParts {
  board: string;
  players: number;
  variants: string[];
}

export function partsOf(size: string): SizeParts {
  const [board = "", ...rest] = size.split(":").map((it) => it.trim());
  const number = rest.find((it) => /^\d+$/.test(it));
  return {
    board,
    players: number === undefined ? 2 : Number(number),
    variants: rest.filter((it) => it !== number),
  };
}

export function playersOf(size: string): number {
  return partsOf(size).players;
}

/** The same board for this many players. */
export function withPlayers(size: string, players: number): string {
  const { board, variants } = partsOf(size);
  return [board, ...(players > 2 ? [players] : []), ...variants].join(":");
}

/** The boards to choose from, each once; the number of players is a separate field. */
export function boardsOf(commonSizes: readonly string[]): string[] {
  return [...new Set(commonSizes.map((it) => withPlayers(it, 2)))];
}
