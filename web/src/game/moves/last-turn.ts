// The moves of the last turn, which are marked on the board together.
import type { Picture } from "../../net/protocol.gen";
import { isDeparture, type LoggedMove } from "./move-log";
import { runsOf } from "./rounds";

/** The names of the cells of the last turn after `count` moves. */
export function lastTurn(
  picture: Picture,
  log: readonly LoggedMove[],
  count: number,
): ReadonlySet<string> {
  if (log.length < count) return new Set(); // the log is still loading
  const moves =
    runsOf(log.slice(0, count))
      .at(-1)
      ?.moves.map((it) => it.move) ?? [];
  const cells = moves.filter((it) => !isDeparture(it)).map((it) => cellOf(picture, it));
  return new Set(cells.filter((it) => it !== undefined));
}

/** The cell of a move that was made: its notation ends with the name of the cell. */
function cellOf({ cells }: Picture, move: string): string | undefined {
  const names = cells.filter((it) => it.span === 1 && move.endsWith(it.name)).map((it) => it.name);
  return names.sort((a, b) => b.length - a.length)[0]; // S12 is in cell 12, not in 2
}
