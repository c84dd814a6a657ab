import { describe, expect, it } from "vitest";
import { changesBetween } from "../../src/board/drawing/changes";
import { outwards } from "../../src/board/drawing/lines";
import { type Picture, StrokeKind } from "../../src/net/protocol.gen";
import { empty } from "../fixtures";

/** The board with these cells marked. */
const withMarks = (...names: string[]): Picture => {
  const board = empty(4, 4);
  const cells = board.cells.map((it) => (names.includes(it.name) ? { ...it, mark: "X" } : it));
  return { ...board, cells };
};

describe("the changes by a move", () => {
  it("are the new mark, unless it was shown as pending", () => {
    const [before, now] = [withMarks("a1"), withMarks("a1", "b2")];
    expect([...changesBetween(before, now).marks]).toEqual(["b2"]);
    const pending = { cell: "b2", label: "X", owner: 0 };
    expect(changesBetween(before, now, pending).marks.size).toBe(0);
  });

  it("are none on another board, or if many moves were made", () => {
    expect(changesBetween(withMarks(), withMarks("a1", "b1", "c1")).marks.size).toBe(0);
    expect(changesBetween({ ...withMarks(), size: "5x5" }, withMarks("a1")).marks.size).toBe(0);
  });

  it("are the cells that it shades", () => {
    const now = withMarks("a1");
    const cells = now.cells.map((it) =>
      it.name === "b1" ? { ...it, tint: "shaded" as const } : it,
    );
    expect([...changesBetween(withMarks(), { ...now, cells }).shaded]).toEqual(["b1"]);
  });
});

describe("a line that is struck", () => {
  const line = { kind: StrokeKind.LINE, x1: 0.5, y1: 0.5, x2: 2.5, y2: 0.5, owner: 0 };
  const ways = (x: number, y: number) => outwards(line, x, y).map((it) => [it.x1, it.x2]);

  it("is drawn from the new letter outwards", () => {
    expect(ways(0.5, 0.5)).toEqual([[0.5, 2.5]]);
    expect(ways(2.5, 0.5)).toEqual([[2.5, 0.5]]);
    expect(ways(1.5, 0.5)).toEqual([
      [1.5, 2.5],
      [1.5, 0.5],
    ]);
  });

  it("is drawn from its start if the letter is elsewhere", () => {
    expect(ways(1.5, 3.5)).toEqual([[0.5, 2.5]]);
  });
});
