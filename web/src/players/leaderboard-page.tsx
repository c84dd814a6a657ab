// The leaderboard of each game, and how people score against the computer.

import { useRoute } from "preact-iso";
import { account } from "../net/account";
import { fetchJson, withQuery } from "../net/api";
import { allGames } from "../net/catalogue";
import type { AgentTally, Leader } from "../net/protocol.gen";
import { texts } from "../texts";
import { agentName, gameTitle } from "../texts/names";
import { number, percent } from "../texts/numbers";
import { GameTabs } from "../ui/game-tabs";
import { useTitle } from "../ui/page-title";
import { RankedHead } from "../ui/ranked-head";
import { ScrollBox } from "../ui/scroll-box";
import { useLoaded, WhenLoaded } from "../ui/use-loaded";

export default function LeaderboardPage() {
  const t = texts.value.leaders;
  const games = allGames();
  const { game = games[0] } = useRoute().params;
  useTitle(`${t.title}: ${gameTitle(game)}`);
  return (
    <>
      <h1 class="page-title">{t.title}</h1>
      <GameTabs games={games} now={game} under="/leaders" label={t.games} />
      <div class="leaders" key={game}>
        <Leaderboard game={game} />
        <Agents game={game} />
      </div>
    </>
  );
}

function Leaderboard({ game }: { game: string }) {
  const t = texts.value.leaders;
  const leaders = useLoaded(game, () =>
    fetchJson<Leader[]>("GET", `/api/leaderboards/${encodeURIComponent(game)}`),
  );
  return (
    <section class="card">
      <h2 id="best">{t.best(gameTitle(game))}</h2>
      <WhenLoaded it={leaders}>
        {(rows) =>
          rows.length === 0 ? (
            <p>{t.empty}</p>
          ) : (
            <>
              <ScrollBox label={t.best(gameTitle(game))}>
                <LeaderTable leaders={rows} />
              </ScrollBox>
              <p class="hint">{t.rule}</p>
            </>
          )
        }
      </WhenLoaded>
    </section>
  );
}

function LeaderTable({ leaders }: { leaders: readonly Leader[] }) {
  const t = texts.value.leaders;
  const me = account.value?.player.id;
  return (
    <table aria-labelledby="best">
      <RankedHead
        place={t.place}
        who={t.name}
        columns={[t.rating, t.rated, t.streak, t.bestStreak]}
      />
      <tbody>
        {leaders.map((it, n) => (
          <tr key={it.player} class={it.player === me ? "me" : undefined}>
            <td class="number">{n + 1}</td>
            <th scope="row">
              <a href={`/players/${it.player}`}>{it.name}</a>
              {it.player === me && <span class="badge">{t.you}</span>}
            </th>
            <td class="number">
              <strong>{number(it.rating)}</strong>
            </td>
            <td class="number">{number(it.rated)}</td>
            <td class="number">{number(it.streak)}</td>
            <td class="number">{number(it.best)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Agents({ game }: { game: string }) {
  const t = texts.value.leaders;
  const path = withQuery("/api/agents", { game });
  const tallies = useLoaded(path, () => fetchJson<AgentTally[]>("GET", path));
  return (
    <section class="card">
      <h2 id="agents">{t.agents}</h2>
      <p class="hint">{t.agentsHint}</p>
      <WhenLoaded it={tallies}>
        {(rows) => (rows.length === 0 ? <p>{t.noAgents}</p> : <AgentTable tallies={rows} />)}
      </WhenLoaded>
    </section>
  );
}

function AgentTable({ tallies }: { tallies: readonly AgentTally[] }) {
  const t = texts.value.leaders;
  return (
    <ScrollBox label={t.agents}>
      <table aria-labelledby="agents">
        <thead>
          <tr>
            <th scope="col">{t.agent}</th>
            <th scope="col">{t.size}</th>
            {[t.played, t.won, t.drawn, t.lost, t.share].map((it) => (
              <th key={it} scope="col" class="number">
                {it}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tallies.map((it) => (
            <tr key={`${it.agent} ${it.size}`}>
              <th scope="row">{agentName(it.agent)}</th>
              <td>{it.size}</td>
              <td class="number">{number(it.games)}</td>
              <td class="number">{number(it.wins)}</td>
              <td class="number">{number(it.draws)}</td>
              <td class="number">{number(it.losses)}</td>
              <td class="number">{share(it)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** A draw is half a win; games without a result don't count. */
function share({ wins, draws, losses }: AgentTally): string {
  const all = wins + draws + losses;
  return all ? percent((wins + draws / 2) / all) : "–";
}
