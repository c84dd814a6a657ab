// The leaderboard of each game, and how people score against the computer.
import { useRoute } from "preact-iso";
import { account } from "../../net/account";
import { fetchJson } from "../../net/api";
import { allGames } from "../../net/catalogue";
import type { Leader, PlayerProfile } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { gameTitle } from "../../texts/names";
import { GameTabs } from "../../ui/game-tabs";
import { useTitle } from "../../ui/page-title";
import { PageLoaded } from "../../ui/places/page-loaded";
import { useLoaded } from "../../ui/use-loaded";
import { Agents } from "./agents";
import { Invitation } from "./invitation";
import { LeaderTable } from "./leader-table";

export default function LeaderboardPage() {
  const t = texts.value.leaders;
  const games = allGames();
  const { game = games[0] } = useRoute().params;
  useTitle(`${t.title}: ${gameTitle(game)}`);
  return (
    <>
      <div class="page-head">
        <h1 class="page-title">{t.title}</h1>
        <GameTabs games={games} now={game} under="/leaders" label={t.games} />
      </div>
      <Leaderboard key={game} game={game} />
    </>
  );
}

interface Standing {
  leaders: Leader[];
  mine: number | null; // my rated games; null without an account
}

async function load(game: string, me: string | undefined): Promise<Standing> {
  const path = `/api/leaderboards/${encodeURIComponent(game)}`;
  const [leaders, profile] = await Promise.all([
    fetchJson<Leader[]>("GET", path),
    me ? fetchJson<PlayerProfile>("GET", `/api/players/${me}`) : null,
  ]);
  const mine = profile && (profile.games.find((it) => it.game === game)?.rated ?? 0);
  return { leaders, mine };
}

function Leaderboard({ game }: { game: string }) {
  const t = texts.value;
  const me = account.value?.player.id;
  const standing = useLoaded(`${game} ${me}`, () => load(game, me));
  return (
    <PageLoaded it={standing} missing={t.errors.unknown_game} elsewhere={["/", t.notFound.back]}>
      {({ leaders, mine }) => (
        <div class="leaders">
          <LeaderTable game={game} leaders={leaders} />
          {!leaders.some((it) => it.player === me) && (
            <Invitation game={game} leaders={leaders.length} mine={mine} />
          )}
          <Agents game={game} />
        </div>
      )}
    </PageLoaded>
  );
}
