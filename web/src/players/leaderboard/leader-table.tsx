// The ranked players of a game; lines that are still free are dotted.
import { account } from "../../net/account";
import type { Leader } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { gameTitle } from "../../texts/names";
import { number } from "../../texts/numbers";
import { RankedHead } from "../../ui/ranked-head";

const MIN_LINES = 3;

export function LeaderTable({ game, leaders }: { game: string; leaders: readonly Leader[] }) {
  const t = texts.value.leaders;
  const free = Math.max(0, MIN_LINES - leaders.length);
  return (
    <section>
      <h2 id="best" class="visually-hidden">
        {t.best(gameTitle(game))}
      </h2>
      <table class="standings" aria-labelledby="best">
        <RankedHead place={t.place} who={t.name} columns={[t.rating, t.rated, t.streak]} />
        <tbody>
          {leaders.map((it, n) => (
            <Line key={it.player} it={it} place={n + 1} />
          ))}
          {Array.from({ length: free }, (_, n) => (
            <FreeLine key={n} place={leaders.length + n + 1} />
          ))}
        </tbody>
      </table>
      {leaders.length > 0 && <p class="hint">{t.rule}</p>}
    </section>
  );
}

function Line({ it, place }: { it: Leader; place: number }) {
  const t = texts.value.leaders;
  const isMe = it.player === account.value?.player.id;
  return (
    <tr class={isMe ? "is-me" : undefined}>
      <td class="number">{place}</td>
      <th scope="row">
        <a href={`/players/${it.player}`}>{it.name}</a>
        {isMe && <span class="hint"> {t.you}</span>}
      </th>
      <td class="number">
        <strong>{number(it.rating)}</strong>
      </td>
      <td class="number">{number(it.rated)}</td>
      <td class="number">{t.streakOf(it.streak, it.best)}</td>
    </tr>
  );
}

function FreeLine({ place }: { place: number }) {
  return (
    <tr class="free">
      <td class="number">{place}</td>
      <td>
        <i />
        <span class="visually-hidden">{texts.value.leaders.free}</span>
      </td>
      <td class="number">–</td>
      <td class="number">–</td>
      <td class="number">–</td>
    </tr>
  );
}
