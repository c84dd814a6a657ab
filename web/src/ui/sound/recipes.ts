// The sounds of a game at one table, as gestures of a hand: strokes, taps, paper, an eraser.

/** All sounds, the least important first: never two at once. */
export const SOUNDS = [
  "mine", // your move
  "other", // another player's move
  "struck", // S-O-S, or a small board is won
  "shaded", // squares around a move
  "turn", // your turn, and the page is not in front
  "tick", // a second of the last ten
  "lastTick", // one of the last three
  "won",
  "ended", // lost, drawn, or watched
  "paper", // a player joins, an offer or a message arrives
  "refused", // a move that isn't possible
] as const;

export type SoundName = (typeof SOUNDS)[number];

export interface Gesture {
  kind: "stroke" | "tap" | "sheet" | "rub";
  at: number; // ms from the beginning
  length: number; // ms
  pitch: number; // Hz, the middle of the noise
  force?: number; // 1 is a firm hand
  grain?: number; // 0 is smooth paper, 1 rough
}

export interface Recipe {
  gestures: Gesture[];
  peak: number; // dBFS
}

export const PEAK_DBFS = -18;
const STRUCK_APART_MS = 60;
const MAX_STRUCK = 8;

const stroke = (
  at: number,
  length: number,
  pitch = 3600,
  more: Partial<Gesture> = {},
): Gesture => ({
  kind: "stroke",
  at,
  length,
  pitch,
  ...more,
});
const tap = (at: number, length: number, pitch = 900, force = 1): Gesture => ({
  kind: "tap",
  at,
  length,
  pitch,
  force,
});
const struck = (count: number) =>
  Array.from({ length: Math.min(count, MAX_STRUCK) }, (_, n) =>
    stroke(STRUCK_APART_MS * n, 260, 2700 + 90 * n, { grain: 0.6 }),
  );

const GESTURES: { [name in SoundName]: (count: number) => Gesture[] } = {
  mine: () => [stroke(0, 120, 3900, { grain: 0.25 })],
  other: () => [stroke(0, 120, 3100, { grain: 0.25 })],
  struck,
  shaded: () => [0, 70, 140].map((at) => stroke(at, 60, 4300, { grain: 0.3 })),
  turn: () => [tap(0, 90), tap(150, 90, 820)],
  tick: () => [tap(0, 60, 1100, 0.6)],
  lastTick: () => [tap(0, 60, 1000)],
  won: () => [stroke(0, 250, 3000), stroke(290, 230, 3300), tap(620, 80)],
  ended: () => [stroke(0, 260, 2500), tap(340, 90, 620, 0.8), tap(430, 70, 760, 0.4)],
  paper: () => [{ kind: "sheet", at: 0, length: 300, pitch: 1700, grain: 0.5 }],
  refused: () => [{ kind: "rub", at: 0, length: 90, pitch: 1000, grain: 0.4 }],
};

const QUIETER: { [name in SoundName]?: number } = { mine: 4, tick: 4 }; // dB

/** How a sound is made; `count` is the number of lines struck at once. */
export const recipeOf = (name: SoundName, count = 1): Recipe => ({
  gestures: GESTURES[name](count),
  peak: PEAK_DBFS - (QUIETER[name] ?? 0),
});
