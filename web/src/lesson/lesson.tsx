// The lesson of a game: the visitor makes its moves on a small board, a sentence says what each does.
import { useEffect, useMemo, useState } from "preact/hooks";
import { Board } from "../board/board";
import { withHint } from "../board/hint";
import type { Tap } from "../net/protocol.gen";
import { texts } from "../texts";
import { gameTitle } from "../texts/names";
import { announce } from "../ui/announce";
import { boardBefore, lessonOf, targetOf } from "./lesson-data";
import type { LessonProps } from "./lesson-place";

const REPLY_MS = 700; // before the opponent answers

export default function Lesson({ game, onDone, children }: LessonProps) {
  const t = texts.value.lesson;
  const lesson = useMemo(() => lessonOf(game), [game]);
  const [made, setMade] = useState(0); // steps
  const [missed, setMissed] = useState(""); // what to do instead
  const steps = lesson?.steps ?? [];
  const next = steps[made];
  const sentences = t.games[game] ?? [];
  const done = steps.slice(0, made).filter((it) => it.isMine).length;
  const isMyMove = next?.isMine === true;
  const isOver = lesson !== null && !next;

  useEffect(() => {
    if (made > 0 && (isMyMove || isOver)) announce(sentences[done]);
    if (isOver) onDone?.();
    if (!next || isMyMove) return;
    const timer = setTimeout(() => setMade(made + 1), REPLY_MS);
    return () => clearTimeout(timer);
  }, [made]);

  function play(tap: Tap) {
    if (tap.move === next.move) {
      setMissed("");
      return setMade(made + 1);
    }
    const { cell, letter } = targetOf(next);
    const words = letter ? t.writeThere(letter, cell) : t.playThere(cell);
    setMissed(words);
    announce(words);
  }

  if (!lesson) return null;
  const shown = next ? boardBefore(next) : steps[made - 1].after;
  return (
    <section class={isOver ? "lesson over" : "lesson"} aria-label={t.label(gameTitle(game))}>
      <p class="lesson-words">
        {isMyMove && <mark>{t.yourMove}</mark>}{" "}
        {missed || (next && !isMyMove ? t.reply : sentences[done])}
      </p>
      <Board
        picture={missed ? withHint(shown, next.move) : shown}
        label={t.board(gameTitle(game))}
        active={isMyMove}
        player={isOver ? null : lesson.player}
        onPlay={play}
        fits
      />
      {children?.(isOver)}
    </section>
  );
}
