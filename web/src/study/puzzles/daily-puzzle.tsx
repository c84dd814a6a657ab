// The daily puzzle, and the visitor's streak.
import type { PuzzleInfo, PuzzleProgress } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { titleOf } from "../../texts/game-titles";
import { Tally } from "../../ui/drawn/tally";
import { Stars } from "./puzzle-words";

interface DailyPuzzleProps {
  card: PuzzleInfo | null;
  progress: PuzzleProgress | null;
}

export function DailyPuzzle({ card, progress }: DailyPuzzleProps) {
  const t = texts.value.puzzles;
  const done = progress?.today ?? card?.state === "solved";
  const settled = done || card?.state === "given_up";
  return (
    <section class="card stack daily-puzzle">
      <h2>{t.today}</h2>
      {card ? (
        <>
          <p>
            {titleOf(card)} · <Stars grade={card.grade} />
          </p>
          <p class="hint">{done ? t.todayDone : t.todayOpen}</p>
          <div>
            <a class={settled ? "button" : "button primary"} href="/puzzles/today">
              {settled ? t.look : t.solve}
            </a>
          </div>
        </>
      ) : (
        <p class="hint">{texts.value.loading}</p>
      )}
      {progress !== null && progress.streak > 0 && <Tally count={progress.streak} />}
      <dl class="statistics">
        {(
          [
            [t.streakLabel, t.streak(progress?.streak ?? 0)],
            [t.best, t.streak(progress?.best_streak ?? 0)],
            [t.solved, progress?.solved ?? 0],
            [t.firstTry, progress?.first_try ?? 0],
          ] as const
        ).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {!progress?.streak && <p class="hint">{t.noStreak}</p>}
    </section>
  );
}
