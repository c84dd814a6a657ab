// Finished games: players, game, result, time, and a link to the replay.

import { resultFor } from "../../net/live-game";
import type { ArchivedGame, ArchivedSeat, Outcome } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { titleOf } from "../../texts/game-titles";
import { seatName } from "../../texts/names";
import { RelativeTime } from "../../ui/relative-time";

export function GameList({ games, label }: { games: ArchivedGame[]; label: string }) {
  return (
    <ol class="game-list" aria-label={label}>
      {games.map((it) => (
        <li key={it.id}>
          <GameLine it={it} />
        </li>
      ))}
    </ol>
  );
}

function GameLine({ it }: { it: ArchivedGame }) {
  const t = texts.value.history;
  const title = titleOf(it);
  const names = it.seats.map(seatName).join(t.versus);
  return (
    <>
      <div class="player-names">
        {it.seats.map((seat, n) => (
          <Seat key={`${seat.name} ${n}`} seat={seat} won={it.winner === n} />
        ))}
      </div>
      <p class="hint">
        <span>{title}</span>
        <span>{resultWords(it)}</span>
        <span>{t.moveCount(it.moves)}</span>
        <span>{it.rated ? texts.value.game.rated : texts.value.game.casual}</span>
        {!it.public && <span>{t.private}</span>}
        <RelativeTime at={it.ended} />
      </p>
      <a class="button" href={`/replay/${it.id}`} aria-label={t.replayOf(title, names)}>
        {t.replay}
      </a>
    </>
  );
}

function Seat({ seat, won }: { seat: ArchivedSeat; won: boolean }) {
  const t = texts.value.history;
  const name = seatName(seat);
  const text = won ? <strong>{name}</strong> : name;
  return (
    <span class="player-name">
      {seat.player ? <a href={`/players/${seat.player}`}>{text}</a> : text}
      {seat.agent && <span class="hint"> ({t.computer})</span>}
      {won && <span class="badge">{t.winner}</span>}
    </span>
  );
}

/** How a game ended, in words; the winner is marked among the names. */
export function resultWords(it: Pick<ArchivedGame, "winner" | "reason">): string {
  const { history, end } = texts.value;
  const why = end.reasons[it.reason] ?? it.reason;
  if (it.winner !== null) return why;
  const none = resultFor(it as Outcome, null) === "none";
  return `${none ? history.noResult : history.draw}: ${why}`;
}
