// What the core is asked, and its answers. A request goes as text: its kind, then a line
// `name=value` for each detail (native/wasm/request.hpp); the answer is JSON.
import type { GameReview, Line, MoveValue, Picture, Replay } from "../net/protocol.gen";

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

/** What is proven about a position: a proof and moves with their values, as `proofWords` has them. */
export interface Facts {
  proof?: string[];
  proven?: string[];
}

interface Details {
  replay: object; // the whole line, step by step; captions are empty
  draw: object;
  moves: object; // those that are legal after the line
  choose: LevelSettings & Limits & { seed: string; known_value?: number; known_moves?: string[] };
  policy: { policy: string; seed: string };
  search: Limits & { search: string; every_move?: boolean; seed?: string; memory?: number };
  solve: Limits & { memory?: number; one_best?: boolean };
  prove: Limits & { search: string; memory?: number; proof?: string[] }; // asked again, it goes on
  analyse: Limits & Facts & { search: string; memory?: number; found?: string[] };
  review_position: Limits & { search: string; memory?: number; entry?: string; prove?: boolean };
  review: { [name in `${"proof" | "found" | "bounds" | "forced"}.${number}`]?: string[] };
  check_puzzle: { solution: string; answer: string };
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

export interface Proof {
  value: number;
  best: string[];
  complete: boolean; // whether those are all
}

export interface Proofs {
  proof: Proof | null;
  proven: [move: string, value: number][]; // for the player who makes the move
  lower: number | null;
  upper: number | null;
  expected: string[];
  done: boolean; // nothing is left to prove
  nodes: number;
}

export interface Values {
  value: number | null;
  exact: boolean;
  moves: MoveValue[]; // the best first
  decided_by_points: boolean;
  expected: string[];
  depth: number;
  nodes: number;
}

export interface PositionReview {
  proof: Proof | null;
  lower: number | null; // proven bounds of the value
  upper: number | null;
  forced: boolean; // no move can lose anything
  found: Candidate[]; // the best move and the one that was played, searched equally
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
  prove: Proofs;
  analyse: Values;
  review_position: PositionReview;
  review: Omit<GameReview, "nodes" | "seconds">;
  check_puzzle: { move: string; correct: boolean };
  perft: { count: number };
  playouts: { moves: number };
}

/** A proof as a request takes it. */
export const proofWords = ({ value, best, complete }: Proof): string[] => [
  String(value),
  complete ? "all" : "some",
  ...best,
];

/** Candidates as a request takes them. */
export const candidateWords = (found: readonly Candidate[]): string[] =>
  found.flatMap((it) => [
    it.move,
    String(it.value),
    it.exact ? "yes" : "no",
    String(Math.min(it.nodes, 2 ** 31 - 1)),
  ]);

/** The request as text. A value is one line, whatever was typed. */
export function encode({ kind, ...details }: Request): string {
  const lines = Object.entries(details).flatMap(([name, value]) => {
    if (value === undefined || value === null || value === false) return [];
    const words = Array.isArray(value) ? value.map((it) => it.replace(/\s/g, "")).join(" ") : value;
    return `${name}=${words === true ? "yes" : String(words).replace(/\s/g, " ")}`;
  });
  return [kind, ...lines].join("\n");
}
