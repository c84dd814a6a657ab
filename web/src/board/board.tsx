// The one board: draws any game's picture, and turns clicks, touches and keys into moves.
import type { ComponentChildren } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import type { Cell, Picture, Tap } from "../net/protocol.gen";
import { lazyPart } from "../ui/lazy-part";
import { CellGrid, cellSelector } from "./cell-grid";
import { useChanges } from "./drawing/changes";
import { Drawing } from "./drawing/drawing";
import { extent, fold } from "./drawing/geometry";
import type { Pending } from "./drawing/pending";
import { countCells, fitCells, foldToFit, heightInText } from "./fit";
import { LetterChoice } from "./letter-choice";
import { Letters, letter, lettersOf, useLetterKeys } from "./letters";
import type { OverviewProps } from "./overview/overview";
import { Rulers, useShowLast } from "./scrolling";
import { usePinch, useSize, ZoomButtons } from "./zoom";

interface BoardProps {
  picture: Picture;
  label?: string; // what the board is, for screen readers
  active?: boolean; // whether a click plays
  player?: number | null; // whose marks would be made
  pending?: Pending | null;
  refused?: Pending | null; // a move that wasn't possible, shaken off the board
  turn?: ReadonlySet<string>; // the cells of the last turn: all of them are marked
  onPlay?: (tap: Tap, cell: Cell) => void;
  fits?: boolean; // whether it fills the height of its place, rather than follow the text
  status?: ComponentChildren; // below the board, beside the letters
  children?: ComponentChildren; // below that
}

const MARGIN = 30; // pixels beside the cells
const MAX_MAP_ASPECT = 3; // of the overview; a longer board is a strip
const MIN_CELL = 38; // pixels; a narrower board is folded

const Overview = lazyPart<OverviewProps>(() =>
  import("./overview/overview").then((it) => it.Overview),
);

export function Board(props: BoardProps) {
  const { picture: given, label, active = false, player, pending, turn, onPlay, fits } = props;
  const root = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const width = size.width;
  const [zoom, setZoom] = useState<number | null>(null);
  const [choosing, setChoosing] = useState<string | null>(null);
  const usesKeyboard = useRef(false);
  const picture = useMemo(
    () => (fits ? foldToFit(given, size) : fold(given, (width - MARGIN) / MIN_CELL)),
    [given, fits, width, size.height],
  );
  const changes = useChanges(given, pending);
  const area = extent(picture);
  const room = { width, height: fits ? size.height : heightInText(area) };
  const small = countCells(given);
  const { unit, pans: scrolls } = fitCells(area, room, small, zoom);
  const pansUnzoomed = fitCells(area, room, small, null).pans;
  const isStrip = area.columns > MAX_MAP_ASPECT * area.rows;
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
  const zoomButtons = pansUnzoomed && (
    <ZoomButtons area={area} room={room} unit={unit} zoom={zoom} onZoom={setZoom} />
  );
  return (
    <div
      class={fits ? "board fits" : "board"}
      style={{ "--sheet": `${area.columns * unit}px` }}
      ref={root}
      data-player={player ?? undefined}
    >
      <div class="frame" ref={frame}>
        <div
          class={scrolls ? "scroller scrolls" : "scroller"}
          ref={scroller}
          style={{ scrollPadding: `${unit}px` }}
        >
          <div class="sheet">
            {scrolls && picture === given && <Rulers picture={picture} unit={unit} />}
            {width > 0 && (
              <Drawing
                picture={picture}
                unit={unit}
                pending={pending}
                turn={turn}
                refused={props.refused}
                changes={changes}
              />
            )}
            <CellGrid
              picture={picture}
              unit={unit}
              label={label ?? picture.caption}
              active={active}
              pending={pending}
              turn={turn}
              isChoosing={choosing !== null}
              usesKeyboard={usesKeyboard}
              onClick={click}
              onPlay={play}
              onEscape={cancelChoice}
            />
          </div>
        </div>
      </div>
      {(props.status || hasLetters || props.children || pansUnzoomed) && (
        <div class="tray">
          {props.status}
          {zoomButtons}
          {hasLetters && <Letters letters={letters} />}
          {pansUnzoomed && (
            <div
              class={isStrip ? "overview strip" : "overview"}
              style={isStrip ? undefined : { aspectRatio: `${area.columns / area.rows}` }}
            >
              {scrolls && <Overview picture={picture} scroller={scroller} unit={unit} />}
            </div>
          )}
          {props.children}
        </div>
      )}
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
    </div>
  );
}
