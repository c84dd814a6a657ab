// Boards larger than the screen: the last move and the coordinates stay in view.
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import type { Picture } from "../net/protocol.gen";
import { extent, U } from "./drawing/geometry";
import { Labels } from "./drawing/marks";

/** Scroll to the last move, within the visible part of the board. */
export function useShowLast(
  scroller: RefObject<HTMLElement | null>,
  picture: Picture,
  unit: number,
  scrolls: boolean,
) {
  const last = picture.cells.find((cell) => cell.last)?.name;
  useEffect(() => {
    const box = scroller.current;
    const cell = last && scrolls && box?.querySelector(`[data-cell="${CSS.escape(last)}"]`);
    if (!box || !cell) return;
    const [place, frame] = [cell.getBoundingClientRect(), box.getBoundingClientRect()];
    const [top, bottom] = [Math.max(0, frame.top), Math.min(innerHeight, frame.bottom)];
    const isInView = bottom - top >= 4 * unit; // else the visitor has scrolled past the board
    box.scrollLeft += offsetFromMiddle(place.left, unit, frame.left, frame.right);
    box.scrollTop += isInView
      ? offsetFromMiddle(place.top, unit, top, bottom)
      : offsetFromMiddle(place.top, unit, frame.top, frame.bottom);
    // At the end of the board the page itself scrolls.
    if (isInView) cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [last, unit, scrolls]);
}

/** How far a cell is from the middle; 0 if it is well in view. */
function offsetFromMiddle(place: number, unit: number, from: number, to: number): number {
  const within = place >= from + unit && place <= to - 2 * unit;
  return within ? 0 : place + unit / 2 - (from + to) / 2;
}

/** The coordinates, at the edges of the visible part. */
export function Rulers({ picture, unit }: { picture: Picture; unit: number }) {
  const { left, top, columns, rows } = extent(picture);
  const across = picture.labels.filter((it) => it.y < 0);
  const down = picture.labels.filter((it) => it.x < 0);
  const edges = [
    { name: "across", labels: across, columns, rows: -top },
    { name: "down", labels: down, columns: -left, rows },
    { name: "corner", labels: [], columns: -left, rows: -top }, // covers both where they cross
  ].filter((it) => across.length > 1 && (down.length > 1 || it.name === "across"));
  return edges.map((it) => (
    <div key={it.name} class={`ruler ${it.name}`}>
      <svg
        class="drawing"
        aria-hidden="true"
        width={it.columns * unit}
        height={it.rows * unit}
        viewBox={`${left * U} ${top * U} ${it.columns * U} ${it.rows * U}`}
      >
        <Labels labels={it.labels} unit={unit} />
      </svg>
    </div>
  ));
}
