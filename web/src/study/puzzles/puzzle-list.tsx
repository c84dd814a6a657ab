// All puzzles: today's, the next one by choice, and how far one is.

import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { gameTitle } from "../../game/words";
import { account } from "../../net/account";
import { ask, errorText } from "../../net/api";
import { catalogue, loadCatalogue } from "../../net/catalogue";
import type { PuzzleInfo, PuzzleProgress } from "../../net/protocol.gen";
import { loadStored, save } from "../../settings/storage";
import { texts } from "../../texts";
import { titleOf } from "../../texts/game-titles";
import { useTitle } from "../../ui/page-title";
import { there, useLoaded } from "../../ui/use-loaded";
import { nextPuzzle, type Wish } from "./puzzle-filter";
import { Stars } from "./puzzle-words";

export function PuzzleList() {
  const t = texts.value.puzzles;
  const me = account.value?.player.id ?? "";
  const today = useLoaded(me, () => ask<PuzzleInfo>("GET", "/api/puzzles/today"));
  const mine = useLoaded(me, async () =>
    me ? await ask<PuzzleProgress>("GET", "/api/me/puzzles") : null,
  );
  const games = useLoaded("", loadCatalogue);
  const progress = there(mine);
  const refused = [today, mine, games].filter((it) => it.state === "refused");
  useTitle(t.title);
  return (
    <div class="puzzles">
      <h1 class="page-title">{t.title}</h1>
      <p class="puzzles-about">{t.about}</p>
      {refused.length > 0 && (
        <div class="problem" role="alert">
          <p>{refused[0].why}</p>
          <button
            type="button"
            onClick={() => {
              for (const it of refused) it.again();
            }}
          >
            {texts.value.study.tryAgain}
          </button>
        </div>
      )}
      <div class="puzzles-top">
        <Today card={there(today)} progress={progress} />
        <Choice />
      </div>
      <Progress progress={progress} />
    </div>
  );
}

function Today({ card, progress }: { card: PuzzleInfo | null; progress: PuzzleProgress | null }) {
  const t = texts.value.puzzles;
  const done = progress?.today ?? card?.state === "solved";
  const settled = done || card?.state === "given_up";
  return (
    <section class="card stack today">
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
      <dl class="figures">
        {(
          [
            [t.streakLabel, t.streak(progress?.streak ?? 0)],
            [t.best, t.streak(progress?.best_streak ?? 0)],
            [t.solved, progress?.solved ?? 0],
            [t.firstTry, progress?.first_try ?? 0],
          ] as const
        ).map(([name, figure]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      {!progress?.streak && <p class="hint">{t.noStreak}</p>}
    </section>
  );
}

function Choice() {
  const t = texts.value.puzzles;
  const { route } = useLocation();
  const [wish, setWish] = useState(loadStored<Wish>("puzzles", { game: "", grade: 0 }));
  const [wrong, setWrong] = useState("");
  function choose(it: Wish) {
    setWish(it);
    setWrong("");
    save("puzzles", it);
  }
  const games = [["", t.any], ...catalogue.value.games.map((it) => [it.key, gameTitle(it.key)])];
  return (
    <section class="card stack">
      <h2>{t.choose}</h2>
      <fieldset class="choices">
        <legend>{t.game}</legend>
        {games.map(([key, title]) => (
          <label key={key} class="check">
            <input
              type="radio"
              name="puzzle-game"
              checked={wish.game === key}
              onChange={() => choose({ ...wish, game: key })}
            />
            {title}
          </label>
        ))}
      </fieldset>
      <fieldset class="choices grades">
        <legend>{t.grade}</legend>
        {[0, 1, 2, 3, 4, 5].map((grade) => (
          <label key={grade} class="check">
            <input
              type="radio"
              name="puzzle-grade"
              checked={wish.grade === grade}
              onChange={() => choose({ ...wish, grade })}
            />
            {grade === 0 ? t.anyGrade : <Stars grade={grade} />}
          </label>
        ))}
      </fieldset>
      {wrong && (
        <p class="wrong" role="alert">
          {wrong}
        </p>
      )}
      <div>
        <button
          type="button"
          class="primary"
          onClick={() =>
            nextPuzzle(wish).then(
              (id) => route(`/puzzles/${id}`),
              (error) => setWrong(errorText(error)),
            )
          }
        >
          {t.next}
        </button>
      </div>
    </section>
  );
}

function Progress({ progress }: { progress: PuzzleProgress | null }) {
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

function GameProgress({ title, grades }: { title: string; grades: PuzzleProgress["grades"] }) {
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
