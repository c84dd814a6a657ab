// How each player did: accuracy, whole and phase by phase, verdicts, and the key moments.
import type { GameReview } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { number } from "../../texts/numbers";
import type { Names } from "../names";
import { momentWords } from "./loss-words";
import { betterWords } from "./review-graph";

const VERDICTS = ["best", "good", "inaccuracy", "mistake", "blunder"] as const;

interface ReviewSummaryProps {
  review: GameReview;
  names: Names;
  at: number;
  onJump: (number: number) => void;
}

export function ReviewSummary({ review, names, at, onJump }: ReviewSummaryProps) {
  const t = texts.value.analysis;
  const moments = review.key_moments.map((it) => review.steps[it - 1]);
  return (
    <>
      <Accuracy review={review} names={names} />
      {moments.length > 0 && <h3>{t.keyMoments}</h3>}
      <ul class="key-moments">
        {moments.map((step) => (
          <li key={step.number}>
            <button
              type="button"
              aria-current={step.number === at ? "step" : undefined}
              onClick={() => onJump(step.number)}
            >
              <strong>{`${step.number}. ${momentWords(review, step, names)}`}</strong>
              <span class="hint">{betterWords(step)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Accuracy({ review, names }: Pick<ReviewSummaryProps, "review" | "names">) {
  const t = texts.value.analysis;
  const words = (accuracy: number | null) => (accuracy === null ? "–" : number(accuracy));
  const unexamined = review.steps.filter((it) => it.player !== null && !it.verdict).length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div class="scroll-box" role="region" aria-label={t.accuracy} tabIndex={0}>
      <table class="accuracy">
        <thead>
          <tr>
            <td />
            {review.players.map((_, player) => (
              <th key={names[player]} scope="col" class="number">
                {names[player]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t.accuracy}</th>
            {review.players.map((it, player) => (
              <td key={names[player]} class="number">
                <strong>{words(it.accuracy)}</strong>
              </td>
            ))}
          </tr>
          {review.phases.map((phase) => (
            <tr key={phase.name}>
              <th scope="row">{t.phase(t.phases[phase.name], phase.first, phase.last)}</th>
              {phase.accuracy.map((accuracy, player) => (
                <td key={names[player]} class="number">
                  {words(accuracy)}
                </td>
              ))}
            </tr>
          ))}
          {VERDICTS.map((verdict) => (
            <tr key={verdict}>
              <th scope="row">{t.verdictCounts[verdict]}</th>
              {review.players.map((it, player) => (
                <td key={names[player]} class="number">
                  {it.verdicts[verdict]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="hint">{t.accuracyHint}</p>
      {unexamined > 0 && <p class="hint">{t.notExamined(unexamined)}</p>}
    </div>
  );
}
