// Puzzles from the server or, where it can't be reached, from the file of this build.
import { core } from "../../core/core";
import { CoreError } from "../../core/instance";
import { replayOf } from "../../core/replay";
import { account } from "../../net/account";
import { ApiError, fetchJson, withQuery } from "../../net/api";
import { ensureAccount } from "../../net/guest";
import type { Line, PuzzleAnswer, PuzzleInfo, PuzzleProgress } from "../../net/protocol.gen";
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

/** The verdict on an answer after the moves made so far; null gives the puzzle up. */
export const answerPuzzle = (
  puzzle: PuzzleInfo,
  move: string | null,
  made: string[],
): Promise<PuzzleAnswer> =>
  orHere(
    async () => {
      await ensureAccount();
      await sendAnswers();
      return fetchJson<PuzzleAnswer>("POST", `/api/puzzles/${puzzle.id}/answers`, { move, made });
    },
    () => answerHere(puzzle, move, made),
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
  const { id, game, grade, position, moves } = puzzle;
  const { size, to_move, picture } = await replayOf({ game, position });
  const day = await dayOf(puzzle);
  const state = stateOf(deviceAnswers(), id, day);
  return {
    ...{ id, game, size, grade, to_move, position, picture, state, moves },
    goal: puzzle.value > 0 ? "win" : "draw",
    day: day ? dateOf(day) : null,
    line: isSettled(state) ? puzzle.line : null,
  };
}

const progressHere = async () => progressOf(deviceAnswers(), await loadPuzzles(), dayNumber());

async function answerHere(
  { id, to_move }: PuzzleInfo,
  move: string | null,
  made: string[],
): Promise<PuzzleAnswer> {
  const puzzle = await findHere(id);
  const { game, position, line, value, second } = puzzle;
  const at = { game, position, moves: made };
  const checked = move === null ? null : await check(at, line[made.length], move);
  const isRight = checked?.correct ?? false;
  const goesOn = isRight && made.length + 1 < line.length;
  const day = await dayOf(puzzle);
  const words = checked && [...made, checked.move].join(" ");
  const state = goesOn
    ? stateOf(deviceAnswers(), id, day)
    : recordAnswer(id, words, isRight, { day, today: dayNumber() });
  return {
    ...{ correct: isRight, move: checked?.move ?? null, state, value, second_value: second },
    replies: goesOn ? await repliesTo(puzzle, to_move, made.length + 1) : [],
    line: isSettled(state) ? line : null,
    progress: await progressHere(),
  };
}

/** The opponent's answers after some moves of the solution, up to the player's next move. */
async function repliesTo({ game, position, line }: Puzzle, player: number, made: number) {
  const { steps } = await replayOf({ game, position, moves: line });
  const next = steps.findIndex((it, number) => number >= made && it.player === player);
  return next < 0 ? [] : line.slice(made, next);
}

async function check(line: Line, solution: string, answer: string) {
  try {
    return await core.ask({ kind: "check_puzzle", ...line, solution, answer });
  } catch (error) {
    throw error instanceof CoreError ? new ApiError(error.code, error.message) : error;
  }
}
