// The picture on each game's card.
import { type Packed, pictureOf } from "../board/packed-picture";
import type { Picture } from "../net/protocol.gen";
import samples from "./samples.gen.json";

const SAMPLES = samples as unknown as { [game: string]: Packed<Picture> };

/** The sample picture of a game; null for a game newer than this page. */
export function sampleOf(game: string): Picture | null {
  return game in SAMPLES ? pictureOf(SAMPLES[game]) : null;
}
