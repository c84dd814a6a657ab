// Which part of a board is in sight.
import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";

/** A part of the board, as shares of its width and height. */
export interface Sight {
  left: number;
  top: number;
  width: number;
  height: number;
}

export function useSight(scroller: RefObject<HTMLElement | null>, unit: number): Sight | null {
  const [sight, setSight] = useState<Sight | null>(null);
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const update = () => setSight(sightOf(box));
    const observer = new ResizeObserver(update);
    observer.observe(box);
    box.addEventListener("scroll", update, { passive: true });
    update();
    return () => {
      observer.disconnect();
      box.removeEventListener("scroll", update);
    };
  }, [unit]);
  return sight;
}

type Scrolled = Pick<
  HTMLElement,
  "scrollLeft" | "scrollTop" | "scrollWidth" | "scrollHeight" | "clientWidth" | "clientHeight"
>;

export const sightOf = (box: Scrolled): Sight => ({
  left: box.scrollLeft / box.scrollWidth,
  top: box.scrollTop / box.scrollHeight,
  width: Math.min(1, box.clientWidth / box.scrollWidth),
  height: Math.min(1, box.clientHeight / box.scrollHeight),
});
