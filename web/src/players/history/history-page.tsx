// Games to watch: mine first, then the live ones, and all finished ones, newest first.
import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import { deviceGames } from "../../game/device/games/stored-games";
import { MyGames } from "../../lobby/game-lists";
import { LiveGames } from "../../lobby/live/live-games";
import { followLobby } from "../../lobby/lobby";
import { account } from "../../net/account";
import { connection } from "../../net/online";
import { texts } from "../../texts";
import { useTitle } from "../../ui/page-title";
import { FilterForm } from "./filter-form";
import { addressOf, filtersOf, NO_FILTERS } from "./filters";
import { MyRecentGames } from "./my-recent-games";
import { SearchResults } from "./search-results";
import { SeenGames } from "./seen-games";

const ALL = addressOf(NO_FILTERS);
const MINE = addressOf({ ...NO_FILTERS, mine: true });

export default function HistoryPage() {
  const t = texts.value.history;
  const { query, route } = useLocation();
  const filters = filtersOf(query);
  const address = addressOf(filters);
  const me = account.value?.player.id;
  const isLost = connection.status.value.state === "lost";
  useTitle(t.title);
  useEffect(followLobby, []);
  return (
    <div class="history">
      <div class="page-head">
        <h1 class="page-title">{t.title}</h1>
        {(me || deviceGames.value.length > 0) && <Tabs isMine={filters.mine} />}
      </div>
      {isLost && <SeenGames />}
      {address === ALL && !isLost && (
        <>
          <MyGames />
          {me && <MyRecentGames key={me} me={me} more={MINE} />}
          <LiveGames />
        </>
      )}
      <section class="stack">
        <div class="history-head">
          <h2>{filters.mine ? t.myFinished : t.finished}</h2>
        </div>
        <FilterForm filters={filters} address={address} onChoose={(it) => route(addressOf(it))} />
        <SearchResults key={`${address} ${me}`} filters={filters} address={address} />
      </section>
    </div>
  );
}

function Tabs({ isMine }: { isMine: boolean }) {
  const t = texts.value.history;
  return (
    <nav class="tabs" aria-label={t.whose}>
      <a href={ALL} aria-current={isMine ? undefined : "page"}>
        {t.everyone}
      </a>
      {account.value && (
        <a href={MINE} aria-current={isMine ? "page" : undefined}>
          {t.mine}
        </a>
      )}
      {deviceGames.value.length > 0 && <a href="/device">{texts.value.start.onDevice}</a>}
    </nav>
  );
}
