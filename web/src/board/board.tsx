// The one board: draws any game's picture, and turns clicks, touches and keys into moves.
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Cell, Picture, Tap } from "../net/protocol.gen";
import { texts } from "../texts";
import { Drawing, type Pending } from "./drawing";
import { coverOf, extent, folded } from "./geometry";
import { ARROWS, isTyping } from "./keys";
import { Choice } from "./letter-choice";
import { Letters, letter, lettersOf } from "./letters";
import { useFresh } from "./new-strokes";
import { Rulers, useShowLast } from "./scrolling";
import { fitted, usePinch, useWidth, ZoomButtons } from "./zoom";

interface BoardProps {
  picture: Picture;
  label?: string; // what the board is, for those who cannot see it
  active?: boolean; // whether a click plays
  player?: number | null; // whose marks would be made
  pending?: Pending | null;
  onPlay?: (tap: Tap, cell: Cell) => void;
}

export function Board({
  picture: given,
  label,
  active = false,
  player,
  pending,
  onPlay,
}: BoardProps) {
  const root = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(root);
  const [zoom, setZoom] = useState<number | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const [choosing, setChoosing] = useState<string | null>(null);
  const byKeys = useRef(false); // whether the last thing done was by the keyboard
  const picture = useMemo(() => folded(given, (width - 30) / 38), [given, width]);
  const fresh = useFresh(given);
  const cells = useMemo(() => new Map(picture.cells.map((cell) => [cell.name, cell])), [picture]);
  const cover = useMemo(() => coverOf(picture.cells), [picture]);
  const rows = useMemo(() => rowsOf(picture), [picture]);
  const area = extent(picture);
  const { unit, scrolls } = fitted(area, width, zoom);
  const letters = lettersOf(given);
  const writes = letters.length > 1 && (active || player != null);
  usePinch(scroller, unit, setZoom);
  useShowLast(scroller, given, unit, scrolls && width > 0);

  const places = useMemo(
    () => new Map(rows.flat().map((cell) => [`${cell.x},${cell.y}`, cell.name])),
    [rows],
  );
  const current = focused !== null && cells.has(focused) ? focused : firstOf(rows, active);

  // A letter pressed anywhere is chosen, unless a cell has the focus by keyboard: then it is written.
  // It may be chosen while the others move, too.
  useLayoutEffect(() => {
    if (!writes) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const key = letters.find((it) => it.toLowerCase() === event.key.toLowerCase());
      if (event.key === "Escape") letter.value = null;
      if (!key) return;
      const inside = root.current?.contains(event.target as Node);
      if (byKeys.current && inside) return;
      letter.value = key;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [writes, letters.join()]);

  function play(cell: Cell, tap: Tap) {
    close();
    onPlay?.(tap, cell);
  }

  function choose(cell: Cell) {
    if (!active || !cell.taps.length) return close();
    const chosen = cell.taps.find((tap) => tap.label === letter.value);
    if (cell.taps.length === 1) play(cell, cell.taps[0]);
    else if (chosen) play(cell, chosen);
    else setChoosing(cell.name);
  }

  function close(refocus = false) {
    setChoosing(null);
    if (refocus && focused) focus(focused);
  }

  const cellAt = (name: string) =>
    root.current?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(name)}"]`);

  const focus = (name: string) => cellAt(name)?.focus();

  function key(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const cell = current === null ? undefined : cells.get(current);
    if (!cell) return;
    const tap =
      active && cell.taps.find((it) => it.label.toLowerCase() === event.key.toLowerCase());
    if (event.key === "Escape" && choosing) close(true);
    else if (choosing) return;
    else if (tap && (byKeys.current || cell.taps.length === 1)) play(cell, tap);
    else if (event.key in ARROWS) step(cell, ...ARROWS[event.key]);
    else if (event.key === "Home" || event.key === "End") {
      const row = rows.find((it) => it.includes(cell)) ?? [];
      const to = event.key === "Home" ? row[0] : row.at(-1);
      if (to) focus(to.name);
    } else return;
    byKeys.current = true;
    event.preventDefault();
  }

  function step({ x, y }: Cell, dx: number, dy: number) {
    const most = picture.width + picture.height + 2;
    for (let n = 1; n < most; n++) {
      const name = places.get(`${x + n * dx},${y + n * dy}`);
      if (name) return focus(name);
    }
  }

  // Whatever happens meanwhile, only what can be written is asked for.
  const asked = choosing === null || !active ? undefined : cells.get(choosing);
  const chooser = asked?.taps.length ? asked : undefined;
  return (
    <div class="board" ref={root} data-player={player ?? undefined}>
      {writes && <Letters letters={letters} />}
      <div
        class={scrolls ? "scroller scrolls" : "scroller"}
        ref={scroller}
        style={{ scrollPadding: `${unit}px` }}
      >
        <div class="sheet" style={{ width: `${area.columns * unit}px` }}>
          {scrolls && picture === given && <Rulers picture={picture} unit={unit} />}
          {width > 0 && <Drawing picture={picture} unit={unit} pending={pending} fresh={fresh} />}
          <div
            class="cells"
            role="grid"
            aria-label={label ?? picture.caption}
            aria-readonly={!active}
            onKeyDown={key}
            onPointerDown={() => {
              byKeys.current = false;
            }}
            onPointerMove={() => {
              byKeys.current = false;
            }}
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
                    tabIndex={cell.name === current ? 0 : -1}
                    aria-label={wordsFor(cell, cover, pending)}
                    aria-disabled={!(active && cell.taps.length > 0)}
                    data-ghost={ghost(cell, active)}
                    style={{
                      left: `${cell.x * unit}px`,
                      top: `${cell.y * unit}px`,
                      width: `${unit}px`,
                      height: `${unit}px`,
                    }}
                    onFocus={() => setFocused(cell.name)}
                    onKeyUp={(event) => {
                      if (event.key === "Tab") byKeys.current = true;
                    }}
                    onClick={() => choose(cell)}
                  />
                ))}
              </div>
            ))}
          </div>
        </div>
      </div>
      {chooser && (
        <Choice
          cell={chooser}
          beside={() => cellAt(chooser.name)}
          onChoose={(tap) => {
            play(chooser, tap);
            focus(chooser.name);
          }}
          onClose={close}
        />
      )}
      <ZoomButtons area={area} width={width} unit={unit} zoom={zoom} onZoom={setZoom} />
    </div>
  );
}

