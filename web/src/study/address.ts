// Addresses of positions: what is shown can be linked to.
import { withQuery } from "../net/api";
import type { Line } from "../net/protocol.gen";

/** What an analysis starts from: a game of this server, or any line of moves. */
export type Source =
  | { kind: "game"; id: string; move: number | null; variation: string[] } // moves that leave the game
  | { kind: "moves"; line: Line; move: number | null } // the line may continue after it
  | { kind: "none" };

type Query = { [key: string]: string };

const split = (moves: string | undefined) => (moves ? moves.split(",").filter(Boolean) : []);

export function readSource(id: string | undefined, query: Query): Source {
  if (id) return { kind: "game", id, move: readMove(query.move), variation: split(query.moves) };
  const { game, size, position } = query;
  if (!game) return { kind: "none" };
  const line: Line = { game, moves: split(query.moves) };
  if (size) line.size = size;
  if (position) line.position = position;
  return { kind: "moves", line, move: readMove(query.move) };
}

/** The move number in an address; null if there is none. */
export function readMove(text: string | undefined): number | null {
  return text && /^\d{1,5}$/.test(text) ? Number(text) : null;
}

export const replayAddress = (id: string, move: number) =>
  withQuery(`/replay/${id}`, { move: move || null });

/** Commas needn't be escaped, so links stay readable. */
const plain = (address: string) => address.replaceAll("%2C", ",");

export function lineAddress(line: Line, at: number | null = null): string {
  const { game, size, position, moves = [] } = line;
  const move = at === moves.length ? null : at;
  return plain(withQuery("/analysis", { game, size, position, moves: moves.join(","), move }));
}

export function gameAddress(id: string, move: number, variation: readonly string[] = []): string {
  return plain(withQuery(`/analysis/${id}`, { move, moves: variation.join(",") }));
}

/** Pasted moves: one line of a record, or moves with or without numbers. */
export function readPasted(text: string): Partial<Line> & { moves: string[] } {
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) {
    const [first] = trimmed.split("\n"); // of a file of records; a single record may span lines
    const record = JSON.parse(first.endsWith("}") ? first : trimmed);
    const { game, size, start, moves } = record ?? {};
    if (typeof game !== "string" || !Array.isArray(moves)) throw new SyntaxError("no record");
    const line = { game, moves: moves.map(String) };
    if (typeof start === "string") return { ...line, position: start };
    return { ...line, size: typeof size === "string" ? size : undefined };
  }
  const words = trimmed.replace(/(^|\s)\d+\.+(?=\s|[a-z0-9])/gi, "$1").split(/[\s,;]+/);
  return { moves: words.filter(Boolean) };
}
