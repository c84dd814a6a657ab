// The finished games that the filters match, page by page.
import { useEffect, useState } from "preact/hooks";
import { account } from "../../net/account";
import { ApiError, fetchJson, WordedError, withQuery } from "../../net/api";
import { connection } from "../../net/online";
import type { ArchivePage, PlayerProfile } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { announce, attempt } from "../../ui/announce";
import { EmptyPlace } from "../../ui/places/empty-place";
import { useLoaded, WhenLoaded } from "../../ui/use-loaded";
import { addressOf, type Filters, NO_FILTERS, searchOf } from "./filters";
import { GameList } from "./game-list";

const PAGE_SIZE = 18; // six rows of three

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
      throw new WordedError(texts.peek().history.noMember(name));
    throw error;
  }
}

function search(filters: Filters, player: string | null, before?: string): Promise<ArchivePage> {
  const wanted = { ...searchOf(filters, player), before, limit: PAGE_SIZE };
  return fetchJson("GET", withQuery("/api/games", wanted));
}

export function SearchResults({ filters, address }: { filters: Filters; address: string }) {
  const start = useLoaded(address, () => loadFirstPage(filters));
  // Offline, the games opened before are shown instead.
  if (start.state === "failed" && connection.status.value.state === "lost") return null;
  return (
    <WhenLoaded it={start}>
      {(it) =>
        it.page.games.length ? (
          <Pages start={it} filters={filters} />
        ) : (
          <NoGames isUnfiltered={address === addressOf(NO_FILTERS)} />
        )
      }
    </WhenLoaded>
  );
}

function NoGames({ isUnfiltered }: { isUnfiltered: boolean }) {
  const t = texts.value.history;
  if (!isUnfiltered) return <p class="hint">{t.none}</p>;
  return (
    <EmptyPlace scene="sheet" title={t.noneTitle} text={t.noneAtAll}>
      <a class="button primary" href="/">
        {t.playFirst}
      </a>
    </EmptyPlace>
  );
}

function Pages({ start, filters }: { start: FirstPage; filters: Filters }) {
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

  return (
    <>
      <GameList games={games} label={t.table} />
      {before && (
        <button type="button" class="more" disabled={isLoading} onClick={more}>
          {t.more}
        </button>
      )}
    </>
  );
}
