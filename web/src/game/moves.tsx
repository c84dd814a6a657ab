// The moves so far, scrolled to the latest.
import { useEffect, useRef } from "preact/hooks";
import { texts } from "../texts";

interface MovesProps {
  moves: readonly string[];
  names: readonly string[];
}

export function Moves({ moves, names }: MovesProps) {
  const t = texts.value.game;
  const box = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [moves.length]);
  return (
    <section class="card moves-card">
      <h2>{t.moves}</h2>
      {moves.length === 0 ? (
        <p class="hint">{t.noMoves}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <ol class="moves" ref={box} tabIndex={0} aria-label={t.moves}>
          {moves.map((move, n) => (
            <li key={n}>
              <span class="hint">{n + 1}.</span> {wordsFor(move, names)}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** A record has `x2` where player 2 left. */
function wordsFor(entry: string, names: readonly string[]): string {
  const left = /^x(\d+)$/.exec(entry);
  return left ? texts.value.study.wentOut(names[Number(left[1]) - 1] ?? entry) : entry;
}
