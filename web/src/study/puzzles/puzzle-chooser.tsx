// The next puzzle, by game and difficulty.
import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { errorText } from "../../net/api";
import { allGames } from "../../net/catalogue";
import { loadStored, save } from "../../settings/storage";
import { texts } from "../../texts";
import { gameTitle } from "../../texts/names";
import type { PuzzleFilter } from "./puzzle-filter";
import { nextPuzzle } from "./puzzle-source";
import { Stars } from "./puzzle-words";

/** `isMain` if there is nothing better to do on the page, such as the daily puzzle. */
export function PuzzleChooser({ isMain }: { isMain: boolean }) {
  const t = texts.value.puzzles;
  const { route } = useLocation();
  const [filter, setFilter] = useState(loadStored<PuzzleFilter>("puzzles", { game: "", grade: 0 }));
  const [wrong, setWrong] = useState("");
  function choose(it: PuzzleFilter) {
    setFilter(it);
    setWrong("");
    save("puzzles", it);
  }
  const games = [["", t.any], ...allGames().map((key) => [key, gameTitle(key)])];
  return (
    <section class="card stack">
      <h2>{t.choose}</h2>
      <fieldset class="options">
        <legend>{t.game}</legend>
        {games.map(([key, title]) => (
          <label key={key} class="check">
            <input
              type="radio"
              name="puzzle-game"
              checked={filter.game === key}
              onChange={() => choose({ ...filter, game: key })}
            />
            {title}
          </label>
        ))}
      </fieldset>
      <fieldset class="options grades">
        <legend>{t.grade}</legend>
        {[0, 1, 2, 3, 4, 5].map((grade) => (
          <label key={grade} class="check">
            <input
              type="radio"
              name="puzzle-grade"
              checked={filter.grade === grade}
              onChange={() => choose({ ...filter, grade })}
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
          class={isMain ? "primary" : ""}
          onClick={() =>
            nextPuzzle(filter).then(
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
