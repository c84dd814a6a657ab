// The crosstable.

import type { BotStanding, HeadToHead } from "../net/protocol.gen";
import { texts } from "../texts";
import { number } from "../texts/numbers";

interface CrossTableProps {
  bots: readonly BotStanding[];
  meetings: readonly HeadToHead[];
}

/** Points of `one` against `other`; null if they never played. */
export function taken(
  meetings: readonly HeadToHead[],
  one: string,
  other: string,
): { points: number; games: number } | null {
  const met = meetings.find((it) => it.bot === one && it.opponent === other);
  if (met) return { points: met.points, games: met.games };
  const turned = meetings.find((it) => it.bot === other && it.opponent === one);
  return turned ? { points: turned.games - turned.points, games: turned.games } : null;
}

export function CrossTable({ bots, meetings }: CrossTableProps) {
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
              <Met key={column.name} met={taken(meetings, row.name, column.name)} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Met({ met }: { met: { points: number; games: number } | null }) {
  const t = texts.value.arena;
  if (!met) return <td class="number none">–</td>;
  const share = met.games ? met.points / met.games : 0.5;
  const kind = share > 0.5 ? "good" : share < 0.5 ? "bad" : "even";
  return (
    <td class={`number ${kind}`} title={t.crossCell(number(met.points, 1), met.games)}>
      {number(met.points, 1)}
      <span class="visually-hidden"> / {met.games}</span>
    </td>
  );
}
