// The filters of the history: in the form, in the address, and in the request.
import { withQuery } from "../../net/api";
import type { SearchQuery } from "../../net/protocol.gen";

export interface Filters {
  mine: boolean;
  player: string; // an id from a link; a typed name replaces it
  name: string;
  game: string;
  size: string;
  result: "" | "won" | "lost" | "drawn";
  reason: string;
  since: string; // days, as 2026-03-31
  until: string;
}

export const NO_FILTERS: Filters = {
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

/** The filters of an address; invalid ones are left out. */
export function filtersOf(query: Query): Filters {
  const text = (name: string) => (query[name] ?? "").trim();
  const date = (name: string) => (dayStart(text(name)) === null ? "" : text(name));
  return withoutInvalid({
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

/** Without what the server rejects: a size needs a game, a result needs a player. */
export function withoutInvalid(filters: Filters): Filters {
  const { mine, game } = filters;
  const name = mine ? "" : filters.name;
  const player = mine || name ? "" : filters.player;
  const hasPlayer = mine || !!name || !!player;
  return {
    ...filters,
    name,
    player,
    size: game ? filters.size : "",
    result: hasPlayer ? filters.result : "",
    reason: hasPlayer ? filters.reason : "",
  };
}

export function addressOf(filters: Filters): string {
  const { mine, ...rest } = withoutInvalid(filters);
  return withQuery("/history", { mine: mine ? "1" : "", ...rest });
}

/** The request; `player` is the id of the player searched for. */
export function searchOf(filters: Filters, player: string | null): SearchQuery {
  const { game, size, result, reason, since, until } = withoutInvalid(filters);
  return {
    player,
    game: game || null,
    size: size || null,
    result: (player && result) || null,
    reason: (player && reason) || null,
    since: dayStart(since),
    until: dayStart(until, 1), // including that day
  };
}

/** The start of a day in local time, in seconds since 1970; null if it isn't a date. */
export function dayStart(text: string, later = 0): number | null {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!found) return null;
  const [year, month, day] = found.slice(1).map(Number);
  const date = new Date(year, month - 1, day);
  if (date.getMonth() !== month - 1 || date.getDate() !== day) return null;
  return new Date(year, month - 1, day + later).getTime() / 1000;
}
