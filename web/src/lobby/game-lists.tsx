// Lists of games: my own, open ones, and live ones.
import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { summaryOf } from "../game/device/games/seat-names";
import { findGame, gamesInProgress } from "../game/device/games/stored-games";
import { account } from "../net/account";
import { session } from "../net/online";
import type { GameSummary } from "../net/protocol.gen";
import { texts } from "../texts";
import { namesOf, titleOf } from "../texts/game-titles";
import { attempt } from "../ui/announce";
import { lazyPart } from "../ui/lazy-part";
import type { ThumbnailProps } from "../ui/thumbnail";
import { GameRows, Row, ShortList } from "./game-rows";
import { gamesOfOthers, lobby, mine } from "./lobby";
import { joinGame } from "./new-game/create-game";

const Thumbnail = lazyPart<ThumbnailProps>(() =>
  import("../ui/thumbnail").then((it) => it.Thumbnail),
);

export function MyGames() {
  const t = texts.value.start;
  // Games where it is my turn come first, then those on this device.
  const online = [...mine.value].sort((a, b) => Number(isMyTurn(b)) - Number(isMyTurn(a)));
  const games = [...online, ...gamesInProgress.value.map(summaryOf)];
  if (!games.length) return null;
  return (
    <section class="card my-games">
      <h2>{t.mine}</h2>
      <ShortList cards={games}>
        {(card) => (
          <Row key={card.id} card={card} board={<Board card={card} />} note={<Turn card={card} />}>
            <a
              class={isMyTurn(card) && card === games[0] ? "button primary" : "button"}
              href={addressOf(card)}
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

const addressOf = ({ id }: GameSummary) => (findGame(id) ? `/device/${id}` : `/game/${id}`);

const isMyTurn = (card: GameSummary) => session.myGames.value.get(card.id) === true;

/** The board as it is now; on this device, or before the game starts, its size. */
function Board({ card }: { card: GameSummary }) {
  const { id, size, status, moves } = card;
  return (
    <div class="thumbnail-place">
      <Thumbnail
        id={findGame(id) || status === "open" ? null : id}
        size={size}
        state={`${moves} ${isMyTurn(card)}`}
      />
    </div>
  );
}

function Turn({ card }: { card: GameSummary }) {
  const t = texts.value.start;
  if (card.status === "open") return <span class="tag">{t.waitingForPlayers}</span>;
  if (findGame(card.id)) return <span class="tag">{t.onDevice}</span>;
  if (!session.myGames.value.has(card.id)) return null;
  return isMyTurn(card) ? (
    <strong class="tag mine">{t.yourTurn}</strong>
  ) : (
    <span class="tag">{t.theirTurn}</span>
  );
}

/** Without any, a button to post one. */
export function OpenGames({ onPost }: { onPost: () => void }) {
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
      {cards?.length === 0 && (
        <button type="button" onClick={onPost}>
          {t.opponents.lobby.name}
        </button>
      )}
    </section>
  );
}
