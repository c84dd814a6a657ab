// An online game, for its players and for spectators.
import { useEffect, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { NotFoundPage } from "../app/not-found-page";
import { FirstLesson } from "../lesson/lesson-place";
import { fetchJson } from "../net/api";
import { loadCatalogue } from "../net/catalogue";
import { connection, session } from "../net/online";
import type { GameReplay, Hint } from "../net/protocol.gen";
import { rememberReplay, seenGames } from "../study/replay/seen-games";
import { texts } from "../texts";
import { titleOf } from "../texts/game-titles";
import { useTitle } from "../ui/page-title";
import { EmptyPlace } from "../ui/places/empty-place";
import { announceUpdate, endWords } from "./game-log";
import { hasTimeForLesson } from "./lesson-time";
import { OnlineBoard } from "./online-board";
import { OpenGame } from "./open-game";

let isComputing = false;

/** Think for the computer on this device; if that can't be loaded, the server goes on thinking. */
async function startComputing(): Promise<void> {
  if (isComputing) return;
  isComputing = true;
  const { start } = await import("./computed-moves");
  start(session);
}

const ID = /^[\w-]{1,64}$/;

/** The game of an address; what can't be an id is not asked for. */
export function GamePage({ id }: { id: string }) {
  return ID.test(id) ? <OnlineGame key={id} id={id} /> : <NotFoundPage />;
}

function OnlineGame({ id }: { id: string }) {
  const { route } = useLocation();
  const [hint, setHint] = useState<Hint | null>(null);
  useEffect(() => {
    loadCatalogue().catch(() => {});
    return session.open(id);
  }, [id]);
  useEffect(
    () =>
      session.onUpdate((update) => {
        const { before, now, event, state } = update;
        if (event?.position || state) setHint(null);
        if (!hasTimeForLesson(now)) announceUpdate(update);
        const wantsRematch = now.you !== null && now.rematch.includes(now.you);
        if (before && now.nextGame && now.nextGame !== before.nextGame && wantsRematch)
          route(`/game/${now.nextGame}`);
      }),
    [id],
  );
  const game = session.game.value?.id === id ? session.game.value : null;
  const mayCompute = game !== null && game.seed !== null && game.status === "playing";
  useEffect(() => {
    if (mayCompute) startComputing().catch(() => {});
  }, [mayCompute]);
  // My finished games can be replayed offline.
  const isPlayed = game?.status === "over" && game.you !== null && game.moves.length > 0;
  useEffect(() => {
    if (isPlayed)
      fetchJson<GameReplay>("GET", `/api/games/${id}/replay`).then(rememberReplay, () => {});
  }, [isPlayed]);
  const title = game ? titleOf({ game: game.game, size: game.size }) : texts.value.loading;
  const result = game?.outcome && endWords(game.outcome, game.seats, game.you)[0];
  useTitle(result ? `${result} · ${title}` : title);
  if (session.missing.value) return <Missing why={session.missing.value} />;
  if (!game) return <Loading id={id} />;
  const { picture } = game;
  if (game.status === "open" || !picture) return <OpenGame game={game} title={title} />;
  if (hasTimeForLesson(game)) return <FirstLesson game={game.game} />;
  return <OnlineBoard game={game} picture={picture} title={title} hint={hint} onHint={setHint} />;
}

/** While the game loads; offline, a finished game seen before can be replayed. */
function Loading({ id }: { id: string }) {
  const t = texts.value;
  if (connection.status.value.state !== "lost") return <p class="hint loading">{t.loading}</p>;
  return (
    <section class="card narrow stack">
      <p>{t.loadFailed.game}</p>
      {seenGames().some((it) => it.id === id) && (
        <a class="button" href={`/replay/${id}`}>
          {t.game.replay}
        </a>
      )}
    </section>
  );
}

function Missing({ why }: { why: string }) {
  const t = texts.value;
  return (
    <EmptyPlace scene="board" title={t.study.missing} text={why} isPage role="alert">
      <a class="button primary" href="/">
        {t.game.lobby}
      </a>
    </EmptyPlace>
  );
}
