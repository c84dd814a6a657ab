// A game on this device: its moves, replayed by the core.
import { applyChanges, type Change } from "../../../board/picture-change";
import { replayOf } from "../../../core/replay";
import type { Outcome, Picture, Replay, ReplayStep } from "../../../net/protocol.gen";
import type { DeviceGame } from "./stored-games";

export interface GameState {
  picture: Picture;
  toMove: number;
  points: number[];
  position: string;
  outcome: Outcome | null;
}

/** A replay, some of whose steps were computed from a later position than the first. */
export interface DeviceReplay extends Replay {
  steps: (ReplayStep & Change)[];
}

/** The game after all of its steps. */
export function stateOf(replay: DeviceReplay): GameState {
  const last = replay.steps.at(-1) ?? replay;
  return {
    picture: applyChanges(replay.picture, replay.steps),
    toMove: last.to_move,
    points: last.points,
    position: last.position,
    outcome: last.outcome,
  };
}

/** The game after some of its steps, to look at: nobody can move there. */
export function stateAfter(replay: DeviceReplay, moves: number): GameState {
  const state = stateOf({ ...replay, steps: replay.steps.slice(0, moves) });
  const cells = state.picture.cells.map((cell) => ({ ...cell, taps: [] }));
  return { ...state, picture: { ...state.picture, cells } };
}

export const movesOf = (replay: DeviceReplay) => replay.steps.map((step) => step.move);

/** The replay of these moves; what it has in common with a known one isn't computed again. */
export async function replayAfter(known: DeviceReplay, moves: string[]): Promise<DeviceReplay> {
  const same = known.steps.findIndex((it, n) => it.move !== moves[n]);
  const shared = known.steps.slice(0, same < 0 ? known.steps.length : same);
  const { position } = shared.at(-1) ?? known;
  const rest = moves.slice(shared.length);
  if (!rest.length) return { ...known, steps: shared };
  const { steps } = await replayOf({ game: known.game, position, moves: rest });
  const [next, ...more] = steps;
  return { ...known, steps: [...shared, { ...next, isDetached: true }, ...more] };
}

/** How many moves stay when a player takes back the last one: for a single person, the last own one. */
export function countAfterTakeback(replay: DeviceReplay, you: number | null): number {
  const { steps } = replay;
  if (you === null) return steps.length - 1;
  return steps.findLastIndex((it) => it.player === you);
}

/** The same players; the second one starts. */
export function nextOrder<T>([first, ...rest]: readonly T[]): T[] {
  return first === undefined ? [] : [...rest, first];
}

/** The outcome when one of two players resigns. */
export function resignedOutcome(seat: number, points: number[]): Outcome {
  const winner = 1 - seat;
  const ranks = points.map((_, n) => (n === winner ? 1 : 2));
  return { winner, reason: "resignation", points, ranks };
}

/** The game record as a line of JSON; an unfinished game is marked so. */
export function recordOf(game: DeviceGame, replay: DeviceReplay, names: string[]): string {
  const { points } = stateOf(replay);
  return `${JSON.stringify({
    format: 2,
    game: replay.game,
    size: replay.size,
    players: names,
    moves: movesOf(replay),
    outcome: game.outcome ?? {
      winner: null,
      reason: "unfinished",
      points,
      ranks: points.map(() => 1),
    },
  })}\n`;
}
