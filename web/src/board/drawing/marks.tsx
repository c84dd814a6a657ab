// What is written into cells: marks, frames around them, and the letters and numbers at the edge.
import type { Cell, Label } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { colourClass, point, U } from "./geometry";

export function Mark({ cell, kind }: { cell: Cell; kind: string }) {
  const { x, y, span, mark, owner } = cell;
  if (owner == null || (mark !== "X" && mark !== "O")) {
    const [left, top] = [(x + span / 2) * U, (y + span / 2) * U];
    return (
      <text class={`ink mark ${kind}`} x={left} y={top} dy=".355em" font-size={0.58 * span * U}>
        {mark}
      </text>
    );
  }
  const [near, far, reach] = [0.24 * span, 0.76 * span, 0.27 * span];
  const half = `a${reach * U} ${reach * U} 0 1 1`;
  const d =
    mark === "X"
      ? `M${point(x + near, y + near)}L${point(x + far, y + far)}M${point(x + far, y + near)}L${point(x + near, y + far)}`
      : `M${point(x + span / 2 - reach, y + span / 2)}${half} ${2 * reach * U} 0${half} ${-2 * reach * U} 0z`;
  const width = (span === 1 ? 0.1 : 0.09 * span) * U;
  return <path class={`stroke mark ${colourClass(owner)} ${kind}`} d={d} stroke-width={width} />;
}

/** The frame around the last move, or around a pending one. */
export function Frame({ cell, isPending }: { cell: Cell; isPending: boolean }) {
  return (
    <rect
      class={isPending ? "stroke neutral pending" : "stroke last"}
      x={(cell.x + 0.06) * U}
      y={(cell.y + 0.06) * U}
      width={(cell.span - 0.12) * U}
      height={(cell.span - 0.12) * U}
      rx={0.12 * U}
      stroke-width={0.06 * U}
    />
  );
}

export function Labels({ labels }: { labels: Label[] }) {
  return labels.map((it) => (
    <text
      key={`${it.x},${it.y}`}
      class="label"
      x={it.x * U}
      y={it.y * U}
      dy=".355em"
      font-size={0.29 * U}
    >
      {texts.value.board.labels[it.text] ?? it.text}
    </text>
  ));
}
