// Lines in a player's colour and dashes.
import type { Stroke } from "../../net/protocol.gen";
import { colourClass } from "./geometry";
import { DASHES } from "./palette.gen";

export const strokeKey = (it: Stroke) =>
  `${it.kind} ${it.x1} ${it.y1} ${it.x2} ${it.y2} ${it.owner}`;

interface PlayerLineProps {
  owner: number | null;
  d: string;
  scale?: number;
  maskId?: string; // of an animated line, drawn from its start to its end
  area?: [number, number, number, number];
}

export function PlayerLine({ owner, d, scale = 1, maskId, area }: PlayerLineProps) {
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
        <path class="revealing" d={d} pathLength={1} stroke-width={4 * width} />
      </mask>
      {path}
    </g>
  );
}
