// The examples of the rules, as data.

import { cellOf, type Packed, pictureOf, strokesOf } from "../board/packed-picture";
import { applyChanges } from "../board/picture-change";
import type { Cell, Picture, Replay, ReplayStep, Stroke } from "../net/protocol.gen";
import examples from "./examples.gen.json";

interface Example {
  known: number; // moves already made when it starts
  replay: Packed<Replay>;
}

const EXAMPLES = examples as unknown as { [game: string]: { [name: string]: Example } };

/** The games with rules, in order. */
export const games = Object.keys(EXAMPLES);

/** The names of a game's examples, in order. */
export const namesOf = (game: string): string[] => Object.keys(EXAMPLES[game] ?? {});

function after(picture: Picture, step: Packed<ReplayStep>): Picture {
  const change = (step.change ?? {}) as Packed<NonNullable<ReplayStep["change"]>>;
  const made = {
    caption: "",
    cells: ((change.cells as Packed<Cell>[]) ?? []).map(cellOf),
    gone: (change.gone as string[]) ?? [],
    strokes: change.strokes ? strokesOf(change.strokes as Packed<Stroke>[]) : null,
    notes: null,
  };
  return applyChanges(picture, [
    { change: made, added: strokesOf(step.added as Packed<Stroke>[]) },
  ]);
}

/** The pictures of an example, in order. */
export function framesOf(game: string, name: string): Picture[] {
  const { known, replay } = EXAMPLES[game][name];
  const frames = [pictureOf(replay.picture as Packed<Picture>)];
  for (const step of (replay.steps as Packed<ReplayStep>[]) ?? [])
    frames.push(after(frames[frames.length - 1], step));
  return frames.slice(known);
}
