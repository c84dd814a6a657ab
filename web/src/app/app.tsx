// The shell around every page, and the router.

import { useEffect } from "preact/hooks";
import { LocationProvider, Route, Router, useLocation } from "preact-iso";
import { Game } from "../game/game-page";
import { Start } from "../lobby/lobby-page";
import { texts } from "../texts";
import { announcement } from "../ui/announce";
import { toContent } from "../ui/focus";
import { ConnectionBar } from "./connection-bar";
import { Problem } from "./error-banner";
import { Guard } from "./error-boundary";
import { Header } from "./header";
import { lazyPage } from "./lazy-page";
import { NotFound } from "./not-found-page";
import { onNotificationClick } from "./notifications";

// What is needed to play loads at once, the rest on demand.
const Here = lazyPage(() => import("../game/hotseat/hotseat-page"));
const Rules = lazyPage(() => import("../rules/rules-page"));
const Replay = lazyPage(() => import("../study/replay/replay-page"));
const Analysis = lazyPage(() => import("../study/analysis/analysis-page"));
const Puzzles = lazyPage(() => import("../study/puzzles/puzzles-page"));
const Player = lazyPage(() => import("../players/player-page"));
const Leaders = lazyPage(() => import("../players/leaderboard-page"));
const History = lazyPage(() => import("../players/history/history-page"));
const Arena = lazyPage(() => import("../tournaments/tournaments-page"));
const Settings = lazyPage(() => import("../settings/settings-page"));

export function App() {
  const t = texts.value;
  return (
    <LocationProvider>
      <a class="skip" href="#content">
        {t.skip}
      </a>
      <Header />
      <ConnectionBar />
      <main id="content" tabIndex={-1}>
        <Problem />
        <Guard>
          <Pages />
        </Guard>
      </main>
      <p class="visually-hidden" role="status" aria-live="polite" id="announcement">
        {announcement}
      </p>
    </LocationProvider>
  );
}

function Pages() {
  const { path, query, route } = useLocation();
  useEffect(() => onNotificationClick(route), [route]);
  // Old links: /?game=ID.
  useEffect(() => {
    if (path === "/" && query.game) route(`/game/${query.game}`, true);
  }, [path, query.game]);
  return (
    <Router onRouteChange={toContent}>
      <Route path="/" component={Start} />
      <Route path="/game/:id" component={Game} />
      <Route path="/here" component={Here} />
      <Route path="/rules/:game?" component={Rules} />
      <Route path="/replay/:id" component={Replay} />
      <Route path="/analysis/:id?" component={Analysis} />
      <Route path="/puzzles/:id?" component={Puzzles} />
      <Route path="/players/:id" component={Player} />
      <Route path="/leaders/:game?" component={Leaders} />
      <Route path="/history" component={History} />
      <Route path="/arena/:name?" component={Arena} />
      <Route path="/settings" component={Settings} />
      <Route default component={NotFound} />
    </Router>
  );
}
