// A cell in words, for screen readers.
import type { Cell } from "../net/protocol.gen";
import { texts } from "../texts";
import { isPendingAt, type Pending } from "./drawing/pending";

/** The cell's name, what is in it, and what happened there: "b3, S, last move". */
export function cellLabel(
  cell: Cell,
  cover: Map<string, Cell>,
  pending?: Pending | null,
  turn?: ReadonlySet<string>,
): string {
  const t = texts.value.board;
  const over = cover.get(`${cell.x},${cell.y}`);
  const isPending = isPendingAt(cell, pending);
  const tint = { shaded: t.shaded, drawn: t.drawn, open: t.open, won: "", "": "" }[cell.tint];
  const words = [
    cell.name,
    isPending ? pending?.label : cell.mark || tint || t.empty,
    over && t.wonBy(over.mark),
    cell.last ? t.last : turn?.has(cell.name) && t.lastTurn,
    isPending && t.pending,
  ];
  return words.filter(Boolean).join(", ");
}
