// The frame around every page, and which page an address shows.

import { useEffect } from "preact/hooks";
import { LocationProvider, Route, Router, useLocation } from "preact-iso";
import { goBy } from "./attention";
import { toContent } from "./focus";
import { Guard } from "./guard";
import { lazily } from "./lazily";
import { Game } from "./pages/game";
import { NotFound } from "./pages/not-found";
import { Start } from "./pages/start";
import { ConnectionBar } from "./parts/connection-bar";
import { Header } from "./parts/header";
import { Problem } from "./parts/problem";
import { spoken } from "./speech";
import { texts } from "./texts";

// What is needed to play comes at once; the rest when it is asked for.
const Here = lazily(() => import("./pages/here"));
const Rules = lazily(() => import("./pages/rules"));
const Replay = lazily(() => import("./pages/replay"));
const Analysis = lazily(() => import("./pages/analysis"));
const Puzzles = lazily(() => import("./pages/puzzles"));
const Player = lazily(() => import("./pages/player"));
const Leaders = lazily(() => import("./pages/leaders"));
const History = lazily(() => import("./pages/history"));
const Arena = lazily(() => import("./pages/arena"));
const Settings = lazily(() => import("./pages/settings"));

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
      <p class="visually-hidden" role="status" aria-live="polite" id="spoken">
        {spoken}
      </p>
    </LocationProvider>
  );
}

function Pages() {
  const { path, query, route } = useLocation();
  useEffect(() => goBy(route), [route]);
  // Links of before: /?game=ID.
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
