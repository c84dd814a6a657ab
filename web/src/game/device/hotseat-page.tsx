// The address of pass and play: it leads to the game that was played last, or to a new one.
import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import { catalogue, loadCatalogue } from "../../net/catalogue";
import { connection } from "../../net/online";
import { texts } from "../../texts";
import { gameTitle } from "../../texts/names";
import { PageLoaded } from "../../ui/places/page-loaded";
import { useLoaded } from "../../ui/use-loaded";
import { gameAddress, lastHotseatGame, openHotseat } from "./games/new-game";

export default function HotseatPage() {
  const { query } = useLocation();
  const game = query.game ?? lastHotseatGame() ?? catalogue.value.games[0]?.key;
  useEffect(() => connection.whenReady(() => void loadCatalogue().catch(() => {})), []);
  if (!game) return <p class="hint loading">{texts.value.loading}</p>;
  return <Opening game={game} size={query.size} />;
}

function Opening({ game, size }: { game: string; size?: string }) {
  const t = texts.value;
  const opened = useLoaded(`${game} ${size}`, () => openHotseat(game, size));
  return (
    <PageLoaded
      it={opened}
      isPage
      missing={gameTitle(game)}
      elsewhere={["/", t.hotseat.chooseGame]}
    >
      {(it) => <Redirect to={gameAddress(it)} />}
    </PageLoaded>
  );
}

function Redirect({ to }: { to: string }) {
  const { route } = useLocation();
  useEffect(() => route(to, true), [to]);
  return null;
}
