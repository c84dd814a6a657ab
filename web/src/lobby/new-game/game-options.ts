// The chosen game options, and the request they make.
import type { GameRequest } from "../../net/protocol.gen";
import { playersOf, withPlayers } from "./size";

export const OPPONENTS = ["computer", "friend", "quick", "anybody", "here"] as const;
export type Opponent = (typeof OPPONENTS)[number];
export const FIRST = ["lot", "me", "other"] as const;
export type First = (typeof FIRST)[number];
/** Seconds per move; null: unlimited. */
export const CLOCKS = [20, 60, 300, 86_400, 3 * 86_400, null] as const;
export const OPEN = "open"; // a seat anyone can take

/** The options; those that depend on the game or the opponent are stored for each. */
export interface Choices {
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

export const USUAL: Choices = {
  game: "",
  sizes: {},
  opponent: "computer",
  level: "level3",
  agents: {},
  more: [],
  first: "lot",
  clocks: { people: 60, computer: null },
  rated: false,
  listed: { computer: true, friend: false },
  chat: true,
};

type Facts = { key: string; default_size: string; most_players: number };

export function sizeFor(choices: Choices, game: Facts): string {
  const size = choices.sizes[game.key]?.trim() || game.default_size;
  return hasSeats(choices.opponent) ? size : withPlayers(size, 2);
}

/** A quick match has two players; all other games may have more. */
export const hasSeats = (opponent: Opponent) => opponent !== "quick";

export function agentFor(choices: Choices, game: string): string {
  return choices.agents[game] ?? choices.level;
}

export function withAgent(choices: Choices, game: string, agent: string): Choices {
  const level = agent.startsWith("level") ? agent : choices.level;
  return { ...choices, level, agents: { ...choices.agents, [game]: agent } };
}

/** The other seats, one entry each. */
export function othersFor(choices: Choices, game: Facts): string[] {
  const count = Math.max(1, playersOf(sizeFor(choices, game)) - 1);
  const second = choices.opponent === "computer" ? agentFor(choices, game.key) : OPEN;
  return Array.from({ length: count }, (_, n) =>
    n === 0 ? second : choices.more[n - 1] || second,
  );
}

export const allPeople = (others: readonly string[]) => others.every((it) => it === OPEN);
export const anyPeople = (others: readonly string[]) => others.some((it) => it === OPEN);

export function clockFor(choices: Choices, others: readonly string[]): number | null {
  return choices.clocks[anyPeople(others) ? "people" : "computer"];
}

export function isListed({ opponent, listed }: Choices): boolean {
  return opponent === "computer" || opponent === "friend" ? listed[opponent] : true;
}

/** The request for a game with these options. */
export function wishFor(choices: Choices, game: Facts): GameRequest {
  const others = othersFor(choices, game);
  const [next, ...rest] = others;
  return {
    game: game.key,
    size: sizeFor(choices, game),
    seats: choices.first === "other" ? [next, "me", ...rest] : ["me", ...others],
    random_order: choices.first === "lot",
    clock: clockFor(choices, others),
    rated: choices.rated && allPeople(others),
    public: isListed(choices),
    chat: choices.chat,
  };
}

/** The request of a game card's Play button: the last level played there, no clock. */
export function quickWish(choices: Choices, game: Facts): GameRequest {
  const usual: Choices = { ...choices, opponent: "computer", first: "lot", more: [] };
  return { ...wishFor(usual, game), clock: null, public: choices.listed.computer };
}
