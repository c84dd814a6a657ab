// The geometry of the review graph: dots, ticks and labels.

import type { GameReview, Step } from "../../net/protocol.gen";
import { signed } from "../../texts/numbers";

export interface Dot {
  number: number; // of the move; 0 is the start
  value: number;
  exact: boolean;
  step: Step | null; // null at the start
}

export interface Series {
  owner: number; // the player
  dots: Dot[];
}

/** One series from player 1's view; with three or more players, one each, from the mover's view. */
export function seriesOf(review: GameReview, players: number): Series[] {
  const dots = review.steps.flatMap((step): Dot[] =>
    step.value === null
      ? []
      : [{ number: step.number, value: step.value, exact: step.exact, step }],
  );
  if (review.view === "player 1") {
    if (review.value !== null)
      dots.unshift({ number: 0, value: review.value, exact: review.exact, step: null });
    return dots.length ? [{ owner: 0, dots }] : [];
  }
  return Array.from({ length: players }, (_, owner) => ({
    owner,
    dots: dots.filter(({ step }) => step?.player === owner),
  })).filter(({ dots }) => dots.length);
}

export interface Frame {
  width: number;
  height: number;
  last: number; // the number of the last move
  reach: number; // the largest absolute value
}

const [LEFT, RIGHT, TOP, BOTTOM] = [40, 14, 10, 26];
const FOR_MARKS = 20; // above the highest and below the lowest dot

export function frameOf(series: Series[], last: number, width: number, height: number): Frame {
  const sizes = series.flatMap(({ dots }) => dots.map(({ value }) => Math.ceil(Math.abs(value))));
  return {
    width,
    height,
    last: Math.max(1, last),
    reach: sizes.reduce((a, b) => Math.max(a, b), 1),
  };
}

export const inner = ({ width, height }: Frame) => ({
  left: LEFT,
  right: width - RIGHT,
  top: TOP,
  bottom: height - BOTTOM,
});

export const xOf = (frame: Frame, number: number): number =>
  LEFT + ((frame.width - LEFT - RIGHT) * number) / frame.last;

export function yOf(frame: Frame, value: number): number {
  const middle = (TOP + frame.height - BOTTOM) / 2;
  return middle - ((middle - TOP - FOR_MARKS) * value) / frame.reach;
}

/** The move nearest to an x. */
export function numberAt(frame: Frame, x: number): number {
  const share = (x - LEFT) / (frame.width - LEFT - RIGHT);
  return Math.min(frame.last, Math.max(0, Math.round(share * frame.last)));
}

const NICE = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/** A step of 1, 2 or 5 times a power of ten, so that there are at most `most` of them. */
function niceStep(length: number, most: number): number {
  return NICE.find((step) => length / step <= most) ?? length;
}

export function moveTicks({ last, width }: Frame): number[] {
  const step = niceStep(last, Math.max(2, Math.floor(width / 48)));
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, n) => n * step);
}

export function valueTicks({ reach }: Frame): number[] {
  const step = niceStep(reach, 3);
  const count = Math.floor(reach / step);
  return Array.from({ length: 2 * count + 1 }, (_, n) => (n - count) * step);
}

const MARKS = { best: "", good: "", inaccuracy: "?!", mistake: "?", blunder: "??" };

export const markOf = (step: Step | null) => (step?.verdict ? MARKS[step.verdict] : "");

/** Whether the loss of a step is proven: its value, and that of the one before. */
export function isProven(review: GameReview, { number, exact }: Step): boolean {
  return exact && (number === 1 ? review.exact : review.steps[number - 2].exact);
}

export interface MistakeLabel {
  dot: Dot;
  text: string; // shortened or empty where there is no room
  x: number;
  y: number;
}

const LETTER = 7.5; // pixels, about

/** The labels of mistakes, placed so that none overlap. */
export function mistakeLabels(frame: Frame, series: Series[]): MistakeLabel[] {
  const ends = { over: -Infinity, under: -Infinity };
  const marked = series
    .flatMap(({ dots }) => dots)
    .filter(({ step }) => markOf(step))
    .sort((a, b) => a.number - b.number);
  return marked.map((dot) => {
    // Away from the middle, where the line runs.
    const side = dot.value >= 0 ? "over" : "under";
    const mark = markOf(dot.step);
    const at = xOf(frame, dot.number);
    const y = yOf(frame, dot.value) + (side === "over" ? -14 : 22);
    for (const text of [`${dot.step?.move}${mark}`, mark]) {
      const half = (text.length * LETTER) / 2;
      const x = Math.min(Math.max(at, LEFT + half), frame.width - half - 2);
      if (x - half < ends[side]) continue;
      ends[side] = x + half + 3;
      return { dot, text, x, y };
    }
    return { dot, text: "", x: at, y };
  });
}

/** Whether there is room for a dot at every move. */
export const hasRoomForDots = (frame: Frame) => (frame.width - LEFT - RIGHT) / frame.last >= 5;

export const dotValue = (dot: Dot) => `${dot.exact ? "" : "~"}${signed(dot.value, dot.exact)}`;
