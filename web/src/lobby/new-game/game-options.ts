// The chosen game options, and the request they make.
import type { GameRequest } from "../../net/protocol.gen";
import { playersOf, withPlayers } from "./size";

export const OPPONENTS = ["computer", "friend", "quick", "lobby", "hotseat"] as const;
export type Opponent = (typeof OPPONENTS)[number];
export const FIRST = ["random", "me", "other"] as const;
export type First = (typeof FIRST)[number];
/** Seconds per move; null: unlimited. */
export const CLOCKS = [20, 60, 300, 86_400, 3 * 86_400, null] as const;
export const OPEN = "open"; // a seat anyone can take

/** The options; those that depend on the game or the opponent are stored for each. */
export interface GameOptions {
  game: string;
  sizes: { [game: string]: string };
  opponent: Opponent;
  level: string; // the last level played, in any game
  agents: { [game: string]: string };
  more: string[]; // the third and further seats: an agent or OPEN; default: like the second
  first: First;
  clocks: { people: number | null; computer: number | null };
  rated: boolean;
  listed: { computer: boolean; friend: boolean }; // whether others can find the game
  chat: boolean;
}

export const DEFAULT_OPTIONS: GameOptions = {
  game: "",
  sizes: {},
  opponent: "computer",
  level: "level3",
  agents: {},
  more: [],
  first: "random",
  clocks: { people: 60, computer: null },
  rated: false,
  listed: { computer: true, friend: false },
  chat: true,
};

type Facts = { key: string; default_size: string; max_players: number };

export function sizeFor(options: GameOptions, game: Facts): string {
  const size = options.sizes[game.key]?.trim() || game.default_size;
  return hasSeats(options.opponent) ? size : withPlayers(size, 2);
}

/** A quick match has two players; all other games may have more. */
export const hasSeats = (opponent: Opponent) => opponent !== "quick";

export function agentFor(options: GameOptions, game: string): string {
  return options.agents[game] ?? options.level;
}

export function withAgent(options: GameOptions, game: string, agent: string): GameOptions {
  const level = agent.startsWith("level") ? agent : options.level;
  return { ...options, level, agents: { ...options.agents, [game]: agent } };
}

/** The other seats, one entry each. */
export function othersFor(options: GameOptions, game: Facts): string[] {
  const count = Math.max(1, playersOf(sizeFor(options, game)) - 1);
  const second = options.opponent === "computer" ? agentFor(options, game.key) : OPEN;
  return Array.from({ length: count }, (_, n) =>
    n === 0 ? second : options.more[n - 1] || second,
  );
}

export const allPeople = (others: readonly string[]) => others.every((it) => it === OPEN);
export const anyPeople = (others: readonly string[]) => others.some((it) => it === OPEN);

export function clockFor(options: GameOptions, others: readonly string[]): number | null {
  return options.clocks[anyPeople(others) ? "people" : "computer"];
}

export function isListed({ opponent, listed }: GameOptions): boolean {
  return opponent === "computer" || opponent === "friend" ? listed[opponent] : true;
}

/** The request for a game with these options. */
export function requestFor(options: GameOptions, game: Facts): GameRequest {
  const others = othersFor(options, game);
  const [next, ...rest] = others;
  return {
    game: game.key,
    size: sizeFor(options, game),
    seats: options.first === "other" ? [next, "me", ...rest] : ["me", ...others],
    random_order: options.first === "random",
    clock: clockFor(options, others),
    rated: options.rated && allPeople(others),
    public: isListed(options),
    chat: options.chat,
  };
}

/** The request of a game card's Play button: the last level played there, no clock. */
export function quickRequest(options: GameOptions, game: Facts): GameRequest {
  const usual: GameOptions = { ...options, opponent: "computer", first: "random", more: [] };
  return { ...requestFor(usual, game), clock: null, public: options.listed.computer };
}
