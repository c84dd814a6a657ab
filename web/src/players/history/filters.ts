// Which games the history shows: as the form has it, as the address has it, as the server is asked.
import { withQuery } from "../../net/api";
import type { SearchQuery } from "../../net/protocol.gen";

export interface Filters {
  mine: boolean;
  player: string; // an id, where a link brought it; a name that is typed takes its place
  name: string;
  game: string;
  size: string;
  result: "" | "won" | "lost" | "drawn";
  reason: string;
  since: string; // days, as 2026-03-31
  until: string;
}

export const EVERYTHING: Filters = {
  mine: false,
  player: "",
  name: "",
  game: "",
  size: "",
  result: "",
  reason: "",
  since: "",
  until: "",
};

const RESULTS = ["won", "lost", "drawn"];

type Query = { [key: string]: string | undefined };

/** What an address asks for; what makes no sense is left out. */
export function filtersOf(query: Query): Filters {
  const text = (name: string) => (query[name] ?? "").trim();
  const date = (name: string) => (dayStart(text(name)) === null ? "" : text(name));
  return sensible({
    mine: query.mine === "1",
    player: text("player"),
    name: text("name"),
    game: text("game"),
    size: text("size"),
    result: (RESULTS.includes(text("result")) ? text("result") : "") as Filters["result"],
    reason: text("reason"),
    since: date("since"),
    until: date("until"),
  });
}

/** Without what the server would refuse: a size wants a game, a result somebody whose it is. */
export function sensible(filters: Filters): Filters {
  const { mine, game } = filters;
  const name = mine ? "" : filters.name;
  const player = mine || name ? "" : filters.player;
  const somebody = mine || !!name || !!player;
  return {
    ...filters,
    name,
    player,
    size: game ? filters.size : "",
    result: somebody ? filters.result : "",
    reason: somebody ? filters.reason : "",
  };
}

export function addressOf(filters: Filters): string {
  const { mine, ...rest } = sensible(filters);
  return withQuery("/history", { mine: mine ? "1" : "", ...rest });
}

/** What the server is asked for; `player` is the id of whoever is meant. */
export function searchOf(filters: Filters, player: string | null): SearchQuery {
  const { game, size, result, reason, since, until } = sensible(filters);
  return {
    player,
    game: game || null,
    size: size || null,
    result: (player && result) || null,
    reason: (player && reason) || null,
    since: dayStart(since),
    until: dayStart(until, 1), // that day included
  };
}

/** When a day begins here, in seconds since 1970; null if it is none. */
export function dayStart(text: string, later = 0): number | null {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!found) return null;
  const [year, month, day] = found.slice(1).map(Number);
  const date = new Date(year, month - 1, day);
  if (date.getMonth() !== month - 1 || date.getDate() !== day) return null;
  return new Date(year, month - 1, day + later).getTime() / 1000;
}
