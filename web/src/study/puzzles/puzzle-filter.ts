// Which puzzle comes next.
import { ApiError, fetchJson, withQuery } from "../../net/api";
import type { PuzzleInfo } from "../../net/protocol.gen";
import { texts } from "../../texts";

export interface PuzzleFilter {
  game: string; // empty: any
  grade: number; // 0: any
}

/** The id of a puzzle that I haven't done; rejected if there is none. */
export async function nextPuzzle({ game, grade }: PuzzleFilter): Promise<string> {
  try {
    const path = withQuery("/api/puzzles", { game, grade: grade || null });
    return (await fetchJson<PuzzleInfo>("GET", path)).id;
  } catch (error) {
    const none = error instanceof ApiError && error.code === "not_found";
    throw none ? new ApiError("all_done", texts.value.puzzles.allDone) : error;
  }
}
