// What the service worker does with a request: pure functions, so that they can be tested.

export type Strategy =
  | "leave" // the browser handles it as if there were no worker
  | "shell" // the page itself: from the server, or else cached
  | "asset" // a file of this build: cached, or else from the server
  | "cached"; // from the server, and cached for when it can't be reached

interface RequestParts {
  method: string;
  mode: string;
  url: string;
}

/** The only API responses that are cached, for use offline. */
const CACHED_PATHS = [/^api\/catalogue$/, /^api\/games\/[^/]+\/replay$/];
/** Paths that aren't pages. */
const NON_PAGE_PATHS = /^(api|socket|health|metrics|tournaments|docs)(\/|$)/;

/** `site` is the address of its top, with a slash at the end; files are named from there. */
export function strategyFor(
  { method, mode, url }: RequestParts,
  site: string,
  files: Set<string>,
): Strategy {
  if (method !== "GET" || !url.startsWith(site)) return "leave";
  const { pathname, search } = new URL(url);
  const name = pathname.slice(new URL(site).pathname.length);
  if (CACHED_PATHS.some((it) => it.test(name)) && !search) return "cached";
  if (NON_PAGE_PATHS.test(name)) return "leave";
  if (mode === "navigate") return "shell";
  return files.has(name) || name.startsWith("assets/") ? "asset" : "leave";
}

/** Whether a response may be cached: complete, successful, and from this server. */
export function isCacheable({ status, type }: Pick<Response, "status" | "type">): boolean {
  return status === 200 && type === "basic";
}

/** Whether a response is worse than a cached one: the server is unavailable. */
export const isOutage = ({ status }: Pick<Response, "status">): boolean =>
  status === 502 || status === 503 || status === 504;

export const GAMES_CACHE = "quire-games";

/** How the names of the caches of a site's builds begin: an origin may have several sites. */
export const appCachePrefix = (path: string): string =>
  path === "/" ? "quire-app-" : `quire-app ${path} `;

/**
 * The caches to delete, of all in order of creation. The previous build's cache
 * stays: a tab that still shows it may request its chunks.
 */
export function outdated(names: readonly string[], current: string, prefix: string): string[] {
  return names.filter((it) => it.startsWith(prefix) && it !== current).slice(0, -1);
}

/** The oldest ones to delete, so that at most `max` stay. */
export const surplus = <T>(oldestFirst: readonly T[], max: number): T[] =>
  oldestFirst.slice(0, Math.max(0, oldestFirst.length - max));
