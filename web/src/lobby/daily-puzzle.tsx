// A preview of the daily puzzle, which has its own page.
import { useRef } from "preact/hooks";
import { Drawing } from "../board/drawing/drawing";
import { extent, fold } from "../board/drawing/geometry";
import { useWidth } from "../board/zoom";
import { account } from "../net/account";
import { fetchJson } from "../net/api";
import type { Picture, PuzzleInfo, PuzzleProgress } from "../net/protocol.gen";
import { locale, texts } from "../texts";
import { titleOf } from "../texts/game-titles";
import { Tally } from "../ui/drawn/tally";
import { loadedValue, useLoaded } from "../ui/use-loaded";

export function DailyPuzzleCard() {
  const t = texts.value.start;
  const player = account.value?.player.id ?? "";
  const puzzle = useLoaded("", () => fetchJson<PuzzleInfo>("GET", "/api/puzzles/today"));
  const progress = loadedValue(
    useLoaded(player, async () =>
      player ? await fetchJson<PuzzleProgress>("GET", "/api/me/puzzles") : null,
    ),
  );
  return (
    <section class="card daily-puzzle">
      <div class="spread">
        <h2>{t.puzzle}</h2>
        {progress !== null && progress.streak > 0 && (
          <p class="streak">
            <Tally count={progress.streak} />
            <strong>{t.streak(progress.streak)}</strong>
          </p>
        )}
      </div>
      {puzzle.state === "loading" && <p class="hint">{texts.value.loading}</p>}
      {puzzle.state === "failed" && <p class="hint">{t.puzzleNone}</p>}
      {puzzle.state === "ready" && <Puzzle puzzle={puzzle.value} solved={progress?.today} />}
    </section>
  );
}

function Puzzle({ puzzle, solved }: { puzzle: PuzzleInfo; solved?: boolean }) {
  const t = texts.value.start;
  return (
    <>
      <PuzzlePreview picture={puzzle.picture} />
      <p>
        <span class="hint">{titleOf(puzzle)}</span>
        <br />
        {solved ? t.puzzleDone(nextPuzzleTime()) : question(puzzle)}
      </p>
      <a class="button" href="/puzzles/today">
        {solved ? texts.value.puzzles.look : t.puzzleGo}
      </a>
    </>
  );
}

/** When the next day begins, in UTC as for everyone, on the visitor's clock. */
export function nextPuzzleTime(now = new Date()): string {
  const midnight = new Date(now);
  midnight.setUTCHours(24, 0, 0, 0);
  return midnight.toLocaleTimeString(locale(), { hour: "numeric", minute: "2-digit" });
}

function question({ goal, to_move }: PuzzleInfo): string {
  const t = texts.value.start;
  const who = t.player(to_move + 1);
  return goal === "win" ? t.puzzleWin(who) : t.puzzleDraw(who);
}

const MAX_CELL = 30; // pixels per cell

function PuzzlePreview({ picture: given }: { picture: Picture }) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const picture = fold(given, width / 22);
  const unit = Math.min(MAX_CELL, width / extent(picture).columns);
  return (
    <div class="daily-puzzle-picture" ref={box}>
      {width > 0 && <Drawing picture={picture} unit={unit} />}
    </div>
  );
}
