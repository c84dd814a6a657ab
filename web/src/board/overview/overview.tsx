// A small map of a board that pans, with the part in sight; a click or a drag goes there.
// Screen readers don't need it: the arrow keys bring every cell into view.
import type { RefObject } from "preact";
import { useMemo } from "preact/hooks";
import { type Picture, StrokeKind } from "../../net/protocol.gen";
import { colourClass, extent } from "../drawing/geometry";
import { type Sight, useSight } from "./sight";

export interface OverviewProps {
  picture: Picture;
  scroller: RefObject<HTMLElement | null>;
  unit: number; // pixels per cell
}

export function Overview({ picture, scroller, unit }: OverviewProps) {
  const sight = useSight(scroller, unit);

  function jump(event: PointerEvent) {
    const map = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const box = scroller.current;
    if (!box || (event.type === "pointermove" && event.buttons === 0)) return;
    const [across, down] = [
      (event.clientX - map.left) / map.width,
      (event.clientY - map.top) / map.height,
    ];
    box.scrollLeft = across * box.scrollWidth - box.clientWidth / 2;
    box.scrollTop = down * box.scrollHeight - box.clientHeight / 2;
  }

  return (
    <div
      class="overview-map"
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        jump(event);
      }}
      onPointerMove={jump}
    >
      <SmallBoard picture={picture} />
      {sight && <div class="in-sight" style={placeOf(sight)} />}
    </div>
  );
}

const placeOf = ({ left, top, width, height }: Sight) => ({
  left: `${100 * left}%`,
  top: `${100 * top}%`,
  width: `${100 * width}%`,
  height: `${100 * height}%`,
});

/** The marks and lines, without names. */
function SmallBoard({ picture }: { picture: Picture }) {
  const { left, top, columns, rows } = extent(picture);
  const byColour = useMemo(() => pathsOf(picture), [picture]);
  const last = picture.cells.find((it) => it.last);
  return (
    <svg
      aria-hidden="true"
      viewBox={`${left} ${top} ${columns} ${rows}`}
      preserveAspectRatio="none"
    >
      <rect class="fill paper" width={picture.width} height={picture.height} />
      {[...byColour].map(([colour, d]) => (
        <path key={colour} class={`stroke ${colour}`} d={d} />
      ))}
      {last && (
        <rect class="last-cell" x={last.x} y={last.y} width={last.span} height={last.span} />
      )}
    </svg>
  );
}

/** A dot for every mark and a stroke for every line, as one path per colour. */
function pathsOf({ cells, strokes }: Picture): Map<string, string> {
  const paths = new Map<string, string>();
  const add = (owner: number | null, d: string) => {
    const colour = colourClass(owner);
    paths.set(colour, (paths.get(colour) ?? "") + d);
  };
  for (const { x, y, span, mark, owner } of cells)
    if (mark) add(owner, `M${x + 0.05} ${y + span / 2}h${span - 0.1}`);
  for (const it of strokes)
    if (it.kind === StrokeKind.LINE) add(it.owner, `M${it.x1} ${it.y1}L${it.x2} ${it.y2}`);
  return paths;
}
