// The players: their mark, name, rating, points, clock, and who is disconnected.
import { colourClass } from "../../board/drawing/geometry";
import { texts } from "../../texts";
import { seatName } from "../../texts/names";
import { now } from "../../ui/now";
import { Clock, RunningClock } from "./clock";
import { PlayerKey } from "./player-key";
import { RatingGain } from "./rating-gain";
import type { RatingChange } from "./use-ratings";

export interface SeatView {
  seat: number;
  name: string;
  player?: string | null;
  agent?: string | null;
  mark?: string | null;
  rating?: number | null; // in rated games
  change?: RatingChange | null; // of the rating, at the end
  headToHead?: string; // the score against the other player, if they have met before
  points?: number | null; // null where the game has none
  you?: boolean;
  out?: boolean;
  turn?: boolean;
  away?: { until: number | null } | null;
  hasClock?: boolean; // whether there is a place for the clock
  showsHours?: boolean; // whether it needs a wider place
  waits?: boolean; // for the turn of another player
  until?: number | null; // when this player runs out of time, in ms
  left?: number | null; // seconds on a clock that stands still
  rank?: number | null; // once the game is over
}

export function Seats({ seats }: { seats: SeatView[] }) {
  return (
    <ol class={seats.length > 2 ? "seats many" : "seats"} aria-label={texts.value.game.players}>
      {seats.map((it) => (
        <SeatBox key={it.seat} view={it} />
      ))}
    </ol>
  );
}

function SeatBox({ view }: { view: SeatView }) {
  const t = texts.value.game;
  const { seat, turn, you, away } = view;
  const edge = `edge-${colourClass(seat)}`;
  const classes = ["seat", edge, turn && "turn", you && "mine", away && "is-away"];
  return (
    <li class={classes.filter(Boolean).join(" ")} data-seat={seat} aria-current={turn || undefined}>
      <PlayerKey seat={seat} mark={view.mark} />
      <span class="who">
        <span class="name-line">
          <SeatName view={view} />
          {view.rating != null && <span class="rating">{Math.round(view.rating)}</span>}
          {view.change && <RatingGain change={view.change} />}
        </span>
        <SeatStatus view={view} />
      </span>
      {view.points != null && (
        <span class="points" title={t.points(view.points)}>
          <span key={view.points} aria-hidden="true">
            {view.points}
          </span>
          <span class="visually-hidden">{t.points(view.points)}</span>
        </span>
      )}
      {view.hasClock && (
        <span class={view.showsHours ? "clock-place hours" : "clock-place"}>
          {view.until != null ? (
            <RunningClock until={view.until} />
          ) : (
            view.left != null && <Clock seconds={view.left} />
          )}
        </span>
      )}
    </li>
  );
}

/** The score against the other player, over all their games. */
function HeadToHead({ score }: { score: string }) {
  const words = texts.value.game.headToHead(score);
  return (
    <span class="head-to-head" title={words}>
      <span aria-hidden="true">{score}</span>
      <span class="visually-hidden">{words}</span>
    </span>
  );
}

const LONG_NAME = 16; // characters; longer names are set smaller

function SeatName({ view }: { view: SeatView }) {
  const name = seatName(view);
  const classes = name.length > LONG_NAME ? "name long" : "name";
  return view.player ? (
    <a class={classes} href={`/players/${view.player}`}>
      {name}
    </a>
  ) : (
    <span class={classes}>{name}</span>
  );
}

/** One line that is always there, so that nothing moves. */
function SeatStatus({ view }: { view: SeatView }) {
  const t = texts.value.game;
  if (view.away) return <Disconnected until={view.away.until} />;
  const { turn, you, headToHead } = view;
  const facts = [view.mark, view.agent && t.computer, view.out && t.out];
  const state = turn ? you ? <mark>{t.yourTurn}</mark> : t.toMove : you && t.you;
  const words = facts.filter(Boolean).join(" · ") || (view.waits && !state && t.waits);
  return (
    <span class="status-line">
      <span class="hint">
        {words}
        {words && state && (turn && you ? " " : " · ")}
        {state}
      </span>
      {headToHead && <HeadToHead score={headToHead} />}
    </span>
  );
}

function Disconnected({ until }: { until: number | null }) {
  const t = texts.value.game;
  const left = until === null ? null : Math.max(0, Math.ceil((until - now.value) / 1000));
  return <span class="away">{left === null ? t.offline : t.away(left)}</span>;
}
