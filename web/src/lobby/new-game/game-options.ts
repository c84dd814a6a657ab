// The chosen game options, and the request they make.
import type { GameRequest } from "../../net/protocol.gen";
import { partsOf, playersOf, withPlayers } from "./size";

export const OPPONENTS = ["computer", "friend", "quick", "lobby", "hotseat"] as const;
export type Opponent = (typeof OPPONENTS)[number];
/** Those that need no server. */
export const DEVICE_OPPONENTS: readonly Opponent[] = ["computer", "hotseat"];
export const FIRST = ["random", "me", "other"] as const;
export type First = (typeof FIRST)[number];
/** Seconds per move, or with an increment the total time of each player; null: unlimited. */
export type Clock = { clock: number; increment: number | null } | null;
/** The clocks to choose from, by the name that this browser stores. */
export const CLOCKS = {
  "1m": { clock: 60, increment: null },
  "5+3": { clock: 300, increment: 3 },
  "10+5": { clock: 600, increment: 5 },
  "1d": { clock: 86_400, increment: null },
  none: null,
} as const satisfies { [name: string]: Clock };
export type ClockName = keyof typeof CLOCKS;
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
  clocks: { people: ClockName; computer: ClockName };
  rated: boolean; // not stored: nobody plays a rated game unawares
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
  clocks: { people: "1m", computer: "none" },
  rated: false,
  listed: { computer: true, friend: false },
  chat: true,
};

type Facts = { key: string; default_size: string; max_players: number };

export function sizeFor(options: GameOptions, game: Facts): string {
  const isMissing = isSizeMissing(options, game.key);
  const size = (isMissing ? "" : options.sizes[game.key]?.trim()) || game.default_size;
  return hasSeats(options.opponent) ? size : withPlayers(size, 2);
}

/** Whether a custom size was left empty. */
export const isSizeMissing = (options: GameOptions, game: string) =>
  options.sizes[game] !== undefined && !partsOf(options.sizes[game]).board;

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

const allPeople = (others: readonly string[]) => others.every((it) => it === OPEN);
export const anyPeople = (others: readonly string[]) => others.some((it) => it === OPEN);

export function clockFor(options: GameOptions, others: readonly string[]): ClockName {
  return options.clocks[anyPeople(others) ? "people" : "computer"];
}

/** Rated games are between people, with a clock. */
export const canBeRated = (options: GameOptions, others: readonly string[]) =>
  allPeople(others) && clockFor(options, others) !== "none";

export function isListed({ opponent, listed }: GameOptions): boolean {
  return opponent === "computer" || opponent === "friend" ? listed[opponent] : true;
}

const UNLIMITED = { clock: null, increment: null };

/** The request for a game with these options. */
export function requestFor(options: GameOptions, game: Facts): GameRequest {
  const others = othersFor(options, game);
  const [next, ...rest] = others;
  return {
    game: game.key,
    size: sizeFor(options, game),
    seats: options.first === "other" ? [next, "me", ...rest] : ["me", ...others],
    random_order: options.first === "random",
    ...(CLOCKS[clockFor(options, others)] ?? UNLIMITED),
    rated: options.rated && canBeRated(options, others),
    public: isListed(options),
    chat: options.chat,
  };
}

/** The options of the large buttons on the start page: two players, casual, and against the
 * computer the last level played, without a clock. */
export function quickOptions(options: GameOptions, opponent: Opponent): GameOptions {
  const clocks = { ...options.clocks, computer: "none" as const };
  return { ...options, opponent, first: "random", more: [], rated: false, clocks };
}
