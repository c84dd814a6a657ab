// A game on this device: against computer players, or of several people who pass it on.
import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import { replayOf } from "../../core/replay";
import { FirstLesson } from "../../lesson/lesson-place";
import { isLessonDue } from "../../lesson/seen-lessons";
import { loadCatalogue } from "../../net/catalogue";
import { connection } from "../../net/online";
import { texts } from "../../texts";
import { titleOf } from "../../texts/game-titles";
import { useTitle } from "../../ui/page-title";
import { EmptyPlace } from "../../ui/places/empty-place";
import { PageLoaded } from "../../ui/places/page-loaded";
import { useLoaded } from "../../ui/use-loaded";
import { endWords } from "../game-log";
import { DeviceBoard } from "./device-board";
import DeviceGamesPage from "./device-games-page";
import { type DeviceGame, findGame, lineOf, seatOfPerson } from "./games/stored-games";

export default function DevicePage({ id }: { id?: string }) {
  const game = findGame(id ?? "");
  useEffect(() => connection.whenReady(() => void loadCatalogue().catch(() => {})), []);
  if (!id) return <DeviceGamesPage />;
  if (!game) return <Missing />;
  if (!game.moves.length && isLessonDue(game.game)) return <FirstLesson game={game.game} />;
  return <OpenGame key={id} game={game} />;
}

function OpenGame({ game }: { game: DeviceGame }) {
  const t = texts.value;
  const { route } = useLocation();
  const title = titleOf(game);
  const you = seatOfPerson(game);
  const result = game.outcome && endWords(game.outcome, game.seats, you)[0];
  useTitle(result ? `${result} · ${title}` : title);
  const replay = useLoaded(game.id, () => replayOf(lineOf(game)));
  return (
    <PageLoaded it={replay} isPage missing={title} elsewhere={["/", t.hotseat.chooseGame]}>
      {(first) => <DeviceBoard game={game} first={first} you={you} route={route} />}
    </PageLoaded>
  );
}

function Missing() {
  const t = texts.value;
  useTitle(t.device.missing);
  return (
    <EmptyPlace
      scene="board"
      title={t.device.missing}
      text={t.device.missingHint}
      isPage
      role="alert"
    >
      <a class="button primary" href="/">
        {t.game.lobby}
      </a>
    </EmptyPlace>
  );
}
