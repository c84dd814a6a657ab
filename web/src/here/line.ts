// A game at one screen: its moves, and what the server makes of them.
import type { Outcome, Picture, Replay, ReplayStep } from "../protocol.gen";
import { changed } from "../table";

/** What is kept in the browser: enough to go on after a reload. */
export interface Kept {
  game: string;
  size: string;
  names: string[];
  moves: string[];
}

export interface Standing {
  picture: Picture;
  toMove: number;
  points: number[];
  outcome: Outcome | null;
}

/** The picture after one step more. */
export function afterStep(picture: Picture, { change, added }: ReplayStep): Picture {
  const next = changed(picture, change);
  return added.length ? { ...next, strokes: [...next.strokes, ...added] } : next;
}

/** The game after all of its steps. */
export function standing(replay: Replay): Standing {
  const last = replay.steps.at(-1) ?? replay;
  return {
    picture: replay.steps.reduce(afterStep, replay.picture),
    toMove: last.to_move,
    points: last.points,
    outcome: last.outcome,
  };
}

/** The game before its last step: nothing has to be asked for. */
export function withoutLast(replay: Replay): Replay {
  return { ...replay, steps: replay.steps.slice(0, -1) };
}

export const movesOf = (replay: Replay) => replay.steps.map((step) => step.move);

/** Names for so many players: those that are known, then numbered ones. */
export function namesFor(
  names: readonly string[],
  players: number,
  numbered: (n: number) => string,
): string[] {
  return Array.from({ length: players }, (_, n) => names[n]?.trim() || numbered(n + 1));
}

/** The same people, of whom the second now starts. */
export function nextOrder<T>([first, ...rest]: readonly T[]): T[] {
  return first === undefined ? [] : [...rest, first];
}

/** The record of a game, as a line of JSON; one that is not over yet says so. */
export function recordOf(replay: Replay, names: string[]): string {
  const { outcome, points } = standing(replay);
  return `${JSON.stringify({
    format: 1,
    game: replay.game,
    size: replay.size,
    players: names,
    moves: movesOf(replay),
    outcome: outcome ?? {
      winner: null,
      reason: "unfinished",
      points,
      ranks: points.map(() => 1),
    },
  })}\n`;
}
