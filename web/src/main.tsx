import { render } from "preact";
import { App } from "./app/app";
import { goOffline } from "./app/offline/register";
import * as calling from "./app/turn-alerts";
import { loadCatalogue } from "./net/catalogue";
import * as connection from "./net/connection";
import * as session from "./net/session";
import "./ui/style/index.css";

// The router fails at an address that cannot be read: this one can, and there is no such page.
try {
  decodeURIComponent(location.pathname);
} catch {
  history.replaceState(null, "", location.pathname.replaceAll("%", "%25") + location.search);
}
goOffline();
session.start();
calling.start();
connection.start();
loadCatalogue().catch(() => {}); // the pages that need it ask again
const root = document.getElementById("app");
if (root) render(<App />, root);
