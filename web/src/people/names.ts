// How games, computer players and people are called.
import { catalogue } from "../api";
import { texts } from "../texts";

export function titleOf(game: string): string {
  const facts = catalogue.value.games.find((it) => it.key === game);
  return texts.value.games[game]?.title ?? facts?.title ?? game;
}

export function agentName(agent: string): string {
  return texts.value.agents[agent]?.name ?? agent;
}

/** The name at a seat; a computer player's in the visitor's language. */
export function seatName(seat: { name: string; agent: string | null }): string {
  return (seat.agent && texts.value.agents[seat.agent]?.name) || seat.name;
}

/** The games to choose from: those of the catalogue, or before it is known those that have words. */
export function allGames(): string[] {
  const known = catalogue.value.games.map((it) => it.key);
  return known.length ? known : Object.keys(texts.value.games);
}
