// Where everybody arrives: play at once, set up a game, join one, watch one.

import { useEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { catalogue, loadCatalogue } from "../api";
import { whenReady } from "../connection";
import { useTitle } from "../parts/title";
import { attempt } from "../speech";
import { GameCards } from "../start/cards";
import { choose } from "../start/choices";
import { Chooser } from "../start/chooser";
import { LiveGames, MyGames, OpenGames } from "../start/lists";
import { followLobby } from "../start/lobby";
import { cancelSeek } from "../start/seek";
import { SeekingBar } from "../start/seeking";
import { Today } from "../start/today";
import { texts } from "../texts";

export function Start() {
  const t = texts.value.start;
  const { query, route } = useLocation();
  const chooser = useRef<HTMLHeadingElement>(null);
  const known = catalogue.value.games.length > 0;
  useTitle("");
  useEffect(() => whenReady(() => void loadCatalogue().catch(() => {})), []);
  useEffect(followLobby, []);
  useEffect(() => cancelSeek, []); // whoever goes elsewhere waits no longer

  // Whoever comes from the rules of a game would like to play it: /?play=GAME.
  useEffect(() => {
    if (!query.play || !known) return;
    chooseFor(query.play);
    route("/", true);
  }, [query.play, known]);

  function chooseFor(game: string) {
    choose({ game });
    chooser.current?.scrollIntoView({ block: "start" });
    chooser.current?.focus({ preventScroll: true });
  }

  return (
    <div class="start">
      <h1 class="page-title">{t.heading}</h1>
      <SeekingBar />
      <MyGames />
      {known ? (
        <>
          <GameCards onChoose={chooseFor} />
          <div class="start-columns">
            <Chooser heading={chooser} />
            <div class="stack">
              <Today />
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

/** Before the games are known; they come by themselves once there is a connection. */
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
