// The puzzles of this build, a file of their own: loaded where the server can't be reached.
import { ApiError } from "../../net/api";
import url from "./puzzles.gen.json?url";

export interface Puzzle {
  id: string;
  game: string;
  position: string;
  line: string[]; // the solution, with the opponent's answers
  moves: number; // to find
  value: number; // of the solution, for the player to move
  second: number; // of the best other move
  grade: number;
}

/** By game, in the order of their days. */
export type Puzzles = ReadonlyMap<string, readonly Puzzle[]>;

let loading: Promise<Puzzles> | null = null;

export function loadPuzzles(): Promise<Puzzles> {
  loading ??= load();
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

async function load(): Promise<Puzzles> {
  try {
    return puzzlesIn(await (await fetch(url)).json());
  } catch {
    throw new ApiError("network");
  }
}

type File = { [game: string]: Omit<Puzzle, "game">[] };

export const puzzlesIn = (file: File): Puzzles =>
  new Map(
    Object.entries(file).map(([game, found]) => [game, found.map((it) => ({ ...it, game }))]),
  );

export const findPuzzle = (puzzles: Puzzles, id: string): Puzzle | undefined =>
  [...puzzles.values()].flat().find((it) => it.id === id);

const DAY_MS = 86_400_000;
const FIRST_DAY = 719_163; // the number of 1970-01-01, as Python counts days

/** The number of a day in UTC. */
export const dayNumber = (now = Date.now()): number => Math.floor(now / DAY_MS) + FIRST_DAY;

/** The date of a day, such as 2026-11-17. */
export const dateOf = (day: number): string =>
  new Date((day - FIRST_DAY) * DAY_MS).toISOString().slice(0, 10);

/** The puzzle of a day, the same for everybody: the games take turns. */
export function puzzleOfDay(puzzles: Puzzles, day: number): Puzzle | undefined {
  const games = [...puzzles.values()].filter((it) => it.length > 0);
  const chosen = games[day % games.length];
  return chosen?.[Math.floor(day / games.length) % chosen.length];
}
