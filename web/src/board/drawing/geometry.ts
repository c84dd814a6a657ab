// The geometry of a picture: folding wide boards, and separating lines that overlap.
import type { Cell, Label, Picture, Stroke } from "../../net/protocol.gen";
import { DASHES } from "./palette.gen";
import { path, polygonHatch, scaledCorners } from "./polygon";
import { point, U } from "./units";

export { point, U };

export const colourClass = (owner: number | null) =>
  owner == null ? "neutral" : `p${(owner % DASHES.length) + 1}`;

const MARK_GAP = 0.27; // cells that a line stays away from the middle of a mark
const MAX_ROWS = 4; // of a folded strip; longer strips scroll

/** The picture, folded into pieces below one another if it is wider than `widest` columns. */
export function fold(picture: Picture, widest: number): Picture {
  const starts = picture.width > widest ? foldsOf(picture, widest) : [0];
  if (starts.length === 1) return picture;
  const row = picture.height === 1;
  const gap = 1;
  const ends = [...starts.slice(1), picture.width];
  const pieceOf = (x: number) =>
    Math.max(
      0,
      starts.findLastIndex((start) => start <= x + (row ? 0 : 0.9)),
    );
  const moved = <T extends { x: number; y: number }>(it: T): T => {
    const n = pieceOf(it.x);
    return { ...it, x: it.x - starts[n], y: it.y + n * (picture.height + gap) };
  };
  const columns = new Set(picture.cells.map((cell) => cell.x));
  const width = Math.max(
    ...starts.map((start, n) => [...columns].filter((x) => x >= start && x < ends[n]).length),
  );
  return {
    ...picture,
    width,
    height: starts.length * (picture.height + gap) - gap,
    cells: picture.cells.map(moved),
    labels: picture.labels.map((it) => moved(row ? it : inCorner(it, starts[pieceOf(it.x)]))),
    notes: picture.notes.map(moved),
    strokes: picture.strokes.flatMap((stroke) => cut(stroke, starts, ends, picture.height + gap)),
  };
}

/** A title above the names of columns, as its number in the corner of its piece. */
const inCorner = (it: Label, start: number): Label =>
  it.y < -1 ? { x: start - 0.4, y: -0.4, text: it.text.replace(/^\D+/, "") } : it;

function foldsOf(picture: Picture, widest: number): number[] {
  const starts = [0];
  if (picture.height === 1) {
    const rows = Math.ceil(picture.width / Math.max(5, widest));
    if (rows > MAX_ROWS) return starts;
    // Multiples of five align the numbers of squares, where they fit.
    const even = Math.ceil(picture.width / rows);
    const columns = Math.ceil(even / 5) * 5 <= widest ? Math.ceil(even / 5) * 5 : even;
    for (let x = columns; x < picture.width; x += columns) starts.push(x);
    return starts;
  }
  const used = new Set(picture.cells.map((cell) => cell.x));
  for (let x = 1; x < picture.width; x++) if (!used.has(x - 1) && used.has(x)) starts.push(x);
  return starts;
}

/** The parts of a stroke in each piece. */
function cut(stroke: Stroke, starts: number[], ends: number[], step: number): Stroke[] {
  return starts.flatMap((start, n) => {
    const inside =
      Math.max(stroke.x1, stroke.x2) > start && Math.min(stroke.x1, stroke.x2) < ends[n];
    if (!inside) return [];
    const within = (x: number) => Math.min(Math.max(x, start), ends[n]) - start;
    const [y1, y2] = [stroke.y1 + n * step, stroke.y2 + n * step];
    return [{ ...stroke, x1: within(stroke.x1), x2: within(stroke.x2), y1, y2 }];
  });
}

/** The strokes, shifted sideways where lines of different players overlap. */
export function separateLines(strokes: Stroke[]): Stroke[] {
  const intervals = strokes.map(intervalOf);
  const byKey = grouped(intervals);
  return strokes.map((stroke, n) => {
    const interval = intervals[n];
    const sharing = (byKey.get(interval.key) ?? []).filter(
      (it) => Math.max(interval.from, it.from) < Math.min(interval.to, it.to),
    );
    const lanes = [...new Set(sharing.map((it) => it.owner))].sort((a, b) => a - b);
    const lane = (lanes.indexOf(interval.owner) - (lanes.length - 1) / 2) * 0.12;
    const [dx, dy] = [-interval.down * lane, interval.across * lane];
    return {
      ...stroke,
      x1: stroke.x1 + dx,
      x2: stroke.x2 + dx,
      y1: stroke.y1 + dy,
      y2: stroke.y2 + dy,
    };
  });
}

/** A stroke as an interval on its line. */
interface Interval {
  key: string; // the same for all strokes on one line
  owner: number;
  across: number;
  down: number;
  from: number;
  to: number;
}

function intervalOf(stroke: Stroke): Interval {
  const ends = [
    [stroke.x1, stroke.y1],
    [stroke.x2, stroke.y2],
  ].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const [[x1, y1], [x2, y2]] = ends;
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [across, down] = [(x2 - x1) / length, (y2 - y1) / length];
  const key = [across, down, x1 * down - y1 * across].map((it) => it.toFixed(4)).join();
  const [from, to] = [x1 * across + y1 * down, x2 * across + y2 * down];
  return { key, owner: stroke.owner ?? -1, across, down, from, to };
}

