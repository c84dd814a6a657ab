// A tournament in the list: what is played, how far it is, and who leads.
import type { BotStanding, Tournament } from "../net/protocol.gen";
import { texts } from "../texts";
import { titleOf } from "../texts/game-titles";
import { number } from "../texts/numbers";
import { RelativeTime } from "../ui/relative-time";

const LEADERS = 3;

export function TournamentCard({ it }: { it: Tournament }) {
  const t = texts.value.arena;
  return (
    <li class="card tournament-card">
      <h2>
        <a href={`/arena/${it.name}`}>{it.title}</a>
      </h2>
      {it.problem ? (
        <p class="hint">{t.unreadable}</p>
      ) : (
        <>
          <p class="hint dotted">
            {it.game && <span>{titleOf({ game: it.game, size: it.size })}</span>}
            <span>{t.bots(it.standings.length)}</span>
            <RelativeTime at={it.changed} />
          </p>
          <Leaders bots={it.standings} />
          <Progress it={it} />
        </>
      )}
    </li>
  );
}

function Leaders({ bots }: { bots: readonly BotStanding[] }) {
  return (
    <ol class="tournament-leaders">
      {bots.slice(0, LEADERS).map((bot) => (
        <li key={bot.name}>
          <span class="hint">{bot.place}</span>
          <strong>{bot.name}</strong>
          <span>{number(bot.points, 1)}</span>
        </li>
      ))}
    </ol>
  );
}

/** How many games are played, as words and while it runs as a bar. */
export function Progress({ it }: { it: Tournament }) {
  const t = texts.value.arena;
  if (it.finished) return <p class="hint">{`${t.games(it.games, it.planned)}, ${t.finished}`}</p>;
  return (
    <div class="tournament-progress">
      <p class="spread">
        <span class="chip live">{t.running}</span>
        <span class="hint">{t.games(it.games, it.planned)}</span>
      </p>
      <progress value={it.games} max={Math.max(1, it.planned)} aria-label={t.progress} />
    </div>
  );
}
