// The examples of the rules, as data.
import { type Packed, pictureAfter, pictureOf } from "../board/packed-picture";
import type { Picture, Replay, ReplayStep } from "../net/protocol.gen";
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

/** The pictures of an example, in order. */
export function framesOf(game: string, name: string): Picture[] {
  const { known, replay } = EXAMPLES[game][name];
  const frames = [pictureOf(replay.picture as Packed<Picture>)];
  for (const step of (replay.steps as Packed<ReplayStep>[]) ?? [])
    frames.push(pictureAfter(frames[frames.length - 1], step));
  return frames.slice(known);
}
