// How many puzzles are solved, by game and difficulty.
import type { PuzzleProgress as Progress } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { gameTitle } from "../../texts/names";
import { Stars } from "./puzzle-words";

export function PuzzleProgress({ progress }: { progress: Progress | null }) {
  const t = texts.value.puzzles;
  const games = [...new Set(progress?.grades.map((it) => it.game))];
  return (
    <section class="card">
      <h2>{t.progress}</h2>
      {!progress ? (
        <p class="hint">{t.nothingYet}</p>
      ) : (
        <div class="progress-games">
          {games.map((game) => (
            <GameProgress
              key={game}
              title={gameTitle(game)}
              grades={progress.grades.filter((it) => it.game === game)}
            />
          ))}
        </div>
      )}
    </section>
  );
}

function GameProgress({ title, grades }: { title: string; grades: Progress["grades"] }) {
  const t = texts.value.puzzles;
  const sum = (pick: (it: (typeof grades)[number]) => number) =>
    grades.reduce((total, it) => total + pick(it), 0);
  return (
    <div>
      <div class="spread">
        <h3>{title}</h3>
        <span class="hint">
          {t.of(
            sum((it) => it.solved),
            sum((it) => it.total),
          )}
        </span>
      </div>
      <ul class="grade-bars">
        {grades.map(({ grade, solved, total }) => (
          <li key={grade}>
            <Stars grade={grade} short />
            <progress
              value={solved}
              max={total}
              aria-label={`${title}, ${t.gradeWords(grade, t.grades[grade])}`}
            />
            <span class="hint">{t.of(solved, total)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
