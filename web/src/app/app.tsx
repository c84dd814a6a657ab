// The shell around every page, and the router.

import { useEffect } from "preact/hooks";
import { LocationProvider, Route, Router, useLocation } from "preact-iso";
import { GamePage } from "../game/game-page";
import { LobbyPage } from "../lobby/lobby-page";
import { texts } from "../texts";
import { announcement } from "../ui/announce";
import { focusContent } from "../ui/focus";
import { ConnectionBar } from "./connection-bar";
import { ErrorBanner } from "./error-banner";
import { ErrorBoundary } from "./error-boundary";
import { Footer } from "./footer";
import { Header } from "./header";
import { lazyPage } from "./lazy-page";
import { NotFoundPage } from "./not-found-page";
import { onNotificationClick } from "./notifications";

// What is needed to play loads at once, the rest on demand.
const HotseatPage = lazyPage(() => import("../game/device/hotseat-page"));
const DevicePage = lazyPage(() => import("../game/device/device-page"));
const RulesPage = lazyPage(() => import("../rules/rules-page"));
const ReplayPage = lazyPage(() => import("../study/replay/replay-page"));
const AnalysisPage = lazyPage(() => import("../study/analysis/analysis-page"));
const PuzzlesPage = lazyPage(() => import("../study/puzzles/puzzles-page"));
const PlayerPage = lazyPage(() => import("../players/player-page"));
const LeaderboardPage = lazyPage(() => import("../players/leaderboard/leaderboard-page"));
const HistoryPage = lazyPage(() => import("../players/history/history-page"));
const TournamentsPage = lazyPage(() => import("../tournaments/tournaments-page"));
const SettingsPage = lazyPage(() => import("../settings/settings-page"));

export function App() {
  const t = texts.value;
  return (
    <LocationProvider>
      <a class="skip" href="#content">
        {t.skip}
      </a>
      <Header />
      <main id="content" tabIndex={-1}>
        <ErrorBoundary>
          <Pages />
        </ErrorBoundary>
      </main>
      <Footer />
      <div class="notices">
        <ConnectionBar />
        <ErrorBanner />
      </div>
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
    <Router onRouteChange={focusContent}>
      <Route path="/" component={LobbyPage} />
      <Route path="/game/:id" component={GamePage} />
      <Route path="/hotseat" component={HotseatPage} />
      <Route path="/device/:id?" component={DevicePage} />
      <Route path="/rules/:game?" component={RulesPage} />
      <Route path="/replay/:id" component={ReplayPage} />
      <Route path="/analysis/:id?" component={AnalysisPage} />
      <Route path="/puzzles/:id?" component={PuzzlesPage} />
      <Route path="/players/:id" component={PlayerPage} />
      <Route path="/leaders/:game?" component={LeaderboardPage} />
      <Route path="/history" component={HistoryPage} />
      <Route path="/arena/:name?" component={TournamentsPage} />
      <Route path="/settings" component={SettingsPage} />
      <Route default component={NotFoundPage} />
    </Router>
  );
}
