// A hotseat game: its moves, and their replay from the server.
import { applyChanges, type Change } from "../../board/picture-change";
import type { Outcome, Picture, Replay, ReplayStep } from "../../net/protocol.gen";

/** What the browser stores: enough to continue after a reload. */
export interface StoredGame {
  game: string;
  size: string;
  names: string[];
  moves: string[];
}

export interface GameState {
  picture: Picture;
  toMove: number;
  points: number[];
  outcome: Outcome | null;
}

/** A replay, some of whose steps were requested one by one. */
export interface LocalReplay extends Replay {
  steps: (ReplayStep & Change)[];
}

/** The game after all of its steps. */
export function stateOf(replay: LocalReplay): GameState {
  const last = replay.steps.at(-1) ?? replay;
  return {
    picture: applyChanges(replay.picture, replay.steps),
    toMove: last.to_move,
    points: last.points,
    outcome: last.outcome,
  };
}

/** The game after some of its steps, to look at: nobody can move there. */
export function stateAfter(replay: LocalReplay, moves: number): GameState {
  const state = stateOf({ ...replay, steps: replay.steps.slice(0, moves) });
  const cells = state.picture.cells.map((cell) => ({ ...cell, taps: [] }));
  return { ...state, picture: { ...state.picture, cells } };
}

/** The game after a step that was requested from the last position. */
export function withStep(replay: LocalReplay, step: ReplayStep): LocalReplay {
  return { ...replay, steps: [...replay.steps, { ...step, isDetached: true }] };
}

/** The game before its last step; needs no request. */
export function withoutLast(replay: LocalReplay): LocalReplay {
  return { ...replay, steps: replay.steps.slice(0, -1) };
}

export const movesOf = (replay: LocalReplay) => replay.steps.map((step) => step.move);

/** Names for all players: chosen ones, then numbered ones. */
export function namesFor(
  names: readonly string[],
  players: number,
  numbered: (n: number) => string,
): string[] {
  return Array.from({ length: players }, (_, n) => names[n]?.trim() || numbered(n + 1));
}

/** The same players; the second one starts. */
export function nextOrder<T>([first, ...rest]: readonly T[]): T[] {
  return first === undefined ? [] : [...rest, first];
}

/** The game record as a line of JSON; an unfinished game is marked so. */
export function recordOf(replay: LocalReplay, names: string[]): string {
  const { outcome, points } = stateOf(replay);
  return `${JSON.stringify({
    format: 2,
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
