// Lines in a player's colour and dashes.
import type { Stroke } from "../../net/protocol.gen";
import { colourClass, segment } from "./geometry";
import { DASHES } from "./palette.gen";

export const strokeKey = (it: Stroke) =>
  `${it.kind} ${it.x1} ${it.y1} ${it.x2} ${it.y2} ${it.owner}`;

const STAGGER_MS = 60; // between lines that are drawn by one move

interface PlayerLineProps {
  owner: number | null;
  d: string;
  scale?: number;
  maskId?: string; // of an animated line, drawn from its start to its end
  area?: [number, number, number, number];
  whole?: Stroke[]; // the ways along which an animated line is drawn, gaps included
  turn?: number; // when it is drawn, if there are several
}

/** The pale band under the marks that a line strikes. */
export function Band({ owner, d, scale }: { owner: number | null; d: string; scale: number }) {
  return <path class={`stroke band ${colourClass(owner)}`} d={d} stroke-width={17 * scale} />;
}

export function PlayerLine({
  owner,
  d,
  scale = 1,
  maskId,
  area,
  whole,
  turn = 0,
}: PlayerLineProps) {
  const dashes = owner == null ? [] : DASHES[owner % DASHES.length];
  const width = (owner == null ? 2 : 4) * scale;
  const path = (
    <path
      class={`stroke ${colourClass(owner)}`}
      d={d}
      stroke-width={width}
      stroke-dasharray={dashes.map((it) => it * scale).join(" ") || undefined}
      mask={maskId && `url(#${maskId})`}
    />
  );
  if (!maskId || !area) return path;
  const [x, y, areaWidth, areaHeight] = area;
  return (
    <g>
      <mask
        id={maskId}
        maskUnits="userSpaceOnUse"
        x={x}
        y={y}
        width={areaWidth}
        height={areaHeight}
      >
        {whole?.map((it, n) => (
          <path
            key={n}
            class="revealing"
            d={segment(it)}
            pathLength={1}
            stroke-width={4 * width}
            style={{ animationDelay: `${STAGGER_MS * turn}ms` }}
          />
        ))}
      </mask>
      {path}
    </g>
  );
}