function grouped(intervals: Interval[]): Map<string, Interval[]> {
  const groups = new Map<string, Interval[]>();
  for (const interval of intervals)
    groups.set(interval.key, [...(groups.get(interval.key) ?? []), interval]);
  return groups;
}

/** The parts of a stroke between the marks it strikes, which are `step` cells apart. */
export function betweenMarks(stroke: Stroke, step: number): Stroke[] {
  const [dx, dy] = [stroke.x2 - stroke.x1, stroke.y2 - stroke.y1];
  const length = Math.max(Math.abs(dx), Math.abs(dy));
  // Marks are in the middle of cells; a folded line may start at the edge of one.
  const along = Math.abs(dx) >= Math.abs(dy) ? stroke.x1 : stroke.y1;
  const first = step > 1 ? 0 : (Math.round(along * 100) / 100 + 0.5) % 1;
  const gap = MARK_GAP * step;
  const at = (distance: number) => [
    stroke.x1 + (dx * distance) / length,
    stroke.y1 + (dy * distance) / length,
  ];
  const parts: Stroke[] = [];
  for (let n = -1; n <= Math.ceil(length / step); n++) {
    const from = Math.max(0, n * step + first + gap);
    const to = Math.min(length, (n + 1) * step + first - gap);
    if (to <= from + 0.05) continue;
    const [[x1, y1], [x2, y2]] = [at(from), at(to)];
    parts.push({ ...stroke, x1, y1, x2, y2 });
  }
  return parts;
}

/** Whether a stroke goes through the middle of cells; a line along their edges strikes no marks. */
export function strikesMarks(cells: Cell[]): (stroke: Stroke) => boolean {
  if (!cells.some((it) => it.polygon.length)) return () => true;
  const centres = new Set(cells.map((it) => `${it.x + it.span / 2},${it.y + it.span / 2}`));
  return (it) => centres.has(`${it.x1},${it.y1}`) || centres.has(`${it.x2},${it.y2}`);
}

/** The outline of every group of cells that touch, as rectangles: x, y, width, height. */
export function blocksOf(cells: Cell[]): [number, number, number, number][] {
  const small = cells.filter((cell) => cell.span === 1 && !cell.polygon.length);
  return runs(small.map((cell) => cell.y)).flatMap(([top, rows]) => {
    const inside = small.filter((cell) => cell.y >= top && cell.y < top + rows);
    return runs(inside.map((cell) => cell.x)).map(
      ([left, columns]): [number, number, number, number] => [left, top, columns, rows],
    );
  });
}

/** The runs of whole numbers without a gap, each as its start and its length. */
function runs(numbers: number[]): [number, number][] {
  const found: [number, number][] = [];
  for (const n of [...new Set(numbers)].sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last && last[0] + last[1] === n) last[1]++;
    else found.push([n, 1]);
  }
  return found;
}

/** The cell that covers each place, such as a won small board, by "x,y". */
export function coverOf(cells: Cell[]): Map<string, Cell> {
  const cover = new Map<string, Cell>();
  for (const cell of cells.filter((it) => it.span > 1)) {
    for (let n = 0; n < cell.span ** 2; n++) {
      cover.set(`${cell.x + (n % cell.span)},${cell.y + Math.floor(n / cell.span)}`, cell);
    }
  }
  return cover;
}

/** The part of the drawing to show, in cells: with labels, and polygons beyond the squares. */
export function extent(picture: Picture) {
  const corners = picture.cells.flatMap((it) => (it.polygon.length ? scaledCorners(it, 1) : []));
  const reach = (labels: number[], cells: number[], size: number) => {
    const low = cells.reduce((a, b) => Math.min(a, b), 0);
    const high = cells.reduce((a, b) => Math.max(a, b), size);
    return [
      labels.reduce((a, b) => Math.min(a, b - 0.25), low) - 0.15,
      labels.reduce((a, b) => Math.max(a, b + 0.25), high) + 0.15,
    ];
  };
  const { labels, width, height } = picture;
  const [left, right] = reach(
    labels.map((it) => it.x),
    corners.map(([x]) => x),
    width,
  );
  const [top, bottom] = reach(
    labels.map((it) => it.y),
    corners.map(([, y]) => y),
    height,
  );
  return { left, top, columns: right - left, rows: bottom - top };
}

export const square = ({ x, y, span }: Pick<Cell, "x" | "y" | "span">) =>
  `M${point(x, y)}h${span * U}v${span * U}h${-span * U}z`;
/** The outline of a cell: a square, or its polygon. */
export const outline = (cell: Cell) =>
  cell.polygon.length ? path(scaledCorners(cell, 1)) : square(cell);
export const centre = ({ x, y, span }: Cell) => `M${point(x + span / 2, y + span / 2)}h0`;
export const segment = (it: Stroke) => `M${point(it.x1, it.y1)}L${point(it.x2, it.y2)}`;
export const hatch = (cell: Cell) => (cell.polygon.length ? polygonHatch(cell) : squareHatch(cell));
const squareHatch = ({ x, y }: Cell) =>
  [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75]
    .map((k) => {
      const [low, high] = [Math.max(0, k - 1), Math.min(k, 1)];
      return `M${point(x + low, y + high)}L${point(x + high, y + low)}`;
    })
    .join("");
