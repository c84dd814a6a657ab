import { cleanup, render } from "@testing-library/preact";
import { afterEach, expect, it } from "vitest";
import { Drawing } from "../../src/board/drawing/drawing";
import { closed } from "../../src/board/hint";
import { type Picture, StrokeKind } from "../../src/net/protocol.gen";
import { empty } from "../fixtures";

afterEach(cleanup);

const drawn = (picture: Picture) => render(<Drawing picture={picture} unit={48} />).container;

it("a line leaves the letters legible, with and without an owner", () => {
  const ends = { kind: StrokeKind.LINE, x1: 0.5, y1: 0.5, x2: 2.5, y2: 0.5 };
  for (const owner of [null, 0]) {
    const container = drawn({ ...empty(3, 1), strokes: [{ ...ends, owner }] });
    const line = container.querySelector(owner === null ? ".neutral:not(.band)" : ".p1:not(.band)");
    expect(line?.getAttribute("d")?.match(/M/g)).toHaveLength(2); // between three letters
    expect(container.querySelector(".band")?.getAttribute("d")).toBe("M24 24L120 24");
    cleanup();
  }
});

it("no cell of a closed board invites a move", () => {
  const board = empty(2, 1);
  board.cells[0].tint = "open";
  board.cells[1].tint = "shaded";
  const dots = (picture: Picture) => drawn(picture).querySelector(".dot")?.getAttribute("d");
  expect(dots(board)).not.toBe("");
  cleanup();
  expect(dots(closed(board))).toBe("");
  expect(closed(board).cells[1].tint).toBe("shaded");
});
