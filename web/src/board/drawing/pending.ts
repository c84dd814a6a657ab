// A move that is shown before the server has stored it.
import type { Cell, Tap } from "../../net/protocol.gen";

export interface Pending {
  cell: string;
  label: string;
  owner: number | null;
}

/** The pending move; a letter that either player may write has no owner. */
export const pendingOf = (tap: Tap, cell: Cell, player: number): Pending => ({
  cell: cell.name,
  label: tap.label,
  owner: cell.taps.length === 1 ? player : null,
});

export const isPendingAt = (cell: Cell, pending?: Pending | null) => cell.name === pending?.cell;

/** The cell with the mark of a move that isn't stored. */
export const withPending = (cell: Cell, pending?: Pending | null): Cell =>
  pending && isPendingAt(cell, pending)
    ? { ...cell, mark: pending.label, owner: pending.owner, tint: "" }
    : cell;

export const hasMark = (cell: Cell) => cell.mark !== "";
