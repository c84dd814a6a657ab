import { render } from "preact";
import { loadCatalogue } from "./api";
import { App } from "./app";
import * as calling from "./calling";
import * as connection from "./connection";
import { goOffline } from "./offline/register";
import * as session from "./session";
import "./style/index.css";

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
