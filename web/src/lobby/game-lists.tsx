// Lists of games: my own, open ones, and live ones.
import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { account } from "../net/account";
import { session } from "../net/online";
import type { GameSummary } from "../net/protocol.gen";
import { texts } from "../texts";
import { namesOf, termsOf, titleOf } from "../texts/game-titles";
import { attempt } from "../ui/announce";
import { gamesOfOthers, lobby, mine } from "./lobby";
import { joinGame } from "./new-game/create-game";

const SHOWN_GAMES = 6; // games shown before “Show all”

export function MyGames() {
  const t = texts.value.start;
  if (!mine.value.length) return null;
  // Games where it is my turn come first.
  const games = [...mine.value].sort((a, b) => Number(isMyTurn(b)) - Number(isMyTurn(a)));
  return (
    <section class="card my-games">
      <h2>{t.mine}</h2>
      <ShortList cards={games}>
        {(card) => (
          <Row key={card.id} card={card} note={<Turn card={card} />}>
            <a
              class={isMyTurn(card) ? "button primary" : "button"}
              href={`/game/${card.id}`}
              aria-label={t.toGameOf(titleOf(card), namesOf(card))}
            >
              {t.toGame}
            </a>
          </Row>
        )}
      </ShortList>
    </section>
  );
}

const isMyTurn = (card: GameSummary) => session.myGames.value.get(card.id) === true;

function Turn({ card }: { card: GameSummary }) {
  const t = texts.value.start;
  if (card.status === "open") return <span class="tag">{t.waitingForPlayers}</span>;
  if (!session.myGames.value.has(card.id)) return null;
  return isMyTurn(card) ? (
    <strong class="tag mine">{t.yourTurn}</strong>
  ) : (
    <span class="tag">{t.theirTurn}</span>
  );
}

export function OpenGames() {
  const { route } = useLocation();
  const t = texts.value.start;
  const [busy, setBusy] = useState(false);
  const cards = lobby.value && gamesOfOthers(lobby.value.open, account.value?.player.id);

  async function join(id: string) {
    setBusy(true);
    await attempt(async () => route(await joinGame(id)));
    setBusy(false);
  }

  return (
    <section class="card">
      <h2>{t.open}</h2>
      <GameRows cards={cards} empty={t.noOpen}>
        {(card) => (
          <Row key={card.id} card={card}>
            <button
              type="button"
              disabled={busy}
              aria-label={t.joinGame(titleOf(card), namesOf(card))}
              onClick={() => join(card.id)}
            >
              {t.join}
            </button>
          </Row>
        )}
      </GameRows>
    </section>
  );
}

export function LiveGames() {
  const t = texts.value.start;
  const cards = lobby.value && gamesOfOthers(lobby.value.playing, account.value?.player.id);
  return (
    <section class="card">
      <h2>{t.live}</h2>
      <GameRows cards={cards} empty={t.noLive}>
        {(card) => (
          <Row key={card.id} card={card} note={<span class="tag">{t.moves(card.moves)}</span>}>
            <a
              class="button"
              href={`/game/${card.id}`}
              aria-label={t.watchGame(titleOf(card), namesOf(card))}
            >
              {t.watch}
            </a>
          </Row>
        )}
      </GameRows>
    </section>
  );
}

type Render = (card: GameSummary) => preact.ComponentChildren;

interface GameRowsProps {
  cards: GameSummary[] | null;
  empty: string;
  children: Render;
}

function GameRows({ cards, empty, children }: GameRowsProps) {
  if (!cards) return <p class="hint">{texts.value.start.lobbyLoading}</p>;
  return cards.length ? (
    <ShortList cards={cards}>{children}</ShortList>
  ) : (
    <p class="hint">{empty}</p>
  );
}

function ShortList({ cards, children }: { cards: GameSummary[]; children: Render }) {
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
  note?: preact.ComponentChildren;
  children: preact.ComponentChildren;
}

function Row({ card, note, children }: RowProps) {
  return (
    <li class="game-row">
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
