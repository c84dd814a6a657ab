// How people score against each computer player: a measure that needs no other people.
import { fetchJson, withQuery } from "../../net/api";
import type { AgentTally } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { sizeWords } from "../../texts/game-titles";
import { agentName } from "../../texts/names";
import { number, percent } from "../../texts/numbers";
import { useLoaded } from "../../ui/use-loaded";

export function Agents({ game }: { game: string }) {
  const t = texts.value.leaders;
  const path = withQuery("/api/agents", { game });
  const tallies = useLoaded(path, () => fetchJson<AgentTally[]>("GET", path));
  if (tallies.state !== "ready" || !tallies.value.length) return null;
  return (
    <section class="leader-agents">
      <h2 id="agents">{t.agents}</h2>
      <p class="hint">{t.agentsHint}</p>
      <table class="standings" aria-labelledby="agents">
        <thead>
          <tr>
            <th scope="col">{t.agent}</th>
            <th scope="col">{t.size}</th>
            <th scope="col" class="number">
              {t.played}
            </th>
            <th scope="col" class="number">
              {t.share}
            </th>
          </tr>
        </thead>
        <tbody>
          {tallies.value.map((it) => (
            <AgentLine key={`${it.agent} ${it.size}`} it={it} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function AgentLine({ it }: { it: AgentTally }) {
  const share = scoreOf(it);
  return (
    <tr>
      <th scope="row">{agentName(it.agent)}</th>
      <td>{sizeWords(it.size)}</td>
      <td class="number">{number(it.games)}</td>
      <td class="number share">
        {share !== null && (
          <svg class="meter" aria-hidden="true" width="100%" height="8">
            <rect class="all" width="100%" height="8" rx="4" />
            <rect width={`${100 * share}%`} height="8" rx="4" />
          </svg>
        )}
        {share === null ? "–" : percent(share)}
      </td>
    </tr>
  );
}

/** What people made of all points: a draw is half a win; games without a result don't count. */
export function scoreOf({ wins, draws, losses }: AgentTally): number | null {
  const all = wins + draws + losses;
  return all ? (wins + draws / 2) / all : null;
}
