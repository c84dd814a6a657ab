// Which puzzle comes next.

export interface PuzzleFilter {
  game: string; // empty: any
  grade: number; // 0: any
}
