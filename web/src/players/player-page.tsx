// A player's public page.
import { useRoute } from "preact-iso";
import { account } from "../net/account";
import { fetchJson, withQuery } from "../net/api";
import type { ArchivePage, PlayerProfile } from "../net/protocol.gen";
import { texts } from "../texts";
import { useTitle } from "../ui/page-title";
import { EmptyPlace } from "../ui/places/empty-place";
import { PageLoaded } from "../ui/places/page-loaded";
import { day } from "../ui/relative-time";
import { useLoaded, WhenLoaded } from "../ui/use-loaded";
import { BlockReport } from "./block-report";
import { GameStatisticsCard } from "./game-statistics";
import { addressOf, NO_FILTERS } from "./history/filters";
import { GameList } from "./history/game-list";

const RECENT_GAMES = 9;

export default function PlayerPage() {
  const t = texts.value.player;
  const { id } = useRoute().params;
  const page = useLoaded(id, () => fetchJson<PlayerProfile>("GET", `/api/players/${id}`));
  useTitle(page.state === "ready" ? page.value.name : t.title);
  return (
    <PageLoaded it={page} isPage missing={t.missing} elsewhere={["/leaders", t.others]}>
      {(it) => <PlayerDetails key={it.id} it={it} />}
    </PageLoaded>
  );
}

function PlayerDetails({ it }: { it: PlayerProfile }) {
  const t = texts.value.player;
  const isMe = account.value?.player.id === it.id;
  return (
    <div class="player-page">
      <header class="page-head">
        <div>
          <h1 class="page-title">{it.name}</h1>
          <p class="hint">
            {t.kinds[it.kind] ?? it.kind}, {t.since(day(it.created))}
          </p>
        </div>
        {isMe ? (
          <a class="button" href="/settings">
            {t.settings}
          </a>
        ) : (
          it.kind !== "gone" && <BlockReport player={it} />
        )}
      </header>
      {it.games.length === 0 ? (
        <NoGames isMe={isMe} name={it.name} />
      ) : (
        <>
          <div>
            <h2 class="visually-hidden">{t.statistics}</h2>
            <div class="player-statistics">
              {it.games.map((statistics) => (
                <GameStatisticsCard key={statistics.game} player={it.id} statistics={statistics} />
              ))}
            </div>
          </div>
          <Recent player={it.id} />
        </>
      )}
    </div>
  );
}

function NoGames({ isMe, name }: { isMe: boolean; name: string }) {
  const t = texts.value.player;
  return (
    <EmptyPlace scene="sheet" title={t.noGames} text={isMe ? t.yourFirst : t.theirFirst(name)}>
      <a class="button primary" href="/">
        {t.play}
      </a>
    </EmptyPlace>
  );
}

function Recent({ player }: { player: string }) {
  const t = texts.value.player;
  const path = withQuery("/api/games", { player, limit: RECENT_GAMES });
  const page = useLoaded(path, () => fetchJson<ArchivePage>("GET", path));
  return (
    <section class="stack">
      <h2>{t.recent}</h2>
      <WhenLoaded it={page}>
        {({ games, before }) => (
          <>
            {games.length === 0 && <p class="hint">{t.noPublic}</p>}
            <GameList games={games} label={t.recent} player={player} />
            {before && (
              <p>
                <a href={addressOf({ ...NO_FILTERS, player })}>{t.allGames}</a>
              </p>
            )}
          </>
        )}
      </WhenLoaded>
    </section>
  );
}
