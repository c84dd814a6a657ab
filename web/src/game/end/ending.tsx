// How a game ended: who won and why, the score, and what it did to the rating.
import type { ComponentChildren } from "preact";
import { colourClass } from "../../board/drawing/geometry";
import { resultFor } from "../../net/live-game";
import type { Outcome } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { endWords } from "../game-log";
import { RatingGain } from "../players/rating-gain";
import type { RatingChange } from "../players/use-ratings";
import { Flourish, Star } from "./flourish";

interface EndingProps {
  outcome: Outcome;
  seats: readonly { name: string; agent?: string | null }[];
  you: number | null;
  hasPoints?: boolean;
  change?: RatingChange | null;
  children?: ComponentChildren; // what to do next
}

export function Ending({ outcome, seats, you, hasPoints, change, children }: EndingProps) {
  const [what, why] = endWords(outcome, seats, you);
  const result = resultFor(outcome, you);
  const winner = you !== null && result === "won" ? you : outcome.winner;
  return (
    <section class={`ending ${result} ${winner == null ? "" : colourClass(winner)}`}>
      <div class="ending-words">
        <div class="ending-head">
          <strong class="display">{what}</strong>
          <Flourish result={result === "watched" ? "won" : result} />
        </div>
        {result === "won" && <Star />}
        <p class="ending-why">
          {hasPoints && result !== "none" && <b class="display">{scoreOf(outcome, you)}</b>}
          <span>{why}</span>
        </p>
        {change && <Change change={change} />}
      </div>
      {children}
    </section>
  );
}

/** The points, mine first. */
function scoreOf({ points }: Outcome, you: number | null): string {
  const mine = you === null ? [] : [points[you]];
  return [...mine, ...points.filter((_, n) => n !== you)].join(" – ");
}

function Change({ change }: { change: RatingChange }) {
  const { before, after } = change;
  const t = texts.value.end;
  return (
    <p class="rating-change">
      <span class="visually-hidden">{t.rating} </span>
      <b>
        {Math.round(before)} → {Math.round(after)}
      </b>
      <RatingGain change={change} />
    </p>
  );
}
