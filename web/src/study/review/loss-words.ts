// What a move gave away, and the key moments of a game, in words.
import type { GameReview, Step } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { number, percent } from "../../texts/numbers";
import type { Names } from "../names";
import { isProven } from "./review";

const resultOf = (value: number) => Math.sign(value);

/** What a move gave away: points, a result, or a share of a win. */
export function lossWords(review: GameReview, step: Step): string {
  const t = texts.value.analysis.loss;
  if (step.played === null || step.possible === null) return "";
  const lost = step.possible - step.played;
  const proven = isProven(review, step);
  if (!review.decided_by_points) {
    if (!proven) return t.share(percent(lost / 2));
    return step.possible > 0 ? t.win : t.draw;
  }
  if (!proven) return t.aboutPoints(number(lost, 1));
  if (resultOf(step.possible) === resultOf(step.played)) return t.points(lost);
  return t.pointsAnd(t.points(lost), step.possible > 0 ? t.win : t.draw);
}

/** A key moment as one sentence. */
export function momentWords(review: GameReview, step: Step, names: Names): string {
  const t = texts.value.analysis;
  const name = names[step.player ?? 0];
  const { played, possible } = step;
  if (played === null || possible === null) return t.numberedMove(step.number, step.move);
  if (!isProven(review, step) || resultOf(played) === resultOf(possible))
    return t.moment(name, step.move, lossWords(review, step));
  const words = (value: number) => {
    const result = t.result[value > 0 ? "win" : value < 0 ? "loss" : "draw"];
    return value && review.decided_by_points ? t.resultBy(result, Math.abs(value)) : result;
  };
  return t.turned(name, step.move, words(possible), words(played));
}
