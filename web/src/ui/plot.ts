// Where things of a plot lie.

export type Span = readonly [number, number];

/** The place of a value, in proportion; in the middle where all values are the same. */
export function scale([low, high]: Span, [from, to]: Span): (value: number) => number {
  if (low === high) return () => (from + to) / 2;
  return (value) => from + ((value - low) / (high - low)) * (to - from);
}

/** Round numbers between the two, about so many, that a reader can count by. */
export function ticks([low, high]: Span, about: number): number[] {
  if (high <= low) return [low];
  const rough = (high - low) / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((it) => it * power >= rough) ?? 10) * power;
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  return Array.from({ length: count }, (_, n) => (first + n) * step);
}

/** The least span with some room that holds all values, at least so wide. */
export function spanOf(values: readonly number[], least: number, room = 0.08): Span {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const wide = Math.max(least, (high - low) * (1 + 2 * room));
  const middle = (low + high) / 2;
  return [middle - wide / 2, middle + wide / 2];
}

export function path(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], n) => `${n ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}
