// A little of each game, for its card.
import { type Packed, pictureOf } from "../board/packed-picture";
import type { Picture } from "../net/protocol.gen";
import samples from "./samples.gen.json";

const SAMPLES = samples as unknown as { [game: string]: Packed<Picture> };

/** The picture on a game's card; null for a game that is newer than this page. */
export function sampleOf(game: string): Picture | null {
  return game in SAMPLES ? pictureOf(SAMPLES[game]) : null;
}
