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
    <section class="stack">
      <h2>{t.seen}</h2>
      <p class="hint">{games.length ? t.seenHint : t.noSeen}</p>
      <ol class="game-tiles" aria-label={t.seen}>
        {games.map((it) => (
          <SeenTile key={it.id} it={it} />
        ))}
      </ol>
    </section>
  );
}

function SeenTile({ it }: { it: SeenGame }) {
  const t = texts.value.history;
  const title = titleOf(it);
  const seats = it.names.map((name, n) => ({ name, agent: it.agents[n] ?? null }));
  const names = seats.map(seatName).join(t.versus);
  const { result } = it;
  return (
    <li class="card game-tile">
      <div>
        <h3>{names}</h3>
        <p class="hint">{title}</p>
        {result && <p class="hint">{resultWords({ ...result, seats })}</p>}
        <p class="hint">
          <RelativeTime at={it.when / 1000} />
        </p>
      </div>
      <a class="tile-link" href={`/replay/${it.id}`}>
        <span class="visually-hidden">{t.replayOf(title, names)}</span>
      </a>
    </li>
  );
}
