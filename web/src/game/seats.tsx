// The players: colour and stroke, name, mark, points, clock, and who is disconnected.
import { PlayerLine } from "../board/drawing/player-line";
import { texts } from "../texts";
import { clock } from "../texts/duration";
import { seatName } from "../texts/names";
import { now } from "../ui/now";

export interface SeatView {
  name: string;
  player?: string | null;
  agent?: string | null;
  mark?: string | null;
  points?: number | null; // null where the game has none
  you?: boolean;
  out?: boolean;
  turn?: boolean;
  away?: { until: number | null } | null;
  until?: number | null; // when this player runs out of time, in ms
  rank?: number | null; // once the game is over
}

export function Seats({ seats }: { seats: SeatView[] }) {
  const t = texts.value.game;
  return (
    <ol class="seats" aria-label={t.players}>
      {seats.map((seat, n) => (
        <SeatRow key={n} seat={seat} number={n} />
      ))}
    </ol>
  );
}

function SeatRow({ seat, number }: { seat: SeatView; number: number }) {
  const t = texts.value.game;
  const facts = [
    seat.you && t.you,
    seat.mark,
    seat.agent && t.computer,
    seat.out && t.out,
    seat.turn && t.toMove,
  ];
  return (
    <li class={seat.turn ? "seat turn" : "seat"} aria-current={seat.turn || undefined}>
      <svg class="sample" aria-hidden="true" width={34} height={8} viewBox="0 0 34 8">
        <PlayerLine owner={number} d="M3 4H31" />
      </svg>
      <span class="who">
        <SeatName seat={seat} />
        <span class="hint">{facts.filter(Boolean).join(" · ")}</span>
      </span>
      <span class="numbers">
        {seat.points != null && (
          <span class="points" title={t.points(seat.points)}>
            <span aria-hidden="true">{seat.points}</span>
            <span class="visually-hidden">{t.points(seat.points)}</span>
          </span>
        )}
        {seat.until != null && <Clock until={seat.until} />}
      </span>
      {seat.away && <Disconnected until={seat.away.until} />}
    </li>
  );
}

function SeatName({ seat }: { seat: SeatView }) {
  const name = seatName(seat);
  return seat.player ? (
    <a class="name" href={`/players/${seat.player}`}>
      {name}
    </a>
  ) : (
    <span class="name">{name}</span>
  );
}

function Clock({ until }: { until: number }) {
  const left = (until - now.value) / 1000;
  const text = clock(left);
  return (
    <span
      class={left <= 10 ? "clock low" : "clock"}
      role="timer"
      aria-label={texts.value.game.timeLeft(text)}
    >
      {text}
    </span>
  );
}

function Disconnected({ until }: { until: number | null }) {
  const t = texts.value.game;
  const left = until === null ? null : Math.max(0, Math.ceil((until - now.value) / 1000));
  return <span class="away">{left === null ? t.offline : t.away(left)}</span>;
}
