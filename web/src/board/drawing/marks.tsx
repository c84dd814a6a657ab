// What is written into cells: marks, the highlight of the last move, and the names at the edge.
import type { Cell, Label } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { colourClass, point, square, U } from "./geometry";
import { shapeOf } from "./hand";
import { path, polygonCorners, scaledCorners } from "./polygon";

const MARK_SIZE = 0.78; // of a cell

interface MarkProps {
  cell: Cell;
  kind: string;
  isNew?: boolean; // whether it is drawn stroke by stroke
}

export function Mark({ cell, kind, isNew }: MarkProps) {
  const { x, y, span, mark, owner } = cell;
  const shape = shapeOf(cell);
  const colour = owner == null ? "ink" : colourClass(owner);
  if (!shape) {
    const [left, top] = [(x + span / 2) * U, (y + span / 2) * U];
    return (
      <text
        class={`mark ${colour} ${kind}`}
        x={left}
        y={top}
        dy=".355em"
        font-size={0.58 * span * U}
      >
        {mark}
      </text>
    );
  }
  const inset = (span * (1 - MARK_SIZE)) / 2;
  const scale = (span * MARK_SIZE * U) / 100;
  const transform = `translate(${point(x + inset, y + inset)}) scale(${+scale.toFixed(4)})`;
  const width = span === 1 ? 11 : 9;
  if (!isNew)
    return (
      <path
        class={`stroke mark ${colour} ${kind}`}
        d={shape}
        transform={transform}
        stroke-width={width}
      />
    );
  const strokes = shape.split(/(?=M)/); // a dash would start again with every part of a path
  return (
    <g transform={transform}>
      {strokes.map((d, n) => (
        <path
          key={n}
          class={`stroke mark ${colour} ${kind} writing`}
          d={d}
          pathLength={1}
          stroke-width={width}
          style={{ "--stroke": n, "--writing": `${durationOf(strokes.length, span)}ms` }}
        />
      ))}
    </g>
  );
}

/** How long a stroke takes: one of a letter, each of two, or of a large mark. */
function durationOf(strokes: number, span: number): number {
  if (span > 1) return 320 / strokes;
  return strokes > 1 ? 160 : 220;
}

/** The highlighter over the last move, under its mark. */
export function LastMove({ cell, isNew }: { cell: Cell; isNew?: boolean }) {
  const { x, y, span, polygon } = cell;
  const d = polygon.length
    ? path(scaledCorners(cell, 0.88))
    : square({ x: x + 0.06, y: y + 0.06, span: span - 0.12 });
  return <path class={isNew ? "fill last wiping" : "fill last"} d={d} />;
}

/** Two corners of the last move: it is not shown by colour alone. */
export function LastCorners({ cell }: { cell: Cell }) {
  if (cell.polygon.length) {
    const d = polygonCorners(cell, 0.8, 0.3);
    return <path class="stroke last-edge" d={d} stroke-width={0.05 * U} />;
  }
  const [left, top, arm] = [cell.x + 0.1, cell.y + 0.1, 0.22];
  const [right, bottom] = [left + cell.span - 0.2, top + cell.span - 0.2];
  const upper = `M${point(left, top + arm)}L${point(left, top)}L${point(left + arm, top)}`;
  const lower = `M${point(right, bottom - arm)}L${point(right, bottom)}L${point(right - arm, bottom)}`;
  return <path class="stroke last-edge" d={upper + lower} stroke-width={0.05 * U} />;
}

/** The size of labels in cells: legible on small cells, and not larger than text on large ones. */
const labelSize = (unit: number) => Math.min(0.42, Math.max(0.29, 11 / unit), 16 / unit);

export function Labels({ labels, unit }: { labels: Label[]; unit: number }) {
  return labels.map((it) => (
    <text
      key={`${it.x},${it.y}`}
      class="label"
      x={it.x * U}
      y={it.y * U}
      dy=".355em"
      font-size={labelSize(unit) * U}
    >
      {texts.value.board.labels[it.text] ?? it.text}
    </text>
  ));
}
