// What a board shows besides the position: a suggested move, and where the next one is possible.
import type { Note, Picture } from "../net/protocol.gen";

/** The picture with a move marked; unchanged if there is no such move. */
export function withHint(picture: Picture, move: string | null): Picture {
  const cell = picture.cells.find((it) => it.taps.some((tap) => tap.move === move));
  const tap = cell?.taps.find((it) => it.move === move);
  if (!cell || !tap) return picture;
  const note: Note = { x: cell.x, y: cell.y, lines: [tap.label], worth: "good", best: true };
  return { ...picture, notes: [note] };
}

/** The picture of a game that is over: no cell invites a move any more. */
export function closed(picture: Picture): Picture {
  const cells = picture.cells.map((it) => (it.tint === "open" ? { ...it, tint: "" as const } : it));
  return { ...picture, cells };
}
