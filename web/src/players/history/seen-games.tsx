// Games opened in this browser: their replays also open offline.

import { type SeenGame, seenGames } from "../../study/replay/seen-games";
import { texts } from "../../texts";
import { titleOf } from "../../texts/game-titles";
import { seatName } from "../../texts/names";
import { RelativeTime } from "../../ui/relative-time";
import { resultWords } from "./game-list";

export function SeenGames() {
  const t = texts.value.history;
  const games = seenGames();
  return (
    <section class="card">
      <h2>{t.seen}</h2>
      <p class="hint">{t.seenHint}</p>
      {games.length === 0 && <p>{t.noSeen}</p>}
      <ol class="game-list" aria-label={t.seen}>
        {games.map((it) => (
          <SeenLine key={it.id} it={it} />
        ))}
      </ol>
    </section>
  );
}

function SeenLine({ it }: { it: SeenGame }) {
  const t = texts.value.history;
  const title = titleOf(it);
  const names = it.names.map((name, n) => seatName({ name, agent: it.agents[n] ?? null }));
  const winner = it.result?.winner ?? null;
  return (
    <li>
      <div class="player-names">
        {names.map((name, n) => (
          <span class="player-name" key={`${name} ${n}`}>
            {winner === n ? <strong>{name}</strong> : name}
            {winner === n && <span class="badge">{t.winner}</span>}
          </span>
        ))}
      </div>
      <p class="hint">
        <span>{title}</span>
        {it.result && <span>{resultWords({ winner, reason: it.result.reason })}</span>}
        <RelativeTime at={it.when / 1000} />
      </p>
      <a
        class="button"
        href={`/replay/${it.id}`}
        aria-label={t.replayOf(title, names.join(t.versus))}
      >
        {t.replay}
      </a>
    </li>
  );
}
