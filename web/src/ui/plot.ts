// Scales and ticks of plots.

export type Span = readonly [number, number];

/** A linear scale; the middle if all values are equal. */
export function scale([low, high]: Span, [from, to]: Span): (value: number) => number {
  if (low === high) return () => (from + to) / 2;
  return (value) => from + ((value - low) / (high - low)) * (to - from);
}

/** Round numbers in the span, about `count` of them. */
export function ticks([low, high]: Span, about: number): number[] {
  if (high <= low) return [low];
  const rough = (high - low) / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((it) => it * power >= rough) ?? 10) * power;
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  return Array.from({ length: count }, (_, n) => (first + n) * step);
}

/** The smallest span that holds all values, with a margin and a minimum width. */
export function spanOf(values: readonly number[], least: number, room = 0.08): Span {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const wide = Math.max(least, (high - low) * (1 + 2 * room));
  const middle = (low + high) / 2;
  return [middle - wide / 2, middle + wide / 2];
}

export function path(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], n) => `${n ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}
