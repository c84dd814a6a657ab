// How a player's marks look: X or circle, or a struck S-O-S.
import { colourClass } from "../../board/drawing/geometry";
import { LETTERS, MARKS } from "../../board/drawing/hand";
import { DASHES } from "../../board/drawing/palette.gen";

interface PlayerKeyProps {
  seat: number;
  mark?: string | null; // in games where every player has one
}

export function PlayerKey({ seat, mark }: PlayerKeyProps) {
  const shape = mark ? MARKS[mark] : undefined;
  return (
    <svg class={`player-key ${colourClass(seat)}`} aria-hidden="true" viewBox="0 0 100 100">
      {shape ? (
        <path class="stroke" d={shape} stroke-width={11} />
      ) : (
        <>
          {LETTERS.map((d, n) => (
            <path
              key={n}
              class="stroke key-letter"
              d={d}
              transform={`translate(${-4 + 32 * n} 27) scale(0.44)`}
              stroke-width={12}
            />
          ))}
          <path
            class="stroke"
            d="M4 66Q50 46 97 36"
            stroke-width={9}
            stroke-dasharray={dashes(seat)}
          />
        </>
      )}
    </svg>
  );
}

const SCALE = 2; // the strike is wider than a line on the board

const dashes = (seat: number) =>
  DASHES[seat % DASHES.length].map((it) => it * SCALE).join(" ") || undefined;
