// The home page: play now, invite a friend, create a game, join one, watch one.

import { useEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { gamesInProgress, unsentGames } from "../game/device/games/stored-games";
import { catalogue, loadCatalogue } from "../net/catalogue";
import { connection } from "../net/online";
import { hasServer } from "../net/site";
import { sendOffline } from "../settings/preferences";
import { texts } from "../texts";
import { attempt } from "../ui/announce";
import { lazyPart } from "../ui/lazy-part";
import { useTitle } from "../ui/page-title";
import { DailyPuzzleCard } from "./daily-puzzle";
import { GameCards } from "./game-cards";
import { MyGames, OpenGames } from "./game-lists";
import { Hero } from "./hero";
import { PeopleOnline } from "./live/people-online";
import { followLobby, mine } from "./lobby";
import type { GameOptions } from "./new-game/game-options";
import { NewGameForm } from "./new-game/new-game-form";
import { gameOptions, setOptions } from "./new-game/stored-options";
import { quickMatch } from "./seek";

const HandOverOffer = lazyPart(() =>
  import("../game/device/hand-over-offer").then((it) => it.HandOverOffer),
);
const LiveGames = lazyPart<{ isOnStartPage?: boolean }>(() =>
  import("./live/live-games").then((it) => it.LiveGames),
);
const SeekBar = lazyPart(() => import("./seek-bar").then((it) => it.SeekBar));

export function LobbyPage() {
  const { query, route } = useLocation();
  const formHeading = useRef<HTMLHeadingElement>(null);
  const [openings, setOpenings] = useState(0); // how often the form for a new game was opened
  const known = catalogue.value.games.length > 0;
  useTitle("");
  useEffect(() => connection.whenReady(() => void loadCatalogue().catch(() => {})), []);
  useEffect(() => (hasServer() ? followLobby() : undefined), []);
  // Leaving the page cancels the search, unless a game against the computer bridges the time.
  useEffect(() => {
    quickMatch.inBackground.value = false;
    return quickMatch.leave;
  }, []);

  // A link from the rules chooses the game: /?play=GAME.
  useEffect(() => {
    if (!query.play || !known) return;
    chooseFor(query.play);
    route("/", true);
  }, [query.play, known]);

  const chooseFor = (game: string) => openForm({ game });
  const postGame = () => openForm({ opponent: "lobby" });

  function openForm(change: Partial<GameOptions>) {
    setOptions(change);
    setOpenings((count) => count + 1);
  }
  useEffect(() => {
    formHeading.current?.scrollIntoView({ block: "start" });
    formHeading.current?.focus({ preventScroll: true });
  }, [openings]);

  const isReady = connection.status.value.state === "ready";
  const isHandOverOpen = isReady && !sendOffline.value && unsentGames.value.length > 0;
  const { games } = catalogue.value;
  const game = games.find((it) => it.key === gameOptions.value.game) ?? games[0];
  if (!game) return <NoCatalogue />;
  const isBack = mine.value.length + gamesInProgress.value.length > 0;
  return (
    <div class="start">
      {quickMatch.seek.value && <SeekBar />}
      {isHandOverOpen && <HandOverOffer />}
      <MyGames />
      <Hero game={game} isBack={isBack} onCustom={() => openForm({})} />
      <GameCards chosen={game.key} onOptions={chooseFor} />
      {hasServer() && <PeopleOnline />}
      <div class="start-columns">
        {openings > 0 && <NewGameForm heading={formHeading} />}
        <div class="stack">
          {hasServer() && <DailyPuzzleCard />}
          {hasServer() && <OpenGames onPost={postGame} />}
          {hasServer() && <LiveGames isOnStartPage />}
        </div>
      </div>
    </div>
  );
}

/** Before the games are loaded; they load once there is a connection. */
function NoCatalogue() {
  const t = texts.value.start;
  return (
    <section class="card narrow stack">
      <h1>{t.heading}</h1>
      <p>{t.noCatalogue}</p>
      <button type="button" onClick={() => attempt(loadCatalogue)}>
        {t.again}
      </button>
    </section>
  );
}
