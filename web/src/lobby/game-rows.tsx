// Rows of games: who plays what, on which terms, and what can be done.
import { useState } from "preact/hooks";
import type { GameSummary } from "../net/protocol.gen";
import { texts } from "../texts";
import { namesOf, termsOf, titleOf } from "../texts/game-titles";

const SHOWN_GAMES = 6; // games shown before “Show all”

type Render = (card: GameSummary) => preact.ComponentChildren;

interface GameRowsProps {
  cards: GameSummary[] | null;
  empty: string;
  children: Render;
}

export function GameRows({ cards, empty, children }: GameRowsProps) {
  if (!cards) return <p class="hint">{texts.value.start.lobbyLoading}</p>;
  return cards.length ? (
    <ShortList cards={cards}>{children}</ShortList>
  ) : (
    <p class="hint">{empty}</p>
  );
}

export function ShortList({ cards, children }: { cards: GameSummary[]; children: Render }) {
  const [all, setAll] = useState(false);
  return (
    <>
      <ul class="game-rows">{(all ? cards : cards.slice(0, SHOWN_GAMES)).map(children)}</ul>
      {!all && cards.length > SHOWN_GAMES && (
        <button type="button" class="quiet" onClick={() => setAll(true)}>
          {texts.value.start.showAll(cards.length)}
        </button>
      )}
    </>
  );
}

interface RowProps {
  card: GameSummary;
  board?: preact.ComponentChildren; // its picture
  note?: preact.ComponentChildren;
  children: preact.ComponentChildren;
}

export function Row({ card, board, note, children }: RowProps) {
  return (
    <li class="game-row">
      {board}
      <div class="grow">
        <p class="name">{namesOf(card)}</p>
        <p class="hint">
          {titleOf(card)} · {termsOf(card)}
        </p>
      </div>
      {note}
      {children}
    </li>
  );
}
