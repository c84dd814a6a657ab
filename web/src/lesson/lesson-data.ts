// The lessons as data: on a small board, the moves that show the point of a game.
import { firstBlock } from "../board/first-block";
import { type Packed, pictureAfter, pictureOf } from "../board/packed-picture";
import type { Picture, ReplayStep, Tap } from "../net/protocol.gen";
import lessons from "./lessons.gen.json";

export interface LessonStep {
  move: string;
  isMine: boolean; // whether the visitor makes it
  before: Picture;
  after: Picture;
}

export interface Lesson {
  player: number; // who the visitor is
  steps: LessonStep[];
}

interface PackedLesson {
  player: number;
  picture: Packed<Picture>;
  steps: Packed<ReplayStep>[];
}

const LESSONS = lessons as unknown as { [game: string]: PackedLesson };

/** The games with a lesson. */
export const games = Object.keys(LESSONS);

/** The lesson of a game; null if it has none. */
export function lessonOf(game: string): Lesson | null {
  if (!Object.hasOwn(LESSONS, game)) return null;
  const { player, picture, steps: packed } = LESSONS[game];
  const steps: LessonStep[] = [];
  let before = pictureOf(picture);
  for (const step of packed) {
    const after = pictureAfter(before, step);
    const isMine = step.player === player;
    // A lesson stays on one board of several, so that its squares are large.
    const [shown, then] = [firstBlock(before), firstBlock(after)];
    steps.push({ move: step.move as string, isMine, before: shown, after: then });
    before = after;
  }
  return { player, steps };
}

/** The board before a step, with the square of the visitor's move marked. */
export function boardBefore({ before, isMine, move }: LessonStep): Picture {
  if (!isMine) return before;
  const cells = before.cells.map((it) =>
    tapFor(it, move) ? { ...it, tint: "open" as const } : it,
  );
  return { ...before, cells };
}

const tapFor = (cell: { taps: Tap[] }, move: string) => cell.taps.find((it) => it.move === move);

/** Where the visitor's move goes, and the letter if there is a choice. */
export function targetOf({ before, move }: LessonStep): { cell: string; letter: string } {
  const cell = before.cells.find((it) => tapFor(it, move));
  const letter = cell && cell.taps.length > 1 ? tapFor(cell, move)?.label : "";
  return { cell: cell?.name ?? move, letter: letter ?? "" };
}
