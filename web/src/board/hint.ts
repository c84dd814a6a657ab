// A suggested move, marked on the board.
import type { Note, Picture } from "../net/protocol.gen";

/** The picture with a move marked; unchanged if there is no such move. */
export function withHint(picture: Picture, move: string | null): Picture {
  const cell = picture.cells.find((it) => it.taps.some((tap) => tap.move === move));
  const tap = cell?.taps.find((it) => it.move === move);
  if (!cell || !tap) return picture;
  const note: Note = { x: cell.x, y: cell.y, lines: [tap.label], worth: "good", best: true };
  return { ...picture, notes: [note] };
}
