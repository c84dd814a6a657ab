// Puzzles from the server or, where it can't be reached, from the file of this build.
import { core } from "../../core/core";
import { CoreError } from "../../core/instance";
import { replayOf } from "../../core/replay";
import { account } from "../../net/account";
import { ApiError, fetchJson, withQuery } from "../../net/api";
import { ensureAccount } from "../../net/guest";
import type { PuzzleAnswer, PuzzleInfo, PuzzleProgress } from "../../net/protocol.gen";
import {
  deviceAnswers,
  isSettled,
  progressOf,
  recordAnswer,
  sendAnswers,
  stateOf,
} from "./device-answers";
import {
  dateOf,
  dayNumber,
  findPuzzle,
  loadPuzzles,
  type Puzzle,
  puzzleOfDay,
} from "./puzzle-file";
import type { PuzzleFilter } from "./puzzle-filter";

/** A puzzle by its id, or that of the day by `today`. */
export const loadPuzzle = (id: string): Promise<PuzzleInfo> =>
  orHere(
    () => fetchJson<PuzzleInfo>("GET", `/api/puzzles/${encodeURIComponent(id)}`),
    async () => infoOf(await findHere(id)),
  );

/** The id of a puzzle that I haven't done; rejected if there is none. */
export const nextPuzzle = ({ game, grade }: PuzzleFilter): Promise<string> =>
  orHere(
    async () => {
      const path = withQuery("/api/puzzles", { game, grade: grade || null });
      return (await fetchJson<PuzzleInfo>("GET", path)).id;
    },
    async () => {
      const all = [...(await loadPuzzles()).values()].flat();
      const answers = deviceAnswers();
      const left = all.filter(
        (it) =>
          (!game || it.game === game) &&
          (!grade || it.grade === grade) &&
          !isSettled(stateOf(answers, it.id, 0)),
      );
      if (!left.length) throw new ApiError("not_found", "", "GET /api/puzzles");
      return left[Math.floor(Math.random() * left.length)].id;
    },
  );

/** The account's progress, or that on this device; null if there is none. */
export const loadProgress = (): Promise<PuzzleProgress | null> =>
  orHere(
    async () => {
      if (!account.peek()) return deviceAnswers().length ? progressHere() : null;
      await sendAnswers();
      return fetchJson<PuzzleProgress>("GET", "/api/me/puzzles");
    },
    async () => (deviceAnswers().length ? progressHere() : null),
  );

/** The verdict on an answer; null gives the puzzle up. */
export const answerPuzzle = (puzzle: PuzzleInfo, move: string | null): Promise<PuzzleAnswer> =>
  orHere(
    async () => {
      await ensureAccount();
      await sendAnswers();
      return fetchJson<PuzzleAnswer>("POST", `/api/puzzles/${puzzle.id}/answers`, { move });
    },
    () => answerHere(puzzle.id, move),
  );

async function orHere<T>(there: () => Promise<T>, here: () => Promise<T>): Promise<T> {
  if (core.isAvailable && navigator.onLine === false) return here();
  try {
    return await there();
  } catch (error) {
    const isLost =
      error instanceof ApiError && ["network", "unavailable", "no_server"].includes(error.code);
    if (isLost && core.isAvailable) return here();
    throw error;
  }
}

async function findHere(id: string): Promise<Puzzle> {
  const puzzles = await loadPuzzles();
  const found = id === "today" ? puzzleOfDay(puzzles, dayNumber()) : findPuzzle(puzzles, id);
  if (!found) throw new ApiError("not_found");
  return found;
}

/** Today's number if it is the puzzle of the day, else 0. */
const dayOf = async ({ id }: Puzzle): Promise<number> =>
  puzzleOfDay(await loadPuzzles(), dayNumber())?.id === id ? dayNumber() : 0;

async function infoOf(puzzle: Puzzle): Promise<PuzzleInfo> {
  const { id, game, grade, position } = puzzle;
  const { size, to_move, picture } = await replayOf({ game, position });
  const day = await dayOf(puzzle);
  const state = stateOf(deviceAnswers(), id, day);
  return {
    ...{ id, game, size, grade, to_move, position, picture, state },
    goal: puzzle.value > 0 ? "win" : "draw",
    day: day ? dateOf(day) : null,
    solution: isSettled(state) ? puzzle.solution : null,
  };
}

const progressHere = async () => progressOf(deviceAnswers(), await loadPuzzles(), dayNumber());

async function answerHere(id: string, move: string | null): Promise<PuzzleAnswer> {
  const puzzle = await findHere(id);
  const { game, position, solution, value, second } = puzzle;
  const checked = move === null ? null : await check({ game, position }, solution, move);
  const isRight = checked?.correct ?? false;
  const days = { day: await dayOf(puzzle), today: dayNumber() };
  const state = recordAnswer(id, checked?.move ?? null, isRight, days);
  return {
    ...{ correct: isRight, move: checked?.move ?? null, state, value, second_value: second },
    solution: isSettled(state) ? solution : null,
    progress: await progressHere(),
  };
}

async function check(line: { game: string; position: string }, solution: string, answer: string) {
  try {
    return await core.ask({ kind: "check_puzzle", ...line, solution, answer });
  } catch (error) {
    throw error instanceof CoreError ? new ApiError(error.code, error.message) : error;
  }
}
