// The one board: draws any game's picture, and turns clicks, touches and keys into moves.
import { useMemo, useRef, useState } from "preact/hooks";
import type { Cell, Picture, Tap } from "../net/protocol.gen";
import { CellGrid, cellSelector } from "./cell-grid";
import { Drawing } from "./drawing/drawing";
import { extent, fold } from "./drawing/geometry";
import { useNewStrokes } from "./drawing/new-strokes";
import type { Pending } from "./drawing/pending";
import { LetterChoice } from "./letter-choice";
import { Letters, letter, lettersOf, useLetterKeys } from "./letters";
import { Rulers, useShowLast } from "./scrolling";
import { fitCells, usePinch, useWidth, ZoomButtons } from "./zoom";

interface BoardProps {
  picture: Picture;
  label?: string; // what the board is, for screen readers
  active?: boolean; // whether a click plays
  player?: number | null; // whose marks would be made
  pending?: Pending | null;
  onPlay?: (tap: Tap, cell: Cell) => void;
}

const MARGIN = 30; // pixels beside the cells
const MIN_CELL = 38; // pixels; a narrower board is folded

export function Board(props: BoardProps) {
  const { picture: given, label, active = false, player, pending, onPlay } = props;
  const root = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(root);
  const [zoom, setZoom] = useState<number | null>(null);
  const [choosing, setChoosing] = useState<string | null>(null);
  const usesKeyboard = useRef(false);
  const picture = useMemo(() => fold(given, (width - MARGIN) / MIN_CELL), [given, width]);
  const newStrokes = useNewStrokes(given);
  const area = extent(picture);
  const { unit, scrolls } = fitCells(area, width, zoom);
  const letters = lettersOf(given);
  const hasLetters = letters.length > 1 && (active || player != null);
  usePinch(scroller, unit, setZoom);
  useShowLast(scroller, given, unit, scrolls && width > 0);
  useLetterKeys(root, hasLetters ? letters : [], usesKeyboard);

  function play(cell: Cell, tap: Tap) {
    setChoosing(null);
    onPlay?.(tap, cell);
  }

  function click(cell: Cell) {
    if (!active || !cell.taps.length) return setChoosing(null);
    const chosen = cell.taps.find((tap) => tap.label === letter.value);
    if (cell.taps.length === 1) play(cell, cell.taps[0]);
    else if (chosen) play(cell, chosen);
    else setChoosing(cell.name);
  }

  const buttonOf = (name: string) => root.current?.querySelector<HTMLElement>(cellSelector(name));

  function cancelChoice(refocused?: string) {
    setChoosing(null);
    if (refocused) buttonOf(refocused)?.focus();
  }

  // The position may have changed since the click: ask only where the player can still write.
  const choosingCell = active ? picture.cells.find((it) => it.name === choosing) : undefined;
  const chooser = choosingCell?.taps.length ? choosingCell : undefined;
  return (
    <div class="board" ref={root} data-player={player ?? undefined}>
      {hasLetters && <Letters letters={letters} />}
      <div
        class={scrolls ? "scroller scrolls" : "scroller"}
        ref={scroller}
        style={{ scrollPadding: `${unit}px` }}
      >
        <div class="sheet" style={{ width: `${area.columns * unit}px` }}>
          {scrolls && picture === given && <Rulers picture={picture} unit={unit} />}
          {width > 0 && (
            <Drawing picture={picture} unit={unit} pending={pending} newStrokes={newStrokes} />
          )}
          <CellGrid
            picture={picture}
            unit={unit}
            label={label ?? picture.caption}
            active={active}
            pending={pending}
            isChoosing={choosing !== null}
            usesKeyboard={usesKeyboard}
            onClick={click}
            onPlay={play}
            onEscape={cancelChoice}
          />
        </div>
      </div>
      {chooser && (
        <LetterChoice
          cell={chooser}
          anchor={() => buttonOf(chooser.name)}
          onChoose={(tap) => {
            play(chooser, tap);
            buttonOf(chooser.name)?.focus();
          }}
          onClose={(refocus) => cancelChoice(refocus ? chooser.name : undefined)}
        />
      )}
      <ZoomButtons area={area} width={width} unit={unit} zoom={zoom} onZoom={setZoom} />
    </div>
  );
}
