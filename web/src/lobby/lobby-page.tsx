// The home page: play now, create a game, join one, watch one.

import { useEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { catalogue, loadCatalogue } from "../net/catalogue";
import { connection } from "../net/online";
import { texts } from "../texts";
import { attempt } from "../ui/announce";
import { useTitle } from "../ui/page-title";
import { DailyPuzzleCard } from "./daily-puzzle";
import { GameCards } from "./game-cards";
import { LiveGames, MyGames, OpenGames } from "./game-lists";
import { followLobby } from "./lobby";
import { NewGameForm } from "./new-game/new-game-form";
import { setOptions } from "./new-game/stored-options";
import { quickMatch } from "./seek";
import { SeekBar } from "./seek-bar";

export function LobbyPage() {
  const t = texts.value.start;
  const { query, route } = useLocation();
  const formHeading = useRef<HTMLHeadingElement>(null);
  const known = catalogue.value.games.length > 0;
  useTitle("");
  useEffect(() => connection.whenReady(() => void loadCatalogue().catch(() => {})), []);
  useEffect(followLobby, []);
  useEffect(() => quickMatch.cancel, []); // leaving the page cancels the search

  // A link from the rules chooses the game: /?play=GAME.
  useEffect(() => {
    if (!query.play || !known) return;
    chooseFor(query.play);
    route("/", true);
  }, [query.play, known]);

  function chooseFor(game: string) {
    setOptions({ game });
    formHeading.current?.scrollIntoView({ block: "start" });
    formHeading.current?.focus({ preventScroll: true });
  }

  return (
    <div class="start">
      <h1 class="page-title">{t.heading}</h1>
      <SeekBar />
      <MyGames />
      {known ? (
        <>
          <GameCards onChoose={chooseFor} />
          <div class="start-columns">
            <NewGameForm heading={formHeading} />
            <div class="stack">
              <DailyPuzzleCard />
              <OpenGames />
              <LiveGames />
            </div>
          </div>
        </>
      ) : (
        <NoCatalogue />
      )}
    </div>
  );
}

/** Before the games are loaded; they load once there is a connection. */
function NoCatalogue() {
  const t = texts.value.start;
  return (
    <section class="card narrow stack">
      <p>{t.noCatalogue}</p>
      <button type="button" onClick={() => attempt(loadCatalogue)}>
        {t.again}
      </button>
    </section>
  );
}
