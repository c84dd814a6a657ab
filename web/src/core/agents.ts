// The computer players that the core knows, from the profiles of the games, and their moves.
import type { Line } from "../net/protocol.gen";
import book from "./book.gen.json";
import profiles from "./levels.gen.json";
import type { Kind, LevelSettings, Request } from "./request";

interface Profile {
  levels: { agent: string; nodes: number; miss_rate: number }[]; // weakest first
  champion: { exact_share: number; search: string; max_empty_cells: number };
  estimator: string; // the search that values every move
  default_size: string;
  measured_size: string;
  policies: { [agent: string]: string }; // of the paper's players that can play it
  marks: string[];
  has_points: { [variant: string]: boolean }; // the word in a size, or ""
}

interface Known {
  value: number;
  moves: string; // the best ones
}

const PROFILES = profiles as { [game: string]: Profile };
const BOOK = book as { [game: string]: { [position: string]: Known } };

/** What is known about a game besides its rules; undefined if the core doesn't know it. */
export const profileOf = (game: string): Profile | undefined => PROFILES[game];

/** Whether the core can play this agent: `level3`, `level8:seed=5`, `greedy`. */
export const canPlay = (game: string, agent: string): boolean =>
  settingsOf(game, agent) !== null || policyOf(game, agent) !== null;

/** The request for an agent's move; null if the core can't play it. `position` is after the line. */
export function moveRequest(
  agent: string,
  line: Line,
  seed: string,
  position: string,
): Request<"choose" | "policy"> | null {
  const policy = policyOf(line.game, agent);
  if (policy) return { kind: "policy", ...line, policy, seed };
  const settings = settingsOf(line.game, agent);
  if (!settings) return null;
  const known = settings.agent === "champion" ? BOOK[line.game]?.[position] : undefined;
  return {
    kind: "choose",
    ...line,
    ...settings,
    seed,
    ...(known && { known_value: known.value, known_moves: known.moves.split(" ") }),
  };
}

/** What the book knows about a position; the value is for the player to move. */
export const bookEntry = (game: string, position: string): Known | undefined =>
  BOOK[game]?.[position];

const SEARCHES: readonly Kind[] = ["choose", "search", "analyse", "review_position"];

/** Whether a request needs the game's learned evaluation, if it has one. */
export const usesWeights = (kind: Kind): boolean => SEARCHES.includes(kind);

function settingsOf(game: string, agent: string): LevelSettings | null {
  const profile = profileOf(game);
  const number = /^level([1-8])$/.exec(nameOf(agent))?.[1];
  const level = profile?.levels[Number(number) - 1];
  if (!profile || !level) return null;
  const { nodes: level_nodes, ...rest } = level;
  return { ...rest, level_nodes, ...profile.champion, measured_size: profile.measured_size };
}

const policyOf = (game: string, agent: string): string | null =>
  profileOf(game)?.policies[nameOf(agent)] ?? null;

/** The name in an agent's spec, without its options. */
const nameOf = (agent: string) => agent.split(":")[0].trim().toLowerCase();
