// How a game is played: rated or not, its clock, how far it is, and what was drawn at random.
import type { LiveGame } from "../net/live-game";
import { texts } from "../texts";
import { termsOf } from "../texts/game-titles";
import { drawWords, progressWords } from "./players/online-seats";

export function Terms({ game }: { game: LiveGame }) {
  const t = texts.value.game;
  return (
    <>
      <p>{termsOf(game)}</p>
      <p class="more-terms">{progressWords(game)}</p>
      <p class="more-terms random-draw">{drawWords(game)}</p>
      {game.spectators > 0 && <p class="more-terms">{t.watchers(game.spectators)}</p>}
      <p class="more-terms">
        <a href={`/rules/${game.game}`}>{texts.value.nav.rules}</a>
      </p>
    </>
  );
}
