// A picture as SVG: grounds, grid, marks, lines. It knows no rules and takes no clicks.
import { useId } from "preact/hooks";
import {
  type Cell,
  type Label,
  type Note,
  type Picture,
  type Stroke,
  StrokeKind,
  type Tap,
} from "../net/protocol.gen";
import { texts } from "../texts";
import {
  at,
  centre,
  colour,
  coverOf,
  extent,
  hatch,
  segment,
  sideBySide,
  square,
  U,
} from "./geometry";
import { DASHES } from "./palette.gen";

export interface Pending {
  cell: string;
  label: string;
  owner: number | null;
}

/** A letter is nobody's; a mark that only this player makes is the player's own. */
export const pendingOf = (tap: Tap, cell: Cell, player: number): Pending => ({
  cell: cell.name,
  label: tap.label,
  owner: cell.taps.length === 1 ? player : null,
});

interface DrawingProps {
  picture: Picture; // already folded
  unit: number; // pixels for a cell
  pending?: Pending | null;
  fresh?: ReadonlySet<string>; // keys of strokes that are drawn before one's eyes
}

export const strokeKey = (it: Stroke) =>
  `${it.kind} ${it.x1} ${it.y1} ${it.x2} ${it.y2} ${it.owner}`;

export function Drawing({ picture, unit, pending, fresh }: DrawingProps) {
  const id = useId(); // there may be several drawings on a page
  const { left, top, columns, rows } = extent(picture);
  const cells = picture.cells.map((cell) =>
    cell.name === pending?.cell
      ? { ...cell, mark: pending.label, owner: pending.owner, tint: "" as const }
      : cell,
  );
  const cover = coverOf(cells);
  const small = cells.filter((cell) => cell.span === 1);
  const overlays = cells.filter((cell) => cell.span > 1);
  const under = (cell: Cell) => cover.has(`${cell.x},${cell.y}`);
  const plain = small.filter((cell) => !under(cell));
  const tinted = (tint: string) => small.filter((cell) => cell.tint === tint);
  const lines = sideBySide(picture.strokes.filter((it) => it.kind === StrokeKind.LINE));
  const keys = picture.strokes.filter((it) => it.kind === StrokeKind.LINE).map(strokeKey);
  const rules = picture.strokes.filter((it) => it.kind === StrokeKind.RULE);
  return (
    <svg
      class="drawing"
      aria-hidden="true"
      width={columns * unit}
      height={rows * unit}
      viewBox={`${left * U} ${top * U} ${columns * U} ${rows * U}`}
    >
      <path class="fill open" d={tinted("open").map(square).join("")} />
      <path class="fill shaded" d={tinted("shaded").map(square).join("")} />
      <path class="fill drawn" d={tinted("drawn").map(square).join("")} />
      {picture.notes.map((note) => (
        <Ground key={`${note.x},${note.y}`} note={note} />
      ))}
      <path class="stroke hatch" d={tinted("shaded").map(hatch).join("")} stroke-width={1.25} />
      <path class="stroke grid" d={small.map(square).join("")} />
      <path
        class="stroke dot"
        d={tinted("open")
          .filter((it) => !it.mark && !pendingAt(it, pending))
          .map(centre)
          .join("")}
        stroke-width={0.13 * U}
      />
      {small
        .filter((it) => it.mark && under(it))
        .map((it) => (
          <Mark key={it.name} cell={it} kind="faded" />
        ))}
      {overlays.map((it) => (
        <g key={it.name}>
          <path class="fill veil" d={square(it)} />
          <path class={`fill won ${colour(it.owner)}`} d={square(it)} />
        </g>
      ))}
      <path class="stroke rule" d={rules.map(segment).join("")} stroke-width={2.4} />
      {lines.map((it, n) => (
        <PlayersLine
          key={keys[n]}
          owner={it.owner}
          d={segment(it)}
          scale={overlays.length ? 2 : 1}
          drawn={fresh?.has(keys[n]) ? `${id}-line-${n}` : undefined}
          area={[left * U, top * U, columns * U, rows * U]}
        />
      ))}
      {lines.length > 0 && (
        <path
          class="stroke clearing"
          d={plain
            .filter((it) => it.mark)
            .map(centre)
            .join("")}
          stroke-width={0.56 * U}
        />
      )}
      {[...overlays, ...plain]
        .filter((it) => it.mark)
        .map((it) => (
          <Mark
            key={`${it.name} ${it.mark}`}
            cell={it}
            kind={pendingAt(it, pending) ? "pending" : ""}
          />
        ))}
      {picture.notes.map((note) => (
        <Words key={`${note.x},${note.y}`} note={note} />
      ))}
      {cells
        .filter((it) => it.last || pendingAt(it, pending))
        .map((it) => (
          <rect
            key={`frame ${it.name}`}
            class={pendingAt(it, pending) ? "stroke nobody waiting" : "stroke last"}
            x={(it.x + 0.06) * U}
            y={(it.y + 0.06) * U}
            width={(it.span - 0.12) * U}
            height={(it.span - 0.12) * U}
            rx={0.12 * U}
            stroke-width={0.06 * U}
          />
        ))}
      <Labels labels={picture.labels} />
    </svg>
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

const pendingAt = (cell: Cell, pending?: Pending | null) => cell.name === pending?.cell;

function Mark({ cell, kind }: { cell: Cell; kind: string }) {
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
      ? `M${at(x + near, y + near)}L${at(x + far, y + far)}M${at(x + far, y + near)}L${at(x + near, y + far)}`
      : `M${at(x + span / 2 - reach, y + span / 2)}${half} ${2 * reach * U} 0${half} ${-2 * reach * U} 0z`;
  const width = (span === 1 ? 0.1 : 0.09 * span) * U;
  return <path class={`stroke mark ${colour(owner)} ${kind}`} d={d} stroke-width={width} />;
}

interface PlayersLineProps {
  owner: number | null;
  d: string;
  scale?: number;
  drawn?: string; // an id: the line is drawn from its start to its end
  area?: [number, number, number, number];
}

/** A line in a player's colour and dashes. */
export function PlayersLine({ owner, d, scale = 1, drawn, area }: PlayersLineProps) {
  const dashes = owner == null ? [] : DASHES[owner % DASHES.length];
  const width = (owner == null ? 2 : 4) * scale;
  const path = (
    <path
      class={`stroke ${colour(owner)}`}
      d={d}
      stroke-width={width}
      stroke-dasharray={dashes.map((it) => it * scale).join(" ") || undefined}
      mask={drawn && `url(#${drawn})`}
    />
  );
  if (!drawn || !area) return path;
  const [x, y, wide, high] = area;
  return (
    <g>
      <mask id={drawn} maskUnits="userSpaceOnUse" x={x} y={y} width={wide} height={high}>
        <path class="revealing" d={d} pathLength={1} stroke-width={4 * width} />
      </mask>
      {path}
    </g>
  );
}

function Ground({ note }: { note: Note }) {
  return <path class={`fill ${note.worth || "even"}`} d={square({ ...note, span: 1 })} />;
}

function Words({ note }: { note: Note }) {
  const size = Math.min(
    0.36,
    0.74 / note.lines.length,
    1.15 / Math.max(...note.lines.map((it) => it.length)),
  );
  const [left, top] = [(note.x + 0.5) * U, (note.y + 0.5) * U];
  const first = top - ((note.lines.length - 1) / 2) * 1.15 * size * U;
  return (
    <g>
      {note.best && (
        <rect
          class="stroke ink"
          x={(note.x + 0.07) * U}
          y={(note.y + 0.07) * U}
          width={0.86 * U}
          height={0.86 * U}
          rx={4}
          stroke-width={2}
        />
      )}
      {note.lines.map((text, n) => (
        <text
          key={text}
          class="ink"
          x={left}
          y={first + n * 1.15 * size * U}
          dy=".355em"
          font-size={size * U}
        >
          {text}
        </text>
      ))}
    </g>
  );
}
