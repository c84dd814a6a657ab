// The cells of a board as buttons over its drawing: a grid that is walked by arrow keys.
import { useMemo, useRef, useState } from "preact/hooks";
import type { Cell, Picture, Tap } from "../net/protocol.gen";
import { cellLabel } from "./cell-label";
import { coverOf, extent } from "./drawing/geometry";
import type { Pending } from "./drawing/pending";
import { boxOf, tapShape } from "./drawing/polygon";
import { ARROWS } from "./keys";
import { letter } from "./letters";

interface CellGridProps {
  picture: Picture;
  unit: number; // pixels per cell
  label: string;
  active: boolean; // whether a click plays
  pending?: Pending | null;
  turn?: ReadonlySet<string>; // the cells of the last turn
  isChoosing: boolean; // whether the player is being asked for a letter
  usesKeyboard: { current: boolean }; // whether the last input was by the keyboard
  onClick: (cell: Cell) => void;
  onPlay: (cell: Cell, tap: Tap) => void;
  onEscape: (focused: string) => void;
}

export function CellGrid(props: CellGridProps) {
  const { picture, unit, label, active, pending, turn, usesKeyboard, onClick } = props;
  const grid = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const rows = useMemo(() => rowsOf(picture), [picture]);
  const cover = useMemo(() => coverOf(picture.cells), [picture]);
  const current = rows.flat().find((it) => it.name === focused) ?? firstOf(rows, active);
  const area = extent(picture);

  const focus = (cell: Cell | undefined) =>
    cell && grid.current?.querySelector<HTMLElement>(cellSelector(cell.name))?.focus();

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || !current) return;
    const tap = active && current.taps.find((it) => isKey(event, it.label));
    if (event.key === "Escape" && props.isChoosing) props.onEscape(current.name);
    else if (props.isChoosing) return;
    else if (tap && (usesKeyboard.current || current.taps.length === 1)) props.onPlay(current, tap);
    else if (event.key in ARROWS) focus(neighbour(rows, current, ...ARROWS[event.key]));
    else if (event.key === "Home" || event.key === "End") {
      const row = rows.find((it) => it.includes(current)) ?? [];
      focus(event.key === "Home" ? row[0] : row.at(-1));
    } else return;
    usesKeyboard.current = true;
    event.preventDefault();
  }

  function onPointer() {
    usesKeyboard.current = false;
  }

  return (
    <div
      class="cells"
      role="grid"
      ref={grid}
      aria-label={label}
      aria-readonly={!active}
      onKeyDown={onKeyDown}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
      style={{
        left: `${-area.left * unit}px`,
        top: `${-area.top * unit}px`,
        width: `${picture.width * unit}px`,
        height: `${picture.height * unit}px`,
      }}
    >
      {rows.map((row) => (
        <div role="row" key={row[0].y}>
          {row.map((cell) => (
            <button
              key={cell.name}
              type="button"
              role="gridcell"
              class={cell.polygon.length ? "polygon" : undefined}
              data-cell={cell.name}
              tabIndex={cell === current ? 0 : -1}
              aria-label={cellLabel(cell, cover, pending, turn)}
              aria-disabled={!(active && cell.taps.length > 0)}
              data-ghost={active ? ghostOf(cell) : undefined}
              style={boxStyle(cell, unit)}
              onFocus={() => setFocused(cell.name)}
              onKeyUp={(event) => {
                if (event.key === "Tab") usesKeyboard.current = true;
              }}
              onClick={() => onClick(cell)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Where a cell's button is; a polygon takes taps inside its outline only. */
function boxStyle(cell: Cell, unit: number) {
  const box = boxOf(cell);
  const [left, top] = [cell.x + (cell.span - box) / 2, cell.y + (cell.span - box) / 2];
  return {
    left: `${left * unit}px`,
    top: `${top * unit}px`,
    width: `${box * unit}px`,
    height: `${box * unit}px`,
    clipPath: tapShape(cell, box),
  };
}

export const cellSelector = (name: string) => `[data-cell="${CSS.escape(name)}"]`;

const isKey = (event: KeyboardEvent, label: string) =>
  label.toLowerCase() === event.key.toLowerCase();

/** What a click would write, shown while the pointer is over the cell. */
function ghostOf({ taps }: Cell): string | undefined {
  return taps.length === 1 ? taps[0].label : taps.find((tap) => tap.label === letter.value)?.label;
}

/** The next cell in a direction, across gaps: in line, or within 45° if not all cells are squares. */
function neighbour(rows: Cell[][], { x, y }: Cell, dx: number, dy: number): Cell | undefined {
  const cells = rows.flat();
  const distance = (it: Cell) => (it.x - x) * dx + (it.y - y) * dy;
  const aside = (it: Cell) => Math.abs((it.x - x) * dy + (it.y - y) * dx);
  const slope = cells.some((it) => it.polygon.length) ? 1 : 0;
  const ahead = cells.filter((it) => distance(it) > 0 && aside(it) <= slope * distance(it));
  return ahead.sort((a, b) => distance(a) + aside(a) - distance(b) - aside(b))[0];
}

function rowsOf(picture: Picture): Cell[][] {
  const rows = new Map<number, Cell[]>();
  for (const cell of picture.cells) {
    if (cell.span > 1) continue;
    const row = rows.get(cell.y);
    if (row) row.push(cell);
    else rows.set(cell.y, [cell]);
  }
  return [...rows.entries()]
    .sort(([a], [b]) => a - b)
    .map(([, row]) => row.sort((a, b) => a.x - b.x));
}

function firstOf(rows: Cell[][], active: boolean): Cell | undefined {
  const free = active ? rows.flat().find((cell) => cell.taps.length) : undefined;
  return free ?? rows[0]?.[0];
}
