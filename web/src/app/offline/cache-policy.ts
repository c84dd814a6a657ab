// What the service worker does about a request: decisions alone, so that they can be tested.

export type Way =
  | "leave" // the browser does as if there were no worker
  | "shell" // the page itself: from the server, or as it was kept
  | "asset" // a file of this build: as it was kept, or from the server
  | "kept"; // from the server, and kept for when it cannot be reached

interface Asked {
  method: string;
  mode: string;
  url: string;
}

/** What may be looked at again without the server; nothing else of the interface is ever kept. */
const KEPT = [/^\/api\/catalogue$/, /^\/api\/games\/[^/]+\/replay$/];
/** Whose addresses are no pages of ours. */
const OTHERS = /^\/(api|socket|health|metrics|tournaments|docs)(\/|$)/;

export function wayFor({ method, mode, url }: Asked, origin: string, files: Set<string>): Way {
  const at = new URL(url);
  if (method !== "GET" || at.origin !== origin) return "leave";
  if (KEPT.some((it) => it.test(at.pathname)) && !at.search) return "kept";
  if (OTHERS.test(at.pathname)) return "leave";
  if (mode === "navigate") return "shell";
  return files.has(at.pathname) || at.pathname.startsWith("/assets/") ? "asset" : "leave";
}

/** Whether an answer may be kept: whole, good, and from our own server. */
export function isKeepable({ status, type }: Pick<Response, "status" | "type">): boolean {
  return status === 200 && type === "basic";
}

/** Whether an answer is worse than what is kept: the server itself is not well. */
export const isOutage = ({ status }: Pick<Response, "status">): boolean =>
  status === 502 || status === 503 || status === 504;

export const APP = "quire-app-";
export const GAMES = "quire-games";

/**
 * The caches to delete, given all in the order in which they were made. The build before this one
 * stays: a tab that still shows it may ask for its chunks.
 */
export function outdated(names: readonly string[], current: string): string[] {
  const builds = names.filter((it) => it.startsWith(APP) && it !== current);
  const kept = new Set([current, GAMES, builds.at(-1)]);
  return names.filter((it) => it.startsWith("quire-") && !kept.has(it));
}

/** How many of the oldest have to go, so that no more than `most` stay. */
export const surplus = <T>(oldestFirst: readonly T[], most: number): T[] =>
  oldestFirst.slice(0, Math.max(0, oldestFirst.length - most));
