// The moves so far, the newest in sight.
import { useEffect, useRef } from "preact/hooks";
import { texts } from "../texts";

export function Moves({ moves }: { moves: readonly string[] }) {
  const t = texts.value.table;
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
              <span class="hint">{n + 1}.</span> {move}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
