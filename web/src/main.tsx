import { render } from "preact";
import { LocationProvider } from "preact-iso";
import { App } from "./app/app";
import { registerServiceWorker } from "./app/offline/register";
import { startPush } from "./app/start-push";
import * as turnAlerts from "./app/turn-alerts";
import { startSending } from "./game/device/games/start-sending";
import { watchRatedGames } from "./game/rated-games";
import { loadCatalogue } from "./net/catalogue";
import { connection, session } from "./net/online";
import { hasServer } from "./net/site";
import "./ui/style/index.css";

// The router throws at an address that can't be decoded: escape it, and it is a page not found.
try {
  decodeURIComponent(location.pathname);
} catch {
  history.replaceState(null, "", location.pathname.replaceAll("%", "%25") + location.search);
}

/** What provides the router with the address. */
async function start() {
  registerServiceWorker();
  loadCatalogue().catch(() => {}); // the pages that need it try again
  if (!hasServer()) return (await import("./app/hash-location")).start();
  session.start();
  turnAlerts.start();
  startPush();
  startSending();
  watchRatedGames();
  connection.start();
  return LocationProvider;
}

const root = document.getElementById("app");
start().then((Location) => root && render(<App Location={Location} />, root));
