// Registers the service worker, and handles what it can't.
import { account } from "../../net/account";
import { fileAddress } from "../../net/site";
import { save } from "../../settings/storage";
import { GAMES_CACHE } from "./cache-policy";

const RELOADED_KEY = "quire.reloaded";
const MINUTE_MS = 60_000;

/** Call once at the start; does nothing in development, where files change all the time. */
export function registerServiceWorker(): void {
  clearCacheWithAccount();
  if (!import.meta.env.PROD) return;
  addEventListener("vite:preloadError", reloadOnce);
  if (!("serviceWorker" in navigator)) return;
  const register = () => {
    // Where it isn't allowed, such as in a private window, the page needs the server.
    navigator.serviceWorker.register(fileAddress("sw.js")).catch(() => {});
  };
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}

/** A chunk failed to load. Reload if there may be a newer build; otherwise let the caller handle it. */
function reloadOnce(): void {
  const last = Number(sessionStorage.getItem(RELOADED_KEY) ?? 0);
  if (navigator.onLine === false || Date.now() - last <= MINUTE_MS) return;
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  location.reload();
}

/** Cached games are private: delete them when the account changes. */
function clearCacheWithAccount(): void {
  let player = account.peek()?.player.id;
  account.subscribe((it) => {
    const before = player;
    player = it?.player.id;
    if (before === undefined || player === before) return;
    save("seen", null);
    if ("caches" in window) caches.delete(GAMES_CACHE).catch(() => {});
  });
}
