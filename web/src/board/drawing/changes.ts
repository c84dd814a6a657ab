// What is new on a board since it was last shown: that is drawn as with a pencil.
import { useMemo, useRef } from "preact/hooks";
import { type Cell, type Picture, StrokeKind } from "../../net/protocol.gen";
import { hasMark, isPendingAt, type Pending } from "./pending";
import { strokeKey } from "./player-line";

const MAX_STROKES = 8; // more at once are another position, not a move
const MAX_MARKS = 2; // a mark, and that of the small board it wins

/** What one move has changed; empty if more has happened. */
export interface Changes {
  strokes: ReadonlySet<string>; // keys of lines, in the order in which they are drawn
  marks: ReadonlySet<string>; // names of cells
  shaded: ReadonlySet<string>; // names of cells
  last: ReadonlySet<string>; // names of cells that are highlighted
}

const NONE: Changes = { strokes: new Set(), marks: new Set(), shaded: new Set(), last: new Set() };

/** The changes by the last move. A move of your own is there at once: only what it causes is new. */
export function useChanges(picture: Picture, pending?: Pending | null): Changes {
  const last = useRef<{ picture: Picture; pending?: Pending | null }>({ picture });
  const changes = useMemo(
    () => changesBetween(last.current.picture, picture, last.current.pending),
    [picture],
  );
  last.current = { picture, pending };
  return changes;
}

export function changesBetween(
  before: Picture,
  now: Picture,
  pending?: Pending | null, // as it was shown before
): Changes {
  if (before === now || before.game !== now.game || before.size !== now.size) return NONE;
  const known = new Map(before.cells.map((cell) => [cell.name, cell]));
  const added = (has: (cell: Cell) => boolean) =>
    now.cells.filter((cell) => has(cell) && !has(known.get(cell.name) ?? { ...cell, ...BLANK }));
  const namesOf = (cells: Cell[]) => new Set(cells.map((it) => it.name));
  const marks = added(hasMark);
  const strokes = newOf(linesOf(before), linesOf(now));
  if (marks.length > MAX_MARKS || strokes.length > MAX_STROKES) return NONE;
  return {
    strokes: new Set(strokes),
    marks: namesOf(marks.filter((it) => !isPendingAt(it, pending))),
    shaded: namesOf(added((cell) => cell.tint === "shaded")),
    last: namesOf(added((cell) => cell.last)),
  };
}

const BLANK = { mark: "", tint: "", last: false } as const;

const linesOf = ({ strokes }: Picture) =>
  strokes.filter((it) => it.kind === StrokeKind.LINE).map(strokeKey);

function newOf(before: readonly string[], now: readonly string[]): string[] {
  const known = new Set(before);
  return now.filter((it) => !known.has(it));
}
