// What is looked at, as an address: links lead to a position, and going on is kept in them.
import { withQuery } from "../net/api";
import type { Line } from "../net/protocol.gen";

/** What an analysis starts from: a game that is kept here, or any line of moves. */
export type Source =
  | { kind: "game"; id: string; move: number | null; aside: string[] } // moves beside the game's own
  | { kind: "moves"; line: Line; move: number | null } // the moves may go on after that one
  | { kind: "none" };

type Query = { [key: string]: string };

const split = (moves: string | undefined) => (moves ? moves.split(",").filter(Boolean) : []);

export function readSource(id: string | undefined, query: Query): Source {
  if (id) return { kind: "game", id, move: readMove(query.move), aside: split(query.moves) };
  const { game, size, position } = query;
  if (!game) return { kind: "none" };
  const line: Line = { game, moves: split(query.moves) };
  if (size) line.size = size;
  if (position) line.position = position;
  return { kind: "moves", line, move: readMove(query.move) };
}

/** The number of a move in an address; null if it is none. */
export function readMove(text: string | undefined): number | null {
  return text && /^\d{1,5}$/.test(text) ? Number(text) : null;
}

export const replayAddress = (id: string, move: number) =>
  withQuery(`/replay/${id}`, { move: move || null });

/** Commas stay readable: they may stand in an address as they are. */
const plain = (address: string) => address.replaceAll("%2C", ",");

export function lineAddress(line: Line, at: number | null = null): string {
  const { game, size, position, moves = [] } = line;
  const move = at === moves.length ? null : at;
  return plain(withQuery("/analysis", { game, size, position, moves: moves.join(","), move }));
}

export function gameAddress(id: string, move: number, aside: readonly string[] = []): string {
  return plain(withQuery(`/analysis/${id}`, { move, moves: aside.join(",") }));
}

/** Moves as people paste them: a record's line, or moves with or without numbers. */
export function readPasted(text: string): Partial<Line> & { moves: string[] } {
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) {
    const [first] = trimmed.split("\n"); // of a file of records; one may also be spread over lines
    const record = JSON.parse(first.endsWith("}") ? first : trimmed);
    const { game, size, moves } = record ?? {};
    if (typeof game !== "string" || !Array.isArray(moves)) throw new SyntaxError("no record");
    return { game, size: typeof size === "string" ? size : undefined, moves: moves.map(String) };
  }
  const words = trimmed.replace(/(^|\s)\d+\.+(?=\s|[a-z0-9])/gi, "$1").split(/[\s,;]+/);
  return { moves: words.filter(Boolean) };
}
