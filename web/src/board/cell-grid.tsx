// The cells of a board as buttons over its drawing: a grid that is walked by arrow keys.
import { useMemo, useRef, useState } from "preact/hooks";
import type { Cell, Picture, Tap } from "../net/protocol.gen";
import { cellLabel } from "./cell-label";
import { coverOf, extent } from "./drawing/geometry";
import type { Pending } from "./drawing/pending";
import { ARROWS } from "./keys";
import { letter } from "./letters";

interface CellGridProps {
  picture: Picture;
  unit: number; // pixels per cell
  label: string;
  active: boolean; // whether a click plays
  pending?: Pending | null;
  isChoosing: boolean; // whether the player is being asked for a letter
  usesKeyboard: { current: boolean }; // whether the last input was by the keyboard
  onClick: (cell: Cell) => void;
  onPlay: (cell: Cell, tap: Tap) => void;
  onEscape: (focused: string) => void;
}

export function CellGrid(props: CellGridProps) {
  const { picture, unit, label, active, pending, usesKeyboard, onClick } = props;
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
              data-cell={cell.name}
              tabIndex={cell === current ? 0 : -1}
              aria-label={cellLabel(cell, cover, pending)}
              aria-disabled={!(active && cell.taps.length > 0)}
              data-ghost={active ? ghostOf(cell) : undefined}
              style={{
                left: `${cell.x * unit}px`,
                top: `${cell.y * unit}px`,
                width: `${unit}px`,
                height: `${unit}px`,
              }}
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

export const cellSelector = (name: string) => `[data-cell="${CSS.escape(name)}"]`;

const isKey = (event: KeyboardEvent, label: string) =>
  label.toLowerCase() === event.key.toLowerCase();

/** What a click would write, shown while the pointer is over the cell. */
function ghostOf({ taps }: Cell): string | undefined {
  return taps.length === 1 ? taps[0].label : taps.find((tap) => tap.label === letter.value)?.label;
}

/** The next cell in a direction, across gaps. */
function neighbour(rows: Cell[][], { x, y }: Cell, dx: number, dy: number): Cell | undefined {
  const distance = (it: Cell) => (it.x - x) * dx + (it.y - y) * dy;
  const inLine = rows
    .flat()
    .filter((it) => distance(it) > 0 && (dx === 0 ? it.x === x : it.y === y));
  return inLine.sort((a, b) => distance(a) - distance(b))[0];
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
