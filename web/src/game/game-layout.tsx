// The page of a game: the board as large as the window allows, and everything else around it.
// Every part has its place, so that nothing moves when a turn changes or the game ends.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { extent } from "../board/drawing/geometry";
import { isShownWhole } from "../board/fit";
import type { Picture } from "../net/protocol.gen";
import { sideWidth } from "../settings/preferences";
import { texts } from "../texts";
import { Icon } from "../ui/drawn/icon";
import { ResizeHandle } from "./moves/resize-handle";
import { Seats, type SeatView } from "./players/seats";
import { GameTools } from "./tools/game-tools";
import { useToolsInHeader } from "./tools/tools-in-header";

interface GameLayoutProps {
  title: string;
  terms: ComponentChildren; // clock, rated or not, and so on
  picture: Picture;
  isOver: boolean;
  hasLetters: boolean; // whether the players choose letters
  above: SeatView[];
  below: SeatView[];
  board: ComponentChildren;
  ending?: ComponentChildren; // once the game is over
  moves: ComponentChildren;
  shown: number | null; // the earlier move that is looked at
  offers?: ComponentChildren;
  talk?: ComponentChildren;
  talkLabel?: string; // of the button that opens it on a phone
  received?: number; // messages of the others, so far
  actions: (phoneButtons: ComponentChildren) => ComponentChildren;
}

const WIDE = 1.4; // boards wider than that many heights get the room of the left column

export function GameLayout(props: GameLayoutProps) {
  const { picture, isOver, above, below, talk, talkLabel, received = 0, shown } = props;
  const t = texts.value.game;
  useToolsInHeader();
  const [isOpen, setIsOpen] = useState(false); // the moves and the chat, on a phone
  useEffect(() => setIsOpen(false), [shown]); // the board is below the moves
  const [read, setRead] = useState(received);
  useEffect(() => {
    if (isOpen) setRead(received);
  }, [isOpen, received]);
  const isWide = picture.width > WIDE * picture.height;
  const isWhole = !isWide && isShownWhole(picture);
  const { columns, rows } = extent(picture);
  const classes = [
    "game-page",
    isOver ? "over" : "playing",
    isWide && "wide",
    isWhole && "whole",
    props.hasLetters && "lettered",
    talk && "talking",
    isOpen && "opened",
  ];
  const phoneButtons = (
    <button
      key={isOver} // at the end there are other buttons beside it
      type="button"
      class="quiet phone-only"
      aria-expanded={isOpen}
      onClick={() => setIsOpen(!isOpen)}
    >
      <Icon name={talk && !talkLabel ? "talk" : "menu"} />
      {talk ? (talkLabel ?? t.movesAndChat) : t.moves}
      {received > read && (
        <span class="unread">
          <span class="visually-hidden">{t.newMessage}</span>
        </span>
      )}
    </button>
  );
  return (
    <div
      class={classes.filter(Boolean).join(" ")}
      style={{
        "--rows-per-column": isWhole ? rows / columns : undefined,
        "--side": sideWidth.value ? `${sideWidth.value}px` : undefined,
      }}
    >
      <div class="game-head">
        <a class="back phone-only" href="/" aria-label={t.lobby}>
          <Icon name="back" />
        </a>
        <div>
          <h1>{props.title}</h1>
          <div class="hint terms-line">{props.terms}</div>
        </div>
        <span class="phone-only">
          <GameTools />
        </span>
      </div>
      <div class="above">
        <Seats seats={above} />
      </div>
      {props.board}
      {below.length > 0 && (
        <div class="below">
          <Seats seats={below} />
        </div>
      )}
      <div class="panel">
        <ResizeHandle />
        {props.ending}
        {props.moves}
        {props.offers}
      </div>
      {talk && <div class="talk">{talk}</div>}
      {props.actions(phoneButtons)}
    </div>
  );
}
