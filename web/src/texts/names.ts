// Names of games, computer players and seats, as they are shown.

import { catalogue } from "../net/catalogue";
import { texts } from ".";

export function agentName(agent: string): string {
  const [name, given = ""] = agent.split(":");
  const known = texts.value.agents[name]?.name ?? name;
  const options = given.replace(/,?\bseed=\d+/, ""); // of a game played offline: for checking only
  return options ? `${known} (${options})` : known;
}

export function seatName(seat: { name: string; agent?: string | null }): string {
  return seat.agent ? agentName(seat.agent) : seat.name || texts.value.game.free;
}

/** The game's name in the visitor's language, or the server's for a game without texts. */
export function gameTitle(key: string): string {
  const facts = catalogue.value.games.find((it) => it.key === key);
  return texts.value.games[key]?.title ?? facts?.title ?? key;
}
