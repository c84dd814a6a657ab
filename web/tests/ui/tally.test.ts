import { describe, expect, it } from "vitest";
import { strokesFor } from "../../src/ui/drawn/tally";

const strokes = (count: number) => strokesFor(count).d.match(/M/g)?.length ?? 0;

describe("a tally", () => {
  it("has a stroke for each, every fifth across the four before it", () => {
    expect([0, 1, 4, 5, 12].map(strokes)).toEqual([0, 1, 4, 5, 12]);
    expect(strokesFor(12).d.match(/L/g)).toHaveLength(2);
  });
  it("looks the same each time", () => {
    expect(strokesFor(7)).toEqual(strokesFor(7));
  });
  it("fits its place", () => {
    expect(strokesFor(365)).toEqual(strokesFor(30));
  });
});
