// Zooming a board, and the size of its place.
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { texts } from "../texts";
import { type Area, fittingCell, MAX_CELL, MIN_LEGIBLE_CELL, type Room } from "./fit";

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

/** The width and height of an element, without its padding; 0 before they are known. */
export function useSize(ref: RefObject<HTMLElement | null>): Room {
  const [size, setSize] = useState<Room>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    setSize({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(
      ([
        {
          contentRect: { width, height },
        },
      ]) =>
        setSize((old) => (old.width === width && old.height === height ? old : { width, height })),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return size;
}

interface ZoomProps {
  area: Area;
  room: Room;
  unit: number;
  zoom: number | null;
  onZoom: (unit: number | null) => void;
}

/** Zoom buttons, for boards that are larger than their place. */
export function ZoomButtons({ area, room, unit, zoom, onZoom }: ZoomProps) {
  const t = texts.value.board;
  const fit = fittingCell(area, room);
  if (fit < MIN_LEGIBLE_CELL) return null;
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
