// A move that is shown before it is made.
import type { Note, Picture } from "../net/protocol.gen";

/** The picture with a move pointed at; as it is where there is no such move. */
export function pointed(picture: Picture, move: string | null): Picture {
  const cell = picture.cells.find((it) => it.taps.some((tap) => tap.move === move));
  const tap = cell?.taps.find((it) => it.move === move);
  if (!cell || !tap) return picture;
  const note: Note = { x: cell.x, y: cell.y, lines: [tap.label], worth: "good", best: true };
  return { ...picture, notes: [note] };
}
