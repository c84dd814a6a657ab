// The crosstable.

import type { BotStanding, HeadToHead } from "../net/protocol.gen";
import { texts } from "../texts";
import { number } from "../texts/numbers";

interface CrossTableProps {
  bots: readonly BotStanding[];
  pairings: readonly HeadToHead[];
}

/** Points of `one` against `other`; null if they never played. */
export function scoreAgainst(
  pairings: readonly HeadToHead[],
  one: string,
  other: string,
): { points: number; games: number } | null {
  const score = pairings.find((it) => it.bot === one && it.opponent === other);
  if (score) return { points: score.points, games: score.games };
  const reversed = pairings.find((it) => it.bot === other && it.opponent === one);
  return reversed ? { points: reversed.games - reversed.points, games: reversed.games } : null;
}

export function CrossTable({ bots, pairings }: CrossTableProps) {
  const t = texts.value.arena;
  return (
    <table aria-labelledby="cross" class="cross">
      <thead>
        <tr>
          <th scope="col">{t.bot}</th>
          {bots.map((it, n) => (
            <th key={it.name} scope="col" class="number" title={it.name} aria-label={it.name}>
              {n + 1}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bots.map((row, n) => (
          <tr key={row.name}>
            <th scope="row">
              {n + 1}. <span class="name">{row.name}</span>
            </th>
            {bots.map((column) => (
              <ScoreCell key={column.name} score={scoreAgainst(pairings, row.name, column.name)} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ScoreCell({ score }: { score: { points: number; games: number } | null }) {
  const t = texts.value.arena;
  if (!score) return <td class="number none">–</td>;
  const share = score.games ? score.points / score.games : 0.5;
  const kind = share > 0.5 ? "good" : share < 0.5 ? "bad" : "even";
  return (
    <td class={`number ${kind}`} title={t.crossCell(number(score.points, 1), score.games)}>
      {number(score.points, 1)}
      <span class="visually-hidden"> / {score.games}</span>
    </td>
  );
}
