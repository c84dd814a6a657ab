// Finished games as tiles: the board at the end, who played, the result, and a link to the replay.
import { account } from "../../net/account";
import { resultFor } from "../../net/live-game";
import type { ArchivedGame, ArchivedSeat, Outcome } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { titleOf } from "../../texts/game-titles";
import { seatName } from "../../texts/names";
import { RelativeTime } from "../../ui/relative-time";
import { Thumbnail } from "../../ui/thumbnail";

interface GameListProps {
  games: ArchivedGame[];
  label: string;
  player?: string; // whose results they are; else the visitor's
}

export function GameList({ games, label, player }: GameListProps) {
  return (
    <ol class="game-tiles" aria-label={label}>
      {games.map((it) => (
        <GameTile key={it.id} it={it} player={player ?? account.value?.player.id} />
      ))}
    </ol>
  );
}

interface TileProps {
  it: ArchivedGame;
  player?: string;
}

function GameTile({ it, player }: TileProps) {
  const { history: t, game } = texts.value;
  const title = titleOf(it);
  const names = it.seats.map(seatName).join(t.versus);
  return (
    <li class="card game-tile">
      <Thumbnail id={it.id} size={it.size} />
      <div>
        <h3>
          {it.seats.map((seat, n) => (
            <Seat key={`${seat.name} ${n}`} seat={seat} isFirst={n === 0} />
          ))}
        </h3>
        <p class="hint">{title}</p>
        <p class="hint">
          <Result it={it} player={player} />
        </p>
        <p class="hint dotted">
          <RelativeTime at={it.ended} />
          {it.rated && <span>{game.rated}</span>}
          {!it.public && <span>{t.private}</span>}
        </p>
      </div>
      <a class="tile-link" href={`/replay/${it.id}`}>
        <span class="visually-hidden">{t.replayOf(title, names)}</span>
      </a>
    </li>
  );
}

function Seat({ seat, isFirst }: { seat: ArchivedSeat; isFirst: boolean }) {
  const t = texts.value.history;
  const name = seatName(seat);
  return (
    <>
      {!isFirst && <span class="versus">{t.versus}</span>}
      {seat.player ? <a href={`/players/${seat.player}`}>{name}</a> : <span>{name}</span>}
    </>
  );
}

/** How it ended for the player, or who won. */
function Result({ it, player }: TileProps) {
  const { history, end } = texts.value;
  const seat = it.seats.findIndex((it) => it.player && it.player === player);
  const { rank } = it.seats[seat] ?? { rank: null };
  if (rank === null) return <>{resultWords(it)}</>;
  const [kind, key] =
    rank > 1
      ? (["bad", "lost"] as const)
      : it.winner === seat
        ? (["good", "won"] as const)
        : (["even", "drawn"] as const);
  return (
    <>
      <span class={`verdict-tag ${kind}`}>{history.results[key]}</span>
      {end.reasons[it.reason] ?? it.reason}
    </>
  );
}

type Ended = Pick<ArchivedGame, "winner" | "reason"> & { seats: readonly SeatNames[] };
type SeatNames = Pick<ArchivedSeat, "name" | "agent">;

/** How a game ended, in words: who won, and why. */
export function resultWords({ winner, reason, seats }: Ended): string {
  const { end } = texts.value;
  const why = end.reasons[reason] ?? reason;
  const who = winner === null ? null : seats[winner];
  if (who) return `${end.wonBy(seatName(who))}, ${why}`;
  const none = resultFor({ winner, reason } as Outcome, null) === "none";
  return `${none ? end.none : end.draw}, ${why}`;
}
