// A player's public page.
import { useRoute } from "preact-iso";
import { account } from "../net/account";
import { fetchJson, withQuery } from "../net/api";
import type { ArchivePage, PlayerProfile } from "../net/protocol.gen";
import { texts } from "../texts";
import { useTitle } from "../ui/page-title";
import { day } from "../ui/relative-time";
import { useLoaded, WhenLoaded } from "../ui/use-loaded";
import { BlockReport } from "./block-report";
import { GameStatisticsCard } from "./game-statistics";
import { addressOf, NO_FILTERS } from "./history/filters";
import { GameList } from "./history/game-list";

const RECENT_GAMES = 10;

export default function PlayerPage() {
  const { id } = useRoute().params;
  const page = useLoaded(id, () => fetchJson<PlayerProfile>("GET", `/api/players/${id}`));
  useTitle(page.state === "ready" ? page.value.name : "");
  return (
    <>
      {page.state !== "ready" && <h1 class="page-title">{texts.value.player.title}</h1>}
      <WhenLoaded it={page}>{(it) => <PlayerDetails key={it.id} it={it} />}</WhenLoaded>
    </>
  );
}

function PlayerDetails({ it }: { it: PlayerProfile }) {
  const t = texts.value.player;
  const mine = account.value?.player.id === it.id;
  return (
    <div class="player-page stack">
      <header class="spread">
        <div>
          <h1 class="page-title">{it.name}</h1>
          <p class="hint">
            {t.kinds[it.kind] ?? it.kind}, {t.since(day(it.created))}
          </p>
        </div>
        {mine ? (
          <a class="button" href="/settings">
            {t.settings}
          </a>
        ) : (
          it.kind !== "gone" && <BlockReport player={it} />
        )}
      </header>
      <h2 class="visually-hidden">{t.statistics}</h2>
      {it.games.length === 0 && <p class="card">{t.noGames}</p>}
      <div class="player-statistics">
        {it.games.map((statistics) => (
          <GameStatisticsCard key={statistics.game} player={it.id} statistics={statistics} />
        ))}
      </div>
      {it.games.length > 0 && <Recent player={it.id} />}
    </div>
  );
}

function Recent({ player }: { player: string }) {
  const t = texts.value.player;
  const path = withQuery("/api/games", { player, limit: RECENT_GAMES });
  const page = useLoaded(path, () => fetchJson<ArchivePage>("GET", path));
  return (
    <section class="card">
      <h2>{t.recent}</h2>
      <WhenLoaded it={page}>
        {({ games, before }) => (
          <>
            {games.length === 0 && <p>{t.noGames}</p>}
            <GameList games={games} label={t.recent} />
            {before && <a href={addressOf({ ...NO_FILTERS, player })}>{t.allGames}</a>}
          </>
        )}
      </WhenLoaded>
    </section>
  );
}
