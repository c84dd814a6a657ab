// The page of all puzzles.
import { account } from "../../net/account";
import { fetchJson } from "../../net/api";
import { loadCatalogue } from "../../net/catalogue";
import type { PuzzleProgress as Progress, PuzzleInfo } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { useTitle } from "../../ui/page-title";
import { PageLoaded } from "../../ui/places/page-loaded";
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
  const refused = [today, mine, games].find((it) => it.state === "failed");
  const isDone = ["solved", "given_up"].includes(loadedValue(today)?.state ?? "");
  useTitle(t.title);
  return (
    <div class="puzzles">
      <h1 class="page-title">{t.title}</h1>
      <p class="puzzles-about">{t.about}</p>
      {refused ? (
        <PageLoaded it={refused} missing={t.none} elsewhere={["/", texts.value.notFound.back]}>
          {() => null}
        </PageLoaded>
      ) : (
        <>
          <div class="puzzles-top">
            <DailyPuzzle card={loadedValue(today)} progress={progress} />
            <PuzzleChooser isMain={isDone} />
          </div>
          <PuzzleProgress progress={progress} />
        </>
      )}
    </div>
  );
}
