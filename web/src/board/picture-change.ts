// A picture after changes.
import type { Picture, PictureChange, Stroke } from "../net/protocol.gen";

export interface Change {
  change: PictureChange;
  added?: readonly Stroke[]; // new strokes, if no others changed
  isDetached?: boolean; // drawn without its history: the last move must be unmarked
}

export const applyChange = (picture: Picture, change: PictureChange): Picture =>
  applyChanges(picture, [{ change }]);

/** The picture after all changes, in one pass. */
export function applyChanges(start: Picture, changes: readonly Change[]): Picture {
  const cells = new Map(start.cells.map((cell) => [cell.name, cell]));
  let { strokes, notes, caption } = start;
  let more: Stroke[] = [];
  for (const { change, added = [], isDetached } of changes) {
    if (isDetached)
      for (const cell of cells.values())
        if (cell.last) cells.set(cell.name, { ...cell, last: false });
    for (const name of change.gone) cells.delete(name);
    for (const cell of change.cells) cells.set(cell.name, cell);
    if (change.strokes) {
      strokes = change.strokes;
      more = [];
    }
    more.push(...added);
    notes = change.notes ?? notes;
    caption = change.caption;
  }
  if (more.length) strokes = [...strokes, ...more];
  return { ...start, caption, cells: [...cells.values()], strokes, notes };
}
