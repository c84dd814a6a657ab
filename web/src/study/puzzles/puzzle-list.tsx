// The page of all puzzles.
import { account } from "../../net/account";
import { connection } from "../../net/online";
import { texts } from "../../texts";
import { useTitle } from "../../ui/page-title";
import { PageLoaded } from "../../ui/places/page-loaded";
import { loadedValue, useLoaded } from "../../ui/use-loaded";
import { DailyPuzzle } from "./daily-puzzle";
import { PuzzleChooser } from "./puzzle-chooser";
import { PuzzleProgress } from "./puzzle-progress";
import { loadProgress, loadPuzzle } from "./puzzle-source";

export function PuzzleList() {
  const t = texts.value.puzzles;
  const me = account.value?.player.id ?? "";
  // When the connection is back, the account has the last word.
  const key = `${me} ${connection.status.value.state === "lost"}`;
  const today = useLoaded(key, () => loadPuzzle("today"));
  const mine = useLoaded(key, loadProgress);
  const progress = loadedValue(mine);
  const refused = [today, mine].find((it) => it.state === "failed");
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
