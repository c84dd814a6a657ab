// The choice of a letter for a cell that takes more than one, beside the cell.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Cell, Tap } from "../net/protocol.gen";
import { texts } from "../texts";
import { ARROWS } from "./keys";

interface LetterChoiceProps {
  cell: Cell;
  anchor: () => HTMLElement | null | undefined;
  onChoose: (tap: Tap) => void;
  onClose: (refocus?: boolean) => void;
}

/** Fixed to the window, so that the board's edge doesn't cut it off. */
export function LetterChoice({ cell, anchor, onChoose, onClose }: LetterChoiceProps) {
  const t = texts.value.board;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const own = box.current;
    const follow = () => {
      const [button, place] = [anchor(), anchor()?.getBoundingClientRect()];
      if (!button || !place || !own) return;
      const sheet = button.closest(".scroller")?.getBoundingClientRect();
      const middle = (place.left + place.right) / 2;
      const hidden = sheet && (middle < sheet.left || middle > sheet.right);
      if (hidden || place.bottom < (sheet?.top ?? 0) || place.top > (sheet?.bottom ?? innerHeight))
        return onClose();
      const [left, above] = [middle - own.offsetWidth / 2, place.top - own.offsetHeight - 4];
      own.style.left = `${Math.max(4, Math.min(innerWidth - own.offsetWidth - 4, left))}px`;
      own.style.top = `${above < 4 ? place.bottom + 4 : above}px`;
    };
    follow();
    own?.querySelector("button")?.focus({ preventScroll: true });
    window.addEventListener("scroll", follow, { capture: true, passive: true });
    window.addEventListener("resize", follow);
    return () => {
      window.removeEventListener("scroll", follow, { capture: true });
      window.removeEventListener("resize", follow);
    };
  }, [cell.name]);

  function key(event: KeyboardEvent) {
    const buttons = [...(box.current?.querySelectorAll("button") ?? [])];
    const tap = cell.taps.find((it) => it.label.toLowerCase() === event.key.toLowerCase());
    if (event.key === "Escape") onClose(true);
    else if (tap) onChoose(tap);
    else if (event.key in ARROWS) {
      const step = event.key === "ArrowLeft" || event.key === "ArrowUp" ? -1 : 1;
      const now = buttons.indexOf(document.activeElement as HTMLButtonElement);
      buttons.at((now + step) % buttons.length)?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div
      class="choice"
      role="group"
      ref={box}
      aria-label={t.choose(cell.name)}
      onKeyDown={key}
      // Safari, and Firefox on a Mac, don't focus a pressed button: it would close before the click.
      onMouseDown={(event) => event.preventDefault()}
      onFocusOut={(event) => {
        if (!box.current?.contains(event.relatedTarget as Node)) onClose();
      }}
    >
      {cell.taps.map((tap) => (
        <button key={tap.label} type="button" onClick={() => onChoose(tap)}>
          {tap.label}
        </button>
      ))}
    </div>
  );
}
