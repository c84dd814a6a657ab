import { describe, expect, it } from "vitest";
import { coverOf, extent, fold, separateLines } from "../../src/board/drawing/geometry";
import { fitCells } from "../../src/board/zoom";
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
    const picture = { ...one, width: 7, cells: [...one.cells, ...beside] };
    const cut = fold(picture, 5);
    expect([cut.width, cut.height]).toEqual([3, 8]);
    expect(cut.cells.find((it) => it.name === "2a1")).toMatchObject({ x: 0, y: 5 });
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

  it("never shrinks below what fits when zooming out", () => {
    const { unit } = fitCells(area, 400, null);
    expect(fitCells(area, 400, 7)).toEqual({ unit, scrolls: false });
    expect(fitCells(area, 400, 2 * unit)).toEqual({ unit: 2 * unit, scrolls: true });
  });

  it("grows with the space, even after zooming", () => {
    expect(fitCells(area, 400, fitCells(area, 200, null).unit)).toEqual(fitCells(area, 400, null));
  });
});
