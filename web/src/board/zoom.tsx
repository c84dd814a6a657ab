// The size of cells: as large as fits, and scrolling where they would be too small.
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { texts } from "../texts";

const MIN_CELL = 24; // pixels; a finger can hit that
const COMFORTABLE_CELL = 34;
const MAX_CELL = 84;
const MIN_LEGIBLE_CELL = 7; // pixels; below this a whole board is unreadable

interface Area {
  columns: number;
  rows: number;
}

const fittingCell = (area: Area, width: number) =>
  Math.min(
    MAX_CELL,
    width / area.columns,
    Math.max(COMFORTABLE_CELL, (innerHeight - 210) / area.rows),
  );

/** Pixels per cell, at least as many as fit, and whether the board scrolls. */
export function fitCells(area: Area, width: number, zoom: number | null) {
  const fit = fittingCell(area, width);
  const unit = Math.max(fit, zoom ?? (fit >= MIN_CELL ? fit : COMFORTABLE_CELL));
  return { unit, scrolls: unit > fit + 0.5 };
}

/** The width of an element, without its padding; 0 before it is known. */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(([it]) => setWidth(it.contentRect.width));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return width;
}

interface ZoomProps {
  area: Area;
  width: number;
  unit: number;
  zoom: number | null;
  onZoom: (unit: number | null) => void;
}

/** Zoom buttons, for boards that don't fit comfortably. */
export function ZoomButtons({ area, width, unit, zoom, onZoom }: ZoomProps) {
  const t = texts.value.board;
  const fit = fittingCell(area, width);
  if (fit >= COMFORTABLE_CELL || fit < MIN_LEGIBLE_CELL) return null;
  const to = (size: number) => onZoom(Math.max(fit, Math.min(MAX_CELL, size)));
  return (
    <div class="zoom" role="group" aria-label={t.zoom}>
      <button
        type="button"
        aria-label={t.zoomOut}
        disabled={unit <= fit}
        onClick={() => to(unit / 1.3)}
      >
        −
      </button>
      <button
        type="button"
        aria-label={t.zoomIn}
        disabled={unit >= MAX_CELL}
        onClick={() => to(unit * 1.3)}
      >
        +
      </button>
      <button type="button" aria-pressed={zoom !== null && unit <= fit} onClick={() => onZoom(fit)}>
        {t.fit}
      </button>
    </div>
  );
}

/** Zoom with two fingers, or with Ctrl and the wheel. */
export function usePinch(
  ref: RefObject<HTMLElement | null>,
  unit: number,
  onZoom: (unit: number) => void,
) {
  const now = useRef(unit);
  now.current = unit;
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    let pinch: { distance: number; unit: number } | null = null;
    const clamp = (size: number) => Math.max(MIN_LEGIBLE_CELL, Math.min(MAX_CELL, size));
    const distance = ({ touches: [a, b] }: TouchEvent) =>
      Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    const start = (event: TouchEvent) => {
      pinch = event.touches.length === 2 ? { distance: distance(event), unit: now.current } : null;
    };
    const move = (event: TouchEvent) => {
      if (!pinch || event.touches.length !== 2) return;
      event.preventDefault();
      onZoom(clamp((pinch.unit * distance(event)) / pinch.distance));
    };
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      onZoom(clamp(now.current * Math.exp(-event.deltaY / 300)));
    };
    element.addEventListener("touchstart", start, { passive: true });
    element.addEventListener("touchmove", move, { passive: false });
    element.addEventListener("wheel", wheel, { passive: false });
    return () => {
      element.removeEventListener("touchstart", start);
      element.removeEventListener("touchmove", move);
      element.removeEventListener("wheel", wheel);
    };
  }, []);
}
