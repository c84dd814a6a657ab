// All finished games, newest first, with filters.
import { useEffect, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { account } from "../../net/account";
import { ApiError, fetchJson, withQuery } from "../../net/api";
import { connection } from "../../net/online";
import type { ArchivePage, PlayerProfile } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { announce, attempt } from "../../ui/announce";
import { useTitle } from "../../ui/page-title";
import { useLoaded, WhenLoaded } from "../../ui/use-loaded";
import { FilterForm } from "./filter-form";
import { addressOf, type Filters, filtersOf, NO_FILTERS, searchOf } from "./filters";
import { GameList } from "./game-list";
import { SeenGames } from "./seen-games";

export default function HistoryPage() {
  const t = texts.value.history;
  const { query, route } = useLocation();
  const filters = filtersOf(query);
  const address = addressOf(filters);
  useTitle(t.title);
  return (
    <>
      <h1 class="page-title">{t.title}</h1>
      <FilterForm filters={filters} address={address} onChoose={(it) => route(addressOf(it))} />
      {connection.status.value.state === "lost" && <SeenGames />}
      <SearchResults
        key={`${address} ${account.value?.player.id}`}
        filters={filters}
        address={address}
      />
    </>
  );
}

interface FirstPage {
  player: string | null;
  page: ArchivePage;
}

async function loadFirstPage(filters: Filters): Promise<FirstPage> {
  const player = await playerOf(filters);
  return { player, page: await search(filters, player) };
}

/** The id of the player searched for. */
async function playerOf({ mine, name, player }: Filters): Promise<string | null> {
  if (mine) return account.peek()?.player.id ?? null;
  if (!name) return player || null;
  try {
    return (await fetchJson<PlayerProfile>("GET", withQuery("/api/players", { name }))).id;
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found")
      throw new ApiError("no_member", texts.peek().history.noMember(name));
    throw error;
  }
}

function search(filters: Filters, player: string | null, before?: string): Promise<ArchivePage> {
  return fetchJson(
    "GET",
    withQuery("/api/games", { ...searchOf(filters, player), before, limit: 20 }),
  );
}

function SearchResults({ filters, address }: { filters: Filters; address: string }) {
  const start = useLoaded(address, () => loadFirstPage(filters));
  // Offline, show the games opened before instead.
  if (start.state === "failed" && connection.status.value.state === "lost") return null;
  return (
    <WhenLoaded it={start}>
      {(it) => (
        <Pages start={it} filters={filters} isUnfiltered={address === addressOf(NO_FILTERS)} />
      )}
    </WhenLoaded>
  );
}

interface PagesProps {
  start: FirstPage;
  filters: Filters;
  isUnfiltered: boolean;
}

function Pages({ start, filters, isUnfiltered }: PagesProps) {
  const t = texts.value.history;
  const [games, setGames] = useState(start.page.games);
  const [before, setBefore] = useState(start.page.before);
  const [isLoading, setIsLoading] = useState(false);
  useEffect(() => announce(t.listed(start.page.games.length)), []);

  async function more() {
    setIsLoading(true);
    await attempt(async () => {
      const next = await search(filters, start.player, before ?? undefined);
      setGames([...games, ...next.games]);
      setBefore(next.before);
      announce(t.listed(games.length + next.games.length));
    });
    setIsLoading(false);
  }

  if (games.length === 0) return <p class="card">{isUnfiltered ? t.noneAtAll : t.none}</p>;
  return (
    <section class="card">
      <h2 class="visually-hidden">{t.table}</h2>
      <GameList games={games} label={t.table} />
      {before && (
        <button type="button" class="more" disabled={isLoading} onClick={more}>
          {t.more}
        </button>
      )}
    </section>
  );
}
