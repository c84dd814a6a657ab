// The review of a game: the graph, the mistakes, and the values as a table.
import { useState } from "preact/hooks";
import type { GameReview, Line } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { percent } from "../../texts/numbers";
import type { Names } from "../names";
import { dotValue, markOf } from "./review";
import { betterWords, ReviewGraph } from "./review-graph";
import { ReviewSummary } from "./review-summary";
import type { ReviewWork } from "./use-review";

interface ReviewPanelProps {
  work: ReviewWork;
  line: Line; // what would be reviewed
  names: Names;
  at: number;
  onJump: (number: number) => void;
}

export function ReviewPanel({ work, line, names, at, onJump }: ReviewPanelProps) {
  const t = texts.value.analysis;
  const { done, review, wrong } = work;
  const moves = line.moves ?? [];
  const isCurrent = review?.steps.map((it) => it.move).join() === moves.join();
  return (
    <section class="card stack review">
      <h2>{t.review}</h2>
      {done !== null ? (
        <div class="row review-progress">
          <progress class="grow" value={done} max={1} aria-label={t.progress} />
          <span class="hint">
            {work.pass > 0 && `${t.deeper} `}
            {percent(done)}
          </span>
          <button type="button" onClick={work.cancel}>
            {t.cancel}
          </button>
        </div>
      ) : (
        (!review || !isCurrent || wrong) && (
          <>
            <p class="hint">{review && !isCurrent ? t.changed : t.reviewHint}</p>
            {wrong && (
              <p class="wrong" role="alert">
                {wrong}
              </p>
            )}
            <div>
              <button type="button" disabled={!moves.length} onClick={() => work.start(line)}>
                {review || wrong ? t.analyseAgain : t.analyseAll}
              </button>
            </div>
          </>
        )
      )}
      {review && isCurrent && (
        <>
          <ReviewGraph review={review} names={names} at={at} onJump={onJump} />
          <ReviewSummary review={review} names={names} at={at} onJump={onJump} />
          <Mistakes review={review} names={names} at={at} onJump={onJump} />
          <ReviewTable review={review} names={names} />
        </>
      )}
    </section>
  );
}

function Mistakes({
  review,
  names,
  at,
  onJump,
}: Pick<ReviewPanelProps, "names" | "at" | "onJump"> & { review: GameReview }) {
  const t = texts.value.analysis;
  const found = review.mistakes.map((it) => review.steps[it - 1]);
  return (
    <>
      <h3>{t.mistakes}</h3>
      {found.length === 0 && <p class="hint">{t.noMistakes}</p>}
      <ul class="mistakes">
        {found.map((step) => (
          <li key={step.number}>
            <button
              type="button"
              aria-current={step.number === at ? "step" : undefined}
              onClick={() => onJump(step.number)}
            >
              <strong>
                {t.numberedMove(step.number, step.move)}
                <span aria-hidden="true">{markOf(step)}</span>
              </strong>
              <span class="hint">
                {step.player !== null && `${names[step.player]} · `}
                {[step.verdict && t.verdicts[step.verdict], betterWords(step)]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** For screen readers, and for the exact values. */
function ReviewTable({ review, names }: { review: GameReview; names: Names }) {
  const t = texts.value.analysis;
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t.table}</summary>
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <div class="scroll-box review-table" role="region" aria-label={t.table} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col" class="number">
                  {t.numberColumn}
                </th>
                <th scope="col">{t.moveColumn}</th>
                <th scope="col">{texts.value.game.players}</th>
                <th scope="col" class="number">
                  {review.view === "player 1" ? t.valueFor(names[0]) : t.valueForMover}
                </th>
                <th scope="col">{t.verdictColumn}</th>
              </tr>
            </thead>
            <tbody>
              {review.steps.map((step) => (
                <tr key={step.number}>
                  <td class="number">{step.number}</td>
                  <td>{step.move}</td>
                  <td>{step.player !== null && names[step.player]}</td>
                  <td class="number">
                    {step.value !== null &&
                      dotValue({ number: step.number, value: step.value, exact: step.exact, step })}
                  </td>
                  <td>{step.verdict ? t.verdicts[step.verdict] : t.unexamined}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}
