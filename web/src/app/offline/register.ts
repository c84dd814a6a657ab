// The page without the server: the worker that keeps it, and what to do where that is not enough.
import { account } from "../../net/account";
import { save } from "../../settings/storage";
import { GAMES } from "./cache-policy";

const RELOADED = "quire.reloaded";
const MINUTE = 60_000;

/** Call once at the start; does nothing while developing, where files change under its feet. */
export function goOffline(): void {
  forgetWithAccount();
  if (!import.meta.env.PROD) return;
  addEventListener("vite:preloadError", loadAnew);
  if (!("serviceWorker" in navigator)) return;
  const register = () => {
    // Where it is not allowed, such as in a private window, the page works with the server alone.
    navigator.serviceWorker.register("/sw.js").catch(() => {});
  };
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}

/** A part of the page is gone. With a newer build it is there again; else whoever asked for it copes. */
function loadAnew(): void {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (navigator.onLine === false || Date.now() - last <= MINUTE) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
}

/** The games that somebody has seen are nobody else's business: they go when the account changes. */
function forgetWithAccount(): void {
  let player = account.peek()?.player.id;
  account.subscribe((it) => {
    const before = player;
    player = it?.player.id;
    if (before === undefined || player === before) return;
    save("seen", null);
    if ("caches" in window) caches.delete(GAMES).catch(() => {});
  });
}