function ghost(cell: Cell, active: boolean): string | undefined {
  if (!active || !cell.taps.length) return undefined;
  return cell.taps.length === 1
    ? cell.taps[0].label
    : cell.taps.find((tap) => tap.label === letter.value)?.label;
}

const rowsOf = (picture: Picture): Cell[][] => {
  const rows = new Map<number, Cell[]>();
  for (const cell of picture.cells) {
    if (cell.span > 1) continue;
    const row = rows.get(cell.y);
    if (row) row.push(cell);
    else rows.set(cell.y, [cell]);
  }
  const across = (row: Cell[]) => row.sort((a, b) => a.x - b.x);
  return [...rows.entries()].sort(([a], [b]) => a - b).map(([, row]) => across(row));
};

function firstOf(rows: Cell[][], active: boolean): string | null {
  const free = active ? rows.flat().find((cell) => cell.taps.length) : undefined;
  return (free ?? rows[0]?.[0])?.name ?? null;
}

function wordsFor(cell: Cell, cover: Map<string, Cell>, pending?: Pending | null): string {
  const t = texts.value.board;
  const over = cover.get(`${cell.x},${cell.y}`);
  const sent = pending?.cell === cell.name;
  const tint = { shaded: t.shaded, drawn: t.drawn, open: t.open, won: "", "": "" }[cell.tint];
  const words = [
    cell.name,
    sent ? pending.label : cell.mark || tint || t.empty,
    over && t.wonBy(over.mark),
    cell.last && t.last,
    sent && t.pending,
  ];
  return words.filter(Boolean).join(", ");
}
