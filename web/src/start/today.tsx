// The puzzle of the day, to look at; it is solved on its own page.
import { useEffect, useRef, useState } from "preact/hooks";
import { account } from "../account";
import { ask } from "../api";
import { Drawing } from "../board/drawing";
import { extent, folded } from "../board/geometry";
import { useWidth } from "../board/zoom";
import { whenReady } from "../connection";
import type { Picture, PuzzleCard, PuzzleProgress } from "../protocol.gen";
import { gameTitle } from "../table/words";
import { texts } from "../texts";
import { sizeWords } from "./words";

export function Today() {
  const t = texts.value.start;
  const [puzzle, setPuzzle] = useState<PuzzleCard | null | undefined>(); // null: there is none
  const [progress, setProgress] = useState<PuzzleProgress | null>(null);
  const player = account.value?.player.id;
  const known = useRef(false);
  // Whatever could not be had is asked for again when there is a connection.
  useEffect(() => {
    const load = async () => {
      if (known.current) return;
      try {
        setPuzzle(await ask<PuzzleCard>("GET", "/api/puzzles/today"));
        known.current = true;
      } catch {
        setPuzzle(null);
      }
    };
    load();
    return whenReady(load);
  }, []);
  useEffect(() => {
    setProgress(null);
    if (player) ask<PuzzleProgress>("GET", "/api/me/puzzles").then(setProgress, () => {});
  }, [player]);
  return (
    <section class="card today">
      <div class="spread">
        <h2>{t.puzzle}</h2>
        {progress !== null && progress.streak > 0 && (
          <span class="note-tag">{t.streak(progress.streak)}</span>
        )}
      </div>
      {puzzle === undefined && <p class="hint">{texts.value.loading}</p>}
      {puzzle === null && <p class="hint">{t.puzzleNone}</p>}
      {puzzle && (
        <>
          <Small picture={puzzle.picture} />
          <p>
            <span class="hint">
              {gameTitle(puzzle.game)} {sizeWords(puzzle.size)}
            </span>
            <br />
            {question(puzzle)}
          </p>
          <div class="row">
            <a class="button" href="/puzzles/today">
              {t.puzzleGo}
            </a>
            {progress?.today && <span class="hint">{t.puzzleDone}</span>}
          </div>
        </>
      )}
    </section>
  );
}

function question({ goal, to_move }: PuzzleCard): string {
  const t = texts.value.start;
  const who = t.player(to_move + 1);
  return goal === "win" ? t.puzzleWin(who) : t.puzzleDraw(who);
}

const LARGEST = 30; // pixels for a cell

function Small({ picture: given }: { picture: Picture }) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const picture = folded(given, width / 22);
  const unit = Math.min(LARGEST, width / extent(picture).columns);
  return (
    <div class="today-picture" ref={box}>
      {width > 0 && <Drawing picture={picture} unit={unit} />}
    </div>
  );
}
