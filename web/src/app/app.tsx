// The shell around every page, and the router.

import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { Route, Router, useLocation } from "preact-iso";
import { GamePage } from "../game/game-page";
import { LobbyPage } from "../lobby/lobby-page";
import { hasServer } from "../net/site";
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

/** `Location` provides the router with the address. */
export function App({ Location }: { Location: ComponentType }) {
  const t = texts.value;
  return (
    <Location>
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
    </Location>
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
      <Route path="/hotseat" component={HotseatPage} />
      <Route path="/device/:id?" component={DevicePage} />
      <Route path="/rules/:game?" component={RulesPage} />
      <Route path="/analysis/:id?" component={AnalysisPage} />
      <Route path="/puzzles/:id?" component={PuzzlesPage} />
      <Route path="/settings" component={SettingsPage} />
      {hasServer() ? SERVER_PAGES : []}
      <Route default component={NotFoundPage} />
    </Router>
  );
}

const SERVER_PAGES = [
  <Route key="replay" path="/replay/:id" component={ReplayPage} />,
  <Route key="game" path="/game/:id" component={GamePage} />,
  <Route key="players" path="/players/:id" component={PlayerPage} />,
  <Route key="leaders" path="/leaders/:game?" component={LeaderboardPage} />,
  <Route key="history" path="/history" component={HistoryPage} />,
  <Route key="arena" path="/arena/:name?" component={TournamentsPage} />,
];
