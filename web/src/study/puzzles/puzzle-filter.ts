// Which puzzle comes next.
import { fetchJson, withQuery } from "../../net/api";
import type { PuzzleInfo } from "../../net/protocol.gen";

export interface PuzzleFilter {
  game: string; // empty: any
  grade: number; // 0: any
}

/** The id of a puzzle that I haven't done; rejected if there is none. */
export async function nextPuzzle({ game, grade }: PuzzleFilter): Promise<string> {
  const path = withQuery("/api/puzzles", { game, grade: grade || null });
  return (await fetchJson<PuzzleInfo>("GET", path)).id;
}
