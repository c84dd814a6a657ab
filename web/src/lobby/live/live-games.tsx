// The games to watch: the board of one, which changes with every move, and the others.
import { useRef } from "preact/hooks";
import { useChanges } from "../../board/drawing/changes";
import { Drawing } from "../../board/drawing/drawing";
import { extent, fold } from "../../board/drawing/geometry";
import { useWidth } from "../../board/zoom";
import { account } from "../../net/account";
import type { LiveGame } from "../../net/live-game";
import type { GameSummary, Picture } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { namesOf, titleOf } from "../../texts/game-titles";
import { GameRows, Row } from "../game-rows";
import { gamesOfOthers, lobby } from "../lobby";
import { useFeaturedGame } from "./featured-game";

/** On the start page with a link to all games, and not at all while nobody plays. */
export function LiveGames({ isOnStartPage = false }: { isOnStartPage?: boolean }) {
  const t = texts.value.start;
  const cards = lobby.value && gamesOfOthers(lobby.value.playing, account.value?.player.id);
  const featured = useFeaturedGame(cards ?? []);
  const isFeatured = (card: GameSummary) => card.id === featured?.id;
  const sorted = cards && [...cards].sort((a, b) => Number(isFeatured(b)) - Number(isFeatured(a)));
  if (isOnStartPage && !cards?.length) return null;
  return (
    <section class="card">
      <div class="spread">
        <h2 id="live-games">{t.live}</h2>
        {isOnStartPage && <a href="/history">{t.watchMore}</a>}
      </div>
      <GameRows cards={sorted} empty={t.noLive}>
        {(card) => (
          <Row
            key={card.id}
            card={card}
            board={
              isFeatured(card) && featured?.picture && <LiveBoard picture={featured.picture} />
            }
            note={<span class="tag">{progress(card, isFeatured(card) ? featured : null)}</span>}
          >
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

const progress = (card: GameSummary, live: LiveGame | null) =>
  texts.value.start.moves(live?.moves.length ?? card.moves);

const MAX_CELL = 30; // pixels per cell
const MAX_HEIGHT = 260; // pixels

function LiveBoard({ picture: given }: { picture: Picture }) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const changes = useChanges(given);
  const picture = fold({ ...given, labels: [] }, width / 14);
  const { columns, rows } = extent(picture);
  const unit = Math.min(MAX_CELL, width / columns, MAX_HEIGHT / rows);
  return (
    <div class="live-board" ref={box}>
      {width > 0 && <Drawing picture={picture} unit={unit} changes={changes} />}
    </div>
  );
}
