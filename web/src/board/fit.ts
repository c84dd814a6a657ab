// The size of cells: as large as fits, and panning where they would be too small.
import type { Picture } from "../net/protocol.gen";
import { extent, fold } from "./drawing/geometry";

export interface Area {
  columns: number;
  rows: number;
}

export interface Room {
  width: number; // pixels
  height: number;
}

export const MAX_CELL = 120; // pixels
export const MIN_LEGIBLE_CELL = 7; // below this a whole board is unreadable
const MIN_CELL = 20; // of a board that is shown whole
const MIN_PANNED_CELL = 30; // of a board that is larger than its place
const MAX_WHOLE_CELLS = 162; // cells of boards that are always shown whole: 12×12, 2×9×9
const COMFORTABLE_CELL = 44; // larger than this, a board isn't folded to become larger still
const MAX_PIECES = 4; // of a folded board

/** The height of a board in a page that scrolls: it leaves room for the text around it. */
export const heightInText = (area: Area) =>
  Math.max(MIN_PANNED_CELL * area.rows, innerHeight - 210);

export const fittingCell = (area: Area, { width, height }: Room) =>
  Math.min(MAX_CELL, width / area.columns, height / area.rows);

/** Whether a board is always shown whole; larger ones pan where they don't fit. */
export const isShownWhole = (picture: Picture) => countCells(picture) <= MAX_WHOLE_CELLS;

export const countCells = (picture: Picture) =>
  picture.cells.filter((cell) => cell.span === 1).length;

/** Pixels per cell, at least as many as fit, and whether the board pans. */
export function fitCells(area: Area, room: Room, cells: number, zoom: number | null) {
  const fit = fittingCell(area, room);
  const least = cells <= MAX_WHOLE_CELLS ? MIN_CELL : MIN_PANNED_CELL;
  const unit = Math.max(fit, zoom ?? (fit >= least ? fit : MIN_PANNED_CELL));
  return { unit, pans: unit > fit + 0.5 };
}

/** The picture, folded into as many pieces as make its cells largest. */
export function foldToFit(picture: Picture, room: Room): Picture {
  let best = picture;
  let largest = 0;
  for (let pieces = 1; pieces <= MAX_PIECES; pieces++) {
    const folded = fold(picture, Math.ceil(picture.width / pieces));
    const cell = Math.min(COMFORTABLE_CELL, fittingCell(extent(folded), room));
    if (cell > largest + 0.5) [best, largest] = [folded, cell];
  }
  return best;
}
