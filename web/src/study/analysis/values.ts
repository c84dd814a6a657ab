// Values of moves, as symbols and in words; never by colour alone.

import type { AnalysisResponse, MoveValue, Note, Picture } from "../../net/protocol.gen";
import { locale, texts } from "../../texts";
import { signed } from "../../texts/numbers";

/** What values mean in a game. */
export interface Scale {
  points: boolean; // values are differences of points
  many: boolean; // three or more players: values are from -1 to 1
}

export const scaleOf = (found: AnalysisResponse, players: number): Scale => ({
  points: found.decided_by_points && players === 2,
  many: players > 2,
});

type Known = Pick<MoveValue, "value" | "exact">;

/** A value in a few characters: +2, W+, ~−0.4. */
export function shortValue({ value, exact }: Known, { points }: Scale): string {
  const t = texts.value.analysis.short;
  if (value === null) return t.unknown;
  if (!exact) return `~${signed(value, false)}`;
  if (points) return signed(value);
  return value > 0 ? t.win : value < 0 ? t.loss : t.draw;
}

/** A value in words, for the player who makes the move. */
export function valueWords({ value, exact }: Known, scale: Scale): string {
  const t = texts.value.analysis.worth;
  if (value === null) return t.unknown;
  if (exact) {
    const by = Math.abs(value);
    if (value === 0) return t.draw;
    if (scale.points) return value > 0 ? t.winsBy(by) : t.losesBy(by);
    return value > 0 ? t.wins : t.loses;
  }
  const worth = worthOf(value);
  if (scale.points) return worth === "even" ? t.even : t.about(signed(value, false));
  return { good: t.better, even: t.even, bad: t.worse }[worth];
}

/** Estimates close to zero count as even. */
export function worthOf(value: number): "good" | "even" | "bad" {
  return Math.abs(value) < 0.1 ? "even" : value > 0 ? "good" : "bad";
}

/** The picture with each move's value in its cell, the best ones framed. */
export function withValues(picture: Picture, found: AnalysisResponse, scale: Scale): Picture {
  const values = new Map(found.moves.map((it) => [it.move, it]));
  const notes: Note[] = [];
  for (const { x, y, taps } of picture.cells) {
    const known = taps.flatMap((tap) => {
      const it = values.get(tap.move);
      return it && it.value !== null ? [{ tap, it, value: it.value }] : [];
    });
    if (!known.length) continue;
    const lines = known.map(({ tap, it }) => {
      const value = shortValue(it, scale);
      return taps.length > 1 ? `${tap.label} ${value}` : value;
    });
    const worth = worthOf(Math.max(...known.map(({ value }) => value)));
    notes.push({ x, y, lines, worth, best: known.some(({ it }) => it.best) });
  }
  return { ...picture, notes };
}

export type Order = "value" | "move";

/** The moves in the chosen order; unknown values come last. */
export function ordered(moves: readonly MoveValue[], by: Order, down: boolean): MoveValue[] {
  const collator = new Intl.Collator(locale(), { numeric: true });
  const sign = down ? -1 : 1;
  const sorted = [...moves];
  if (by === "move") return sorted.sort((a, b) => sign * collator.compare(a.move, b.move));
  return sorted.sort((a, b) => {
    if (a.value === null || b.value === null)
      return Number(a.value === null) - Number(b.value === null);
    return sign * (a.value - b.value) || Number(b.best) - Number(a.best);
  });
}
