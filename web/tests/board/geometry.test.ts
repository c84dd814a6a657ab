import { describe, expect, it } from "vitest";
import {
  betweenMarks,
  blocksOf,
  coverOf,
  extent,
  fold,
  separateLines,
} from "../../src/board/drawing/geometry";
import { shapeOf } from "../../src/board/drawing/hand";
import { fitCells, foldToFit } from "../../src/board/fit";
import type { Stroke } from "../../src/net/protocol.gen";
import { cell, empty } from "../fixtures";

const stroke = (x1: number, y1: number, x2: number, y2: number, owner: number | null): Stroke => ({
  kind: "line",
  x1,
  y1,
  x2,
  y2,
  owner,
});

describe("folding", () => {
  it("leaves a board alone that fits", () => {
    const picture = empty(14, 1);
    expect(fold(picture, 14)).toBe(picture);
  });

  it("splits a row into even rows, with space for numbers between", () => {
    const cut = fold(empty(14, 1), 8);
    expect([cut.width, cut.height]).toEqual([7, 3]);
    expect(cut.cells[7]).toMatchObject({ name: "8", x: 0, y: 2 });
  });

  it("lets a very long row scroll instead", () => {
    const picture = empty(200, 1);
    expect(fold(picture, 8)).toBe(picture);
  });

  it("splits a line at the fold", () => {
    const picture = { ...empty(14, 1), strokes: [stroke(5.5, 0.5, 7.5, 0.5, 1)] };
    const strokes = fold(picture, 8).strokes;
    expect(strokes.map((it) => [it.x1, it.y1, it.x2, it.y2])).toEqual([
      [5.5, 0.5, 7, 0.5],
      [0, 2.5, 0.5, 2.5],
    ]);
  });

  it("stacks boards that are side by side", () => {
    const [one, two] = [empty(3, 3), empty(3, 3)];
    const beside = two.cells.map((it) => ({ ...it, name: `2${it.name}`, x: it.x + 4 }));
    const labels = [
      { x: 5.5, y: -1.1, text: "Board 2" },
      { x: 4.5, y: -0.4, text: "a" },
    ];
    const picture = { ...one, width: 7, cells: [...one.cells, ...beside], labels };
    const cut = fold(picture, 5);
    expect([cut.width, cut.height]).toEqual([3, 7]);
    expect(cut.cells.find((it) => it.name === "2a1")).toMatchObject({ x: 0, y: 4 });
    expect(cut.labels.map((it) => `${it.text} ${it.x.toFixed(1)} ${it.y}`)).toEqual([
      "2 -0.4 3.6", // in the corner, where it takes no row
      "a 0.5 3.6",
    ]);
  });
});

describe("lines", () => {
  it("of two owners that overlap are moved apart", () => {
    const [a, b] = separateLines([stroke(0.5, 0.5, 2.5, 0.5, 0), stroke(1.5, 0.5, 3.5, 0.5, 1)]);
    expect(a.y1).not.toBe(b.y1);
    expect(a.y1 + b.y1).toBeCloseTo(1);
  });

  it("stay where they are if they only cross or follow each other", () => {
    const lines = [
      stroke(0.5, 0.5, 2.5, 0.5, 0),
      stroke(2.5, 0.5, 4.5, 0.5, 1),
      stroke(1.5, 0, 1.5, 2, 1),
    ];
    expect(separateLines(lines)).toEqual(lines);
  });
});

it("a large cell covers the cells under it", () => {
  const cover = coverOf([cell("big", 3, 0, { span: 3 }), cell("small", 0, 0)]);
  expect(cover.size).toBe(9);
  expect(cover.get("5,2")?.name).toBe("big");
  expect(cover.has("2,0")).toBe(false);
});

it("labels outside the cells are inside the view box", () => {
  const picture = { ...empty(3, 3), labels: [{ x: -0.4, y: 0.5, text: "1" }] };
  const area = extent(picture);
  expect(area.left).toBeLessThan(-0.4);
  expect(area.left + area.columns).toBeGreaterThan(3);
});

describe("the size of a cell", () => {
  const area = { columns: 8, rows: 8 };
  const square = (pixels: number) => ({ width: pixels, height: pixels });

  it("never shrinks below what fits when zooming out", () => {
    const { unit } = fitCells(area, square(400), 64, null);
    expect(fitCells(area, square(400), 64, 7)).toEqual({ unit, pans: false });
    expect(fitCells(area, square(400), 64, 2 * unit)).toEqual({ unit: 2 * unit, pans: true });
  });

  it("grows with the space, even after zooming", () => {
    const { unit } = fitCells(area, square(200), 64, null);
    expect(fitCells(area, square(400), 64, unit)).toEqual(fitCells(area, square(400), 64, null));
  });

  it("is at least 30 pixels where a large board pans, and smaller boards are shown whole", () => {
    const large = { columns: 26, rows: 26 };
    expect(fitCells(large, square(374), 26 * 26, null)).toEqual({ unit: 30, pans: true });
    const whole = { columns: 13, rows: 13 };
    expect(fitCells(whole, square(374), 12 * 12, null).pans).toBe(false);
  });
});

it("a strip is folded where that makes its cells larger", () => {
  const strip = empty(30, 1);
  expect(foldToFit(strip, { width: 1400, height: 500 })).toBe(strip);
  const folded = foldToFit(strip, { width: 374, height: 450 });
  expect(folded.width).toBeLessThanOrEqual(10);
  expect(folded.cells).toHaveLength(30);
});

describe("a line between marks", () => {
  const parts = (it: Stroke, step = 1) =>
    betweenMarks(it, step).map(({ x1, y1, x2, y2 }) =>
      [x1, y1, x2, y2].map((n) => Math.round(n * 100) / 100),
    );

  it("leaves the marks free", () => {
    expect(parts(stroke(0.5, 0.5, 2.5, 0.5, 0))).toEqual([
      [0.77, 0.5, 1.23, 0.5],
      [1.77, 0.5, 2.23, 0.5],
    ]);
    expect(parts(stroke(2.5, 2.5, 0.5, 0.5, 0))[0]).toEqual([2.23, 2.23, 1.77, 1.77]);
  });

  it("starts at the edge where a row is folded", () => {
    expect(parts(stroke(0, 0.5, 0.5, 0.5, 0))).toEqual([[0, 0.5, 0.23, 0.5]]);
  });

  it("leaves large marks free", () => {
    expect(parts(stroke(1.5, 1.5, 7.5, 1.5, 0), 3)).toEqual([
      [2.31, 1.5, 3.69, 1.5],
      [5.31, 1.5, 6.69, 1.5],
    ]);
  });
});

it("a board has an outline for every group of cells", () => {
  expect(blocksOf(empty(4, 3).cells)).toEqual([[0, 0, 4, 3]]);
  expect(blocksOf(fold(empty(14, 1), 8).cells)).toEqual([
    [0, 0, 7, 1],
    [0, 2, 7, 1],
  ]);
});

it("a mark has the same shape whenever it is drawn, and a player's O is a ring", () => {
  const letter = { ...cell("b2", 1, 1), mark: "O" };
  expect(shapeOf(letter)).toBe(shapeOf({ ...letter }));
  expect(shapeOf({ ...letter, owner: 1 })).not.toBe(shapeOf(letter));
  expect(shapeOf({ ...letter, mark: "?" })).toBeUndefined();
});
