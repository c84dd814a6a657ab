// Boards that have several parts, reduced to the first, for small places.
import type { Picture } from "../net/protocol.gen";
import { blocksOf } from "./drawing/geometry";

/** The first part of a picture that has several; any other picture as it is. */
export function firstBlock(picture: Picture): Picture {
  const [first, ...more] = blocksOf(picture.cells);
  if (!more.length) return picture;
  const [left, top, width, height] = first;
  const isInside = (x: number, y: number) =>
    x >= left && x <= left + width && y >= top && y <= top + height;
  const [right, bottom] = [left + width, top + height];
  return {
    ...picture,
    width,
    height,
    labels: picture.labels.filter((it) => it.x < right && it.y < bottom),
    cells: picture.cells.filter((it) => it.x < right && it.y < bottom),
    strokes: picture.strokes.filter((it) => isInside(it.x1, it.y1) && isInside(it.x2, it.y2)),
  };
}
