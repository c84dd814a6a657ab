// Wins, draws and losses as one bar, with numbers.

import type { Tally } from "../net/protocol.gen";
import { texts } from "../texts";
import { number } from "../texts/numbers";

export function ResultBar({ tally, label }: { tally: Tally; label: string }) {
  const t = texts.value.player;
  const parts = [
    { kind: "good", n: tally.wins, words: t.won },
    { kind: "even", n: tally.draws, words: t.drawn },
    { kind: "bad", n: tally.losses, words: t.lost },
  ];
  const all = tally.wins + tally.draws + tally.losses;
  return (
    <div class="result-bar">
      <p class="spread">
        <span>{label}</span>
        <span class="hint">{tally.games ? t.games(tally.games) : t.noneYet}</span>
      </p>
      {all > 0 && (
        <svg
          width="100%"
          height="30"
          role="img"
          aria-label={`${label}: ${t.results(tally.wins, tally.draws, tally.losses)}`}
        >
          {parts.map(({ kind, n }, at) => {
            const before = parts.slice(0, at).reduce((sum, it) => sum + it.n, 0);
            if (!n) return null;
            return (
              <g key={kind} class={kind}>
                <rect x={`${(100 * before) / all}%`} width={`${(100 * n) / all}%`} height="30" />
                {n / all > 0.06 && (
                  <text x={`${(100 * (before + n / 2)) / all}%`} y="15" dy=".35em">
                    {number(n)}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      )}
      {all > 0 && (
        <ul class="legend hint" aria-hidden="true">
          {parts.map(({ kind, n, words }) => (
            <li key={kind}>
              <span class={`swatch ${kind}`} />
              {words} {number(n)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
