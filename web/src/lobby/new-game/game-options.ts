// What a visitor would like to play, and the request that it makes.
import type { GameRequest } from "../../net/protocol.gen";
import { playersOf, withPlayers } from "./size";

export const OPPONENTS = ["computer", "friend", "quick", "anybody", "here"] as const;
export type Opponent = (typeof OPPONENTS)[number];
export const FIRST = ["lot", "me", "other"] as const;
export type First = (typeof FIRST)[number];
/** Seconds for a move; null: as long as one likes. */
export const CLOCKS = [20, 60, 300, 86_400, 3 * 86_400, null] as const;
export const OPEN = "open"; // a seat for whoever joins

/** What is chosen; whatever depends on the game or the opponent is kept for each of them. */
export interface Choices {
  game: string;
  sizes: { [game: string]: string };
  opponent: Opponent;
  level: string; // the level that was last played against, in any game
  agents: { [game: string]: string };
  more: string[]; // the third seat and those after it: an agent or OPEN; what is missing is as the second
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

/** Quick pairing brings two together; all others may be more. */
export const hasSeats = (opponent: Opponent) => opponent !== "quick";

export function agentFor(choices: Choices, game: string): string {
  return choices.agents[game] ?? choices.level;
}

export function withAgent(choices: Choices, game: string, agent: string): Choices {
  const level = agent.startsWith("level") ? agent : choices.level;
  return { ...choices, level, agents: { ...choices.agents, [game]: agent } };
}

/** Who sits opposite: one entry for each player besides oneself. */
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

/** The game to be made of these choices. */
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

/** What the one button on a game's card makes: the computer that was last played there, no clock. */
export function quickWish(choices: Choices, game: Facts): GameRequest {
  const usual: Choices = { ...choices, opponent: "computer", first: "lot", more: [] };
  return { ...wishFor(usual, game), clock: null, public: choices.listed.computer };
}
