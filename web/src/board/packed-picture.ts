// Pictures in generated files: defaults left out of them are filled in here.
import type { Cell, Picture, Stroke } from "../net/protocol.gen";

/** The fields that differ from their defaults. */
export type Packed<T> = { [K in keyof T]?: T[K] extends (infer U)[] ? Packed<U>[] : unknown };

export const cellOf = (it: Packed<Cell>) =>
  ({ mark: "", owner: null, tint: "", span: 1, last: false, taps: [], ...it }) as Cell;

export const strokesOf = (strokes?: Packed<Stroke>[]) =>
  (strokes ?? []).map((it) => ({ owner: null, ...it }) as Stroke);

export function pictureOf(it: Packed<Picture>): Picture {
  return {
    caption: "",
    notes: [],
    labels: [],
    ...it,
    cells: (it.cells ?? []).map(cellOf),
    strokes: strokesOf(it.strokes),
  } as Picture;
}
