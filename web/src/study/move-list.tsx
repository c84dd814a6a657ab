// The moves of a line, to jump to. Only visible rows are rendered: a game may have thousands.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useWidth } from "../board/zoom";
import { texts } from "../texts";

export interface ListedMove {
  number: number;
  move: string;
  annotation?: string; // such as its time, or a verdict
  label: string; // the same in words
}

interface MoveListProps {
  moves: readonly ListedMove[];
  current: number; // 0 is the start, -1 none
  onJump: (number: number) => void;
  label: string;
}

const ROW_HEIGHT = 36; // pixels of a row
const VISIBLE_ROWS = 8; // rows
const OVERSCAN_ROWS = 4; // rows rendered beyond the visible ones

/** The rows to render at a scroll position. */
export function rowsInSight(scrolled: number, rows: number): [number, number] {
  const first = Math.floor(scrolled / ROW_HEIGHT) - OVERSCAN_ROWS;
  return [Math.max(0, first), Math.min(rows, first + VISIBLE_ROWS + 2 * OVERSCAN_ROWS + 1)];
}

export function MoveList({ moves, current, onJump, label }: MoveListProps) {
  const t = texts.value.study;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [scrolled, setScrolled] = useState(0);
  const columns = Math.max(1, Math.floor(width / (moves.some((it) => it.annotation) ? 132 : 96)));
  const rows = Math.ceil((moves.length + 1) / columns);
  const [from, to] = rowsInSight(scrolled, rows);
  const all: ListedMove[] = [{ number: 0, move: t.start, label: t.start }, ...moves];

  useLayoutEffect(() => {
    const element = box.current;
    if (!element || current < 0) return;
    const top = Math.floor(current / columns) * ROW_HEIGHT;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + ROW_HEIGHT > element.scrollTop + element.clientHeight)
      element.scrollTop = top + ROW_HEIGHT - element.clientHeight;
    setScrolled(element.scrollTop);
  }, [current, columns, moves.length]);

  return (
    <div
      class="move-list"
      ref={box}
      style={{ maxHeight: `${VISIBLE_ROWS * ROW_HEIGHT}px` }}
      onScroll={(event) => setScrolled(event.currentTarget.scrollTop)}
    >
      <ol
        aria-label={label}
        style={{
          height: `${rows * ROW_HEIGHT}px`,
          paddingTop: `${from * ROW_HEIGHT}px`,
          gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          gridAutoRows: `${ROW_HEIGHT}px`,
        }}
      >
        {all.slice(from * columns, to * columns).map((it) => (
          <li key={it.number} aria-setsize={all.length} aria-posinset={it.number + 1}>
            <button
              type="button"
              class="move"
              aria-current={it.number === current ? "step" : undefined}
              onClick={() => onJump(it.number)}
            >
              <span class="visually-hidden">{it.label}</span>
              {it.number > 0 && (
                <span class="hint" aria-hidden="true">
                  {it.number}.
                </span>
              )}
              <span aria-hidden="true">{it.move}</span>
              {it.annotation && (
                <span class="hint annotation" aria-hidden="true">
                  {it.annotation}
                </span>
              )}
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
