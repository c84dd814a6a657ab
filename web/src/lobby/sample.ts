// The picture on each game's card.
import { firstBlock } from "../board/first-block";
import { type Packed, pictureOf } from "../board/packed-picture";
import type { Picture } from "../net/protocol.gen";
import samples from "./samples.gen.json";

const SAMPLES = samples as unknown as { [game: string]: Packed<Picture> };

/** The sample picture of a game; null for a game newer than this page. */
export function sampleOf(game: string): Picture | null {
  return game in SAMPLES ? pictureOf(SAMPLES[game]) : null;
}

/** The first board of a sample that has several, for small pictures. */
export function smallSampleOf(game: string): Picture | null {
  const picture = sampleOf(game);
  return picture && firstBlock(picture);
}
