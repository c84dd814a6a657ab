// The page of all puzzles.
import { account } from "../../net/account";
import { fetchJson } from "../../net/api";
import { loadCatalogue } from "../../net/catalogue";
import type { PuzzleProgress as Progress, PuzzleInfo } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { useTitle } from "../../ui/page-title";
import { loadedValue, useLoaded } from "../../ui/use-loaded";
import { DailyPuzzle } from "./daily-puzzle";
import { PuzzleChooser } from "./puzzle-chooser";
import { PuzzleProgress } from "./puzzle-progress";

export function PuzzleList() {
  const t = texts.value.puzzles;
  const me = account.value?.player.id ?? "";
  const today = useLoaded(me, () => fetchJson<PuzzleInfo>("GET", "/api/puzzles/today"));
  const mine = useLoaded(me, async () =>
    me ? await fetchJson<Progress>("GET", "/api/me/puzzles") : null,
  );
  const games = useLoaded("", loadCatalogue);
  const progress = loadedValue(mine);
  const refused = [today, mine, games].filter((it) => it.state === "failed");
  useTitle(t.title);
  return (
    <div class="puzzles">
      <h1 class="page-title">{t.title}</h1>
      <p class="puzzles-about">{t.about}</p>
      {refused.length > 0 && (
        <div class="error-message" role="alert">
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
        <DailyPuzzle card={loadedValue(today)} progress={progress} />
        <PuzzleChooser />
      </div>
      <PuzzleProgress progress={progress} />
    </div>
  );
}
