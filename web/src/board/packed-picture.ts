// Pictures in generated files: defaults left out of them are filled in here.
import type { Cell, Picture, ReplayStep, Stroke } from "../net/protocol.gen";
import { applyChanges } from "./picture-change";

/** The fields that differ from their defaults. */
export type Packed<T> = { [K in keyof T]?: T[K] extends (infer U)[] ? Packed<U>[] : unknown };

export const cellOf = (it: Packed<Cell>) =>
  ({ mark: "", owner: null, tint: "", span: 1, last: false, taps: [], polygon: [], ...it }) as Cell;

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

/** The picture after a step of a replay; captions and notes are not in generated files. */
export function pictureAfter(picture: Picture, step: Packed<ReplayStep>): Picture {
  const change = (step.change ?? {}) as Packed<NonNullable<ReplayStep["change"]>>;
  const made = {
    caption: "",
    cells: ((change.cells as Packed<Cell>[]) ?? []).map(cellOf),
    gone: (change.gone as string[]) ?? [],
    strokes: change.strokes ? strokesOf(change.strokes as Packed<Stroke>[]) : null,
    notes: null,
  };
  const added = strokesOf(step.added as Packed<Stroke>[]);
  return applyChanges(picture, [{ change: made, added }]);
}
