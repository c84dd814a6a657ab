// A picture as SVG: backgrounds, grid, marks, lines. It knows no rules and takes no clicks.
import { useId, useMemo } from "preact/hooks";
import { type Cell, type Picture, StrokeKind } from "../../net/protocol.gen";
import type { Changes } from "./changes";
import {
  blocksOf,
  centre,
  colourClass,
  coverOf,
  extent,
  outline,
  point,
  segment,
  U,
} from "./geometry";
import { Lines } from "./lines";
import { Labels, LastCorners, LastMove, Mark } from "./marks";
import { NoteBackground, NoteText } from "./notes";
import { isPendingAt, type Pending, withPending } from "./pending";
import { Hatching } from "./shading";

interface DrawingProps {
  picture: Picture; // already folded
  unit: number; // pixels per cell
  pending?: Pending | null;
  turn?: ReadonlySet<string>; // the cells of the last turn
  refused?: Pending | null; // a move that wasn't possible
  changes?: Changes; // what is drawn stroke by stroke
}

export function Drawing({ picture, unit, pending, turn, refused, changes }: DrawingProps) {
  const { left, top, columns, rows } = extent(picture);
  const cells = picture.cells.map((cell) => withPending(cell, pending));
  const cover = coverOf(cells);
  const small = cells.filter((cell) => cell.span === 1);
  const overlays = cells.filter((cell) => cell.span > 1);
  const isCovered = (cell: Cell) => cover.has(`${cell.x},${cell.y}`);
  const plain = small.filter((cell) => !isCovered(cell));
  const rules = picture.strokes.filter((it) => it.kind === StrokeKind.RULE);
  const last = cells.filter((it) => it.last);
  const isNew = (cell?: Cell) => cell !== undefined && (changes?.marks.has(cell.name) ?? false);
  return (
    <svg
      class="drawing"
      aria-hidden="true"
      width={columns * unit}
      height={rows * unit}
      viewBox={`${left * U} ${top * U} ${columns * U} ${rows * U}`}
    >
      <Texture area={[left * U, top * U, columns * U, rows * U]} />
      <Backgrounds
        picture={picture}
        cells={small}
        last={turn ? cells.filter((it) => it.last || turn.has(it.name)) : last}
        changes={changes}
      />
      {small
        .filter((it) => it.mark && isCovered(it))
        .map((it) => (
          <Mark
            key={it.name}
            cell={it}
            kind={isNew(cover.get(`${it.x},${it.y}`)) ? "faded fading" : "faded"}
          />
        ))}
      {overlays.map((it) => (
        <g key={it.name} class={isNew(it) ? "filling" : undefined}>
          <path class="fill overlay" d={outline(it)} />
          <path class={`fill won ${colourClass(it.owner)}`} d={outline(it)} />
        </g>
      ))}
      <path class="stroke rule" d={rules.map(segment).join("")} stroke-width={2.4} />
      <Outlines cells={picture.cells} />
      <Lines picture={picture} step={overlays[0]?.span ?? 1} newStrokes={changes?.strokes} />
      {[...overlays, ...plain]
        .filter((it) => it.mark)
        .map((it) => (
          <Mark
            key={`${it.name} ${it.mark}`}
            cell={it}
            kind={isPendingAt(it, pending) ? "pending" : ""}
            isNew={isNew(it)}
          />
        ))}
      {small
        .filter((it) => isPendingAt(it, refused))
        .map((it) => (
          <Mark key="refused" cell={withPending(it, refused)} kind="refused" />
        ))}
      {picture.notes.map((note) => (
        <NoteText key={`${note.x},${note.y}`} note={note} />
      ))}
      {last.map((it) => (
        <LastCorners key={it.name} cell={it} />
      ))}
      <Labels labels={picture.labels} unit={unit} />
    </svg>
  );
}

type Area = [x: number, y: number, width: number, height: number];

/** Squared paper under the board, two squares to a cell. */
function Texture({ area: [x, y, width, height] }: { area: Area }) {
  const id = useId();
  return (
    <>
      <pattern id={id} width={U / 2} height={U / 2} patternUnits="userSpaceOnUse">
        <path class="stroke grid" d={`M0 ${U / 2}V0H${U / 2}`} />
      </pattern>
      <rect x={x} y={y} width={width} height={height} fill={`url(#${id})`} />
    </>
  );
}

const OVERSHOOT = 0.07; // cells by which the lines of an outline cross

/** The outline of the board, drawn by hand: its lines cross at the corners. */
function Outlines({ cells }: { cells: Cell[] }) {
  const d = useMemo(
    () =>
      blocksOf(cells)
        .map(([x, y, width, height]) => {
          const [right, bottom, over] = [x + width, y + height, OVERSHOOT];
          return [y, bottom]
            .map((at) => `M${point(x - over, at)}L${point(right + over, at)}`)
            .concat([x, right].map((at) => `M${point(at, y - over)}L${point(at, bottom + over)}`))
            .join("");
        })
        .join(""),
    [cells],
  );
  return <path class="stroke outline" d={d} />;
}

interface BackgroundsProps {
  picture: Picture;
  cells: Cell[];
  last: Cell[];
  changes?: Changes;
}

/** The colours under the cells, and the lines between them. */
function Backgrounds({ picture, cells, last, changes }: BackgroundsProps) {
  const tinted = (tint: string) => cells.filter((cell) => cell.tint === tint);
  const dots = tinted("open").filter((it) => !it.mark);
  return (
    <>
      <path class="fill open" d={tinted("open").map(outline).join("")} />
      <path class="fill shaded" d={tinted("shaded").map(outline).join("")} />
      <path class="fill drawn" d={tinted("drawn").map(outline).join("")} />
      {picture.notes.map((note) => (
        <NoteBackground
          key={`${note.x},${note.y}`}
          note={note}
          cell={cells.find((it) => it.polygon.length && it.x === note.x && it.y === note.y)}
        />
      ))}
      <Hatching cells={tinted("shaded")} from={last.at(-1)} drawn={changes?.shaded} />
      {last.map((it) => (
        <LastMove key={it.name} cell={it} isNew={changes?.last.has(it.name)} />
      ))}
      <path class="stroke cell-lines" d={cells.map(outline).join("")} />
      <path class="stroke dot" d={dots.map(centre).join("")} stroke-width={0.13 * U} />
    </>
  );
}
