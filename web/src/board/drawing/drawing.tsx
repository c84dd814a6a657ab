// A picture as SVG: backgrounds, grid, marks, lines. It knows no rules and takes no clicks.
import { useId } from "preact/hooks";
import { type Cell, type Picture, StrokeKind } from "../../net/protocol.gen";
import {
  centre,
  colourClass,
  coverOf,
  extent,
  hatch,
  segment,
  separateLines,
  square,
  U,
} from "./geometry";
import { Frame, Labels, Mark } from "./marks";
import { NoteBackground, NoteText } from "./notes";
import { isPendingAt, type Pending } from "./pending";
import { PlayerLine, strokeKey } from "./player-line";

interface DrawingProps {
  picture: Picture; // already folded
  unit: number; // pixels per cell
  pending?: Pending | null;
  newStrokes?: ReadonlySet<string>; // keys of new strokes, which are animated
}

export function Drawing({ picture, unit, pending, newStrokes }: DrawingProps) {
  const { left, top, columns, rows } = extent(picture);
  const cells = picture.cells.map((cell) => withPending(cell, pending));
  const cover = coverOf(cells);
  const small = cells.filter((cell) => cell.span === 1);
  const overlays = cells.filter((cell) => cell.span > 1);
  const isCovered = (cell: Cell) => cover.has(`${cell.x},${cell.y}`);
  const plain = small.filter((cell) => !isCovered(cell));
  const rules = picture.strokes.filter((it) => it.kind === StrokeKind.RULE);
  const hasLines = picture.strokes.some((it) => it.kind === StrokeKind.LINE);
  return (
    <svg
      class="drawing"
      aria-hidden="true"
      width={columns * unit}
      height={rows * unit}
      viewBox={`${left * U} ${top * U} ${columns * U} ${rows * U}`}
    >
      <Backgrounds picture={picture} cells={small} />
      {small
        .filter((it) => it.mark && isCovered(it))
        .map((it) => (
          <Mark key={it.name} cell={it} kind="faded" />
        ))}
      {overlays.map((it) => (
        <g key={it.name}>
          <path class="fill overlay" d={square(it)} />
          <path class={`fill won ${colourClass(it.owner)}`} d={square(it)} />
        </g>
      ))}
      <path class="stroke rule" d={rules.map(segment).join("")} stroke-width={2.4} />
      <Lines picture={picture} scale={overlays.length ? 2 : 1} newStrokes={newStrokes} />
      {hasLines && <Halos cells={plain} />}
      {[...overlays, ...plain]
        .filter((it) => it.mark)
        .map((it) => (
          <Mark
            key={`${it.name} ${it.mark}`}
            cell={it}
            kind={isPendingAt(it, pending) ? "pending" : ""}
          />
        ))}
      {picture.notes.map((note) => (
        <NoteText key={`${note.x},${note.y}`} note={note} />
      ))}
      {cells
        .filter((it) => it.last || isPendingAt(it, pending))
        .map((it) => (
          <Frame key={`frame ${it.name}`} cell={it} isPending={isPendingAt(it, pending)} />
        ))}
      <Labels labels={picture.labels} />
    </svg>
  );
}

const withPending = (cell: Cell, pending?: Pending | null): Cell =>
  pending && isPendingAt(cell, pending)
    ? { ...cell, mark: pending.label, owner: pending.owner, tint: "" }
    : cell;

/** The colours under the cells, and the grid. */
function Backgrounds({ picture, cells }: { picture: Picture; cells: Cell[] }) {
  const tinted = (tint: string) => cells.filter((cell) => cell.tint === tint);
  const dots = tinted("open").filter((it) => !it.mark);
  return (
    <>
      <path class="fill open" d={tinted("open").map(square).join("")} />
      <path class="fill shaded" d={tinted("shaded").map(square).join("")} />
      <path class="fill drawn" d={tinted("drawn").map(square).join("")} />
      {picture.notes.map((note) => (
        <NoteBackground key={`${note.x},${note.y}`} note={note} />
      ))}
      <path class="stroke hatch" d={tinted("shaded").map(hatch).join("")} stroke-width={1.25} />
      <path class="stroke grid" d={cells.map(square).join("")} />
      <path class="stroke dot" d={dots.map(centre).join("")} stroke-width={0.13 * U} />
    </>
  );
}

interface LinesProps {
  picture: Picture;
  scale: number;
  newStrokes?: ReadonlySet<string>;
}

/** The players' lines; new ones are drawn from their start to their end. */
function Lines({ picture, scale, newStrokes }: LinesProps) {
  const id = useId(); // there may be several drawings on a page
  const { left, top, columns, rows } = extent(picture);
  const lines = picture.strokes.filter((it) => it.kind === StrokeKind.LINE);
  return separateLines(lines).map((it, n) => {
    const key = strokeKey(lines[n]);
    return (
      <PlayerLine
        key={key}
        owner={it.owner}
        d={segment(it)}
        scale={scale}
        maskId={newStrokes?.has(key) ? `${id}-line-${n}` : undefined}
        area={[left * U, top * U, columns * U, rows * U]}
      />
    );
  });
}

/** Paper around marks, so that lines don't cross them. */
function Halos({ cells }: { cells: Cell[] }) {
  const marked = cells.filter((it) => it.mark);
  return <path class="stroke halo" d={marked.map(centre).join("")} stroke-width={0.56 * U} />;
}
