// The geometry of cells that are polygons: smaller copies, hatches, corners. All are convex.
import type { Cell } from "../../net/protocol.gen";
import { point } from "./units";

type Corner = [x: number, y: number];

const HATCH_STEP = 0.25; // cells between two lines of a hatch

export const path = (corners: Corner[]) => `M${corners.map(([x, y]) => point(x, y)).join("L")}z`;

/** The corners of a smaller or larger copy with the same centre. */
export function scaledCorners({ x, y, span, polygon }: Cell, scale: number): Corner[] {
  const [cx, cy] = [x + span / 2, y + span / 2];
  return polygon.map(([across, down]) => [cx + across * scale, cy + down * scale]);
}

/** Rising lines across a polygon, the same distance apart as in a square. */
export function polygonHatch(cell: Cell): string {
  const corners = scaledCorners(cell, 1);
  const sums = corners.map(([x, y]) => x + y - cell.x - cell.y);
  const lines: string[] = [];
  let step = Math.ceil(Math.min(...sums) / HATCH_STEP);
  for (; step * HATCH_STEP < Math.max(...sums); step++) {
    const level = step * HATCH_STEP;
    const crossed = corners
      .flatMap(([x, y], n): Corner[] => {
        const next = (n + 1) % corners.length;
        const [from, to] = [sums[n], sums[next]];
        if (from === to || level < Math.min(from, to) || level > Math.max(from, to)) return [];
        const share = (level - from) / (to - from);
        return [[x + (corners[next][0] - x) * share, y + (corners[next][1] - y) * share]];
      })
      .sort((a, b) => a[0] - b[0]);
    const [first, last] = [crossed[0], crossed.at(-1)];
    if (first && last && first[0] !== last[0]) lines.push(`M${point(...first)}L${point(...last)}`);
  }
  return lines.join("");
}

/** Two opposite corners of a smaller copy. */
export function polygonCorners(cell: Cell, scale: number, arm: number): string {
  const corners = scaledCorners(cell, scale);
  const towards = ([x, y]: Corner, [u, v]: Corner) => point(x + (u - x) * arm, y + (v - y) * arm);
  return [0, Math.floor(corners.length / 2)]
    .map((n) => {
      const [before, corner, after] = [
        corners.at(n - 1) as Corner,
        corners[n],
        corners[(n + 1) % corners.length],
      ];
      return `M${towards(corner, before)}L${point(...corner)}L${towards(corner, after)}`;
    })
    .join("");
}

/** The part of a cell's box that is tapped, for `clip-path`; nothing if it is the whole square. */
export function tapShape({ polygon }: Cell, box: number): string | undefined {
  if (!polygon.length) return undefined;
  const percent = (n: number) => `${+((n / box + 0.5) * 100).toFixed(2)}%`;
  return `polygon(${polygon.map(([x, y]) => `${percent(x)} ${percent(y)}`).join(", ")})`;
}

/** The side of the square around the centre of a cell that holds all of it. */
export const boxOf = ({ polygon, span }: Cell) =>
  polygon.length ? 2 * Math.max(...polygon.flat().map(Math.abs)) : span;
