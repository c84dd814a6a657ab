// Puzzles in words: difficulty, who moves, and what the solution achieves.
import type { PuzzleAnswer, PuzzleInfo } from "../../net/protocol.gen";
import { texts } from "../../texts";

export const MAX_GRADE = 5;

/** The difficulty as stars, and in words. */
export function Stars({ grade, short = false }: { grade: number; short?: boolean }) {
  const t = texts.value.puzzles;
  return (
    <span class="grade">
      <span class="stars" aria-hidden="true">
        {"★".repeat(grade)}
        {"☆".repeat(MAX_GRADE - grade)}
      </span>
      <span class="visually-hidden">{t.gradeWords(grade, t.grades[grade])}</span>
      {!short && (
        <span class="hint" aria-hidden="true">
          {t.grades[grade]}
        </span>
      )}
    </span>
  );
}

/** The side to solve for, with its mark. */
export function solverName({ picture, to_move }: PuzzleInfo): string {
  const t = texts.value.study;
  const labels = new Set(picture.cells.flatMap((cell) => cell.taps.map((tap) => tap.label)));
  const name = t.player(to_move + 1);
  return labels.size === 1 ? t.marked(name, [...labels][0]) : name;
}

/** What the solution achieves, and what any other move loses. */
export function worthWords({
  value,
  second_value: second,
}: Pick<PuzzleAnswer, "value" | "second_value">): string {
  const t = texts.value.puzzles;
  // Values beyond 1 are points; a plain win has no margin.
  const points = Math.abs(value) > 1 || Math.abs(second) > 1;
  const best = value === 0 ? t.itDraws : points ? t.itWinsBy(value) : t.itWins;
  const next = second === 0 ? t.youDraw : points ? t.youLoseBy(-second) : t.youLose;
  return t.value(best, next);
}
