// What the core is asked, and its answers. A request goes as text: its kind, then a line
// `name=value` for each detail (native/wasm/request.hpp); the answer is JSON.
import type { Line, Picture, Replay } from "../net/protocol.gen";

/** How long a search may take; without a limit it runs until it is done. */
export interface Limits {
  nodes?: number;
  seconds?: number;
}

/** A computer player's settings, as levels.gen.json has them. */
export interface LevelSettings {
  agent: string; // its search, or "champion"
  level_nodes: number;
  miss_rate: number;
  search: string; // the champion's, and so on
  exact_share: number;
  max_empty_cells: number;
  measured_size: string;
}

interface Details {
  replay: object; // the whole line, step by step; captions are empty
  draw: object;
  moves: object; // those that are legal after the line
  choose: LevelSettings & Limits & { seed: string; known_value?: number; known_moves?: string[] };
  policy: { policy: string; seed: string };
  search: Limits & { search: string; every_move?: boolean; seed?: string; memory?: number };
  solve: Limits & { memory?: number; one_best?: boolean };
  perft: { depth: number };
  playouts: { games: number; seed?: string };
}

export type Kind = keyof Details;
export type Request<K extends Kind = Kind> = {
  [Name in K]: { kind: Name } & Line & Details[Name];
}[K];

export interface Candidate {
  move: string;
  value: number; // for the player who makes it
  exact: boolean;
  nodes: number;
}

export interface SearchResult {
  candidates: Candidate[]; // the chosen one first
  expected: string[]; // the line of moves, the chosen one first
  depth: number;
  nodes: number;
}

export interface Solution {
  exact: boolean;
  lower: number | null;
  upper: number | null;
  best_moves: string[];
  all_best: boolean;
  grundy: number | null;
  nodes: number;
}

export interface Answers {
  replay: Omit<Replay, "marks" | "has_points">; // those two are in levels.gen.json
  draw: Picture;
  moves: { moves: string[] };
  choose: SearchResult;
  policy: { move: string };
  search: SearchResult;
  solve: Solution;
  perft: { count: number };
  playouts: { moves: number };
}

/** The request as text. A value is one line, whatever was typed. */
export function encode({ kind, ...details }: Request): string {
  const lines = Object.entries(details).flatMap(([name, value]) => {
    if (value === undefined || value === null || value === false) return [];
    const words = Array.isArray(value) ? value.map((it) => it.replace(/\s/g, "")).join(" ") : value;
    return `${name}=${words === true ? "yes" : String(words).replace(/\s/g, " ")}`;
  });
  return [kind, ...lines].join("\n");
}
