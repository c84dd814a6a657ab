// All finished games, newest first, with filters.
import { useEffect, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { account } from "../../net/account";
import { ApiError, ask, withQuery } from "../../net/api";
import { connection } from "../../net/online";
import type { ArchivePage, PlayerProfile } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { announce, attempt } from "../../ui/announce";
import { useTitle } from "../../ui/page-title";
import { useLoaded, WhenLoaded } from "../../ui/use-loaded";
import { FilterForm } from "./filter-form";
import { addressOf, EVERYTHING, type Filters, filtersOf, searchOf } from "./filters";
import { GameList } from "./game-list";
import { SeenGames } from "./seen-games";

export default function History() {
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
      <Found key={`${address} ${account.value?.player.id}`} filters={filters} address={address} />
    </>
  );
}

interface First {
  player: string | null;
  page: ArchivePage;
}

async function first(filters: Filters): Promise<First> {
  const player = await playerOf(filters);
  return { player, page: await search(filters, player) };
}

/** The id of the player searched for. */
async function playerOf({ mine, name, player }: Filters): Promise<string | null> {
  if (mine) return account.peek()?.player.id ?? null;
  if (!name) return player || null;
  try {
    return (await ask<PlayerProfile>("GET", withQuery("/api/players", { name }))).id;
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found")
      throw new ApiError("no_member", texts.peek().history.noMember(name));
    throw error;
  }
}

function search(filters: Filters, player: string | null, before?: string): Promise<ArchivePage> {
  return ask("GET", withQuery("/api/games", { ...searchOf(filters, player), before, limit: 20 }));
}

function Found({ filters, address }: { filters: Filters; address: string }) {
  const start = useLoaded(address, () => first(filters));
  // Offline, show the games opened before instead.
  if (start.state === "failed" && connection.status.value.state === "lost") return null;
  return (
    <WhenLoaded it={start}>
      {(it) => (
        <Pages start={it} filters={filters} everything={address === addressOf(EVERYTHING)} />
      )}
    </WhenLoaded>
  );
}

interface PagesProps {
  start: First;
  filters: Filters;
  everything: boolean;
}

function Pages({ start, filters, everything }: PagesProps) {
  const t = texts.value.history;
  const [games, setGames] = useState(start.page.games);
  const [before, setBefore] = useState(start.page.before);
  const [asking, setAsking] = useState(false);
  useEffect(() => announce(t.listed(start.page.games.length)), []);

  async function more() {
    setAsking(true);
    await attempt(async () => {
      const next = await search(filters, start.player, before ?? undefined);
      setGames([...games, ...next.games]);
      setBefore(next.before);
      announce(t.listed(games.length + next.games.length));
    });
    setAsking(false);
  }

  if (games.length === 0) return <p class="card">{everything ? t.noneAtAll : t.none}</p>;
  return (
    <section class="card">
      <h2 class="visually-hidden">{t.table}</h2>
      <GameList games={games} label={t.table} />
      {before && (
        <button type="button" class="more" disabled={asking} onClick={more}>
          {t.more}
        </button>
      )}
    </section>
  );
}
