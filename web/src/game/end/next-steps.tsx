// What to play after a game: a rematch, another level, a new opponent.
import { useLocation } from "preact-iso";
import { createGame } from "../../lobby/new-game/create-game";
import type { LiveGame } from "../../net/live-game";
import { resultFor } from "../../net/live-game";
import { session } from "../../net/online";
import { texts } from "../../texts";
import { agentName } from "../../texts/names";
import { attempt } from "../../ui/announce";

interface NextStepsProps {
  game: LiveGame;
  ready: boolean; // whether there is a connection
}

export function NextSteps({ game, ready }: NextStepsProps) {
  const t = texts.value.game;
  const { route } = useLocation();
  const { you, rematch, nextGame } = game;
  const isWaiting = you !== null && rematch.includes(you);
  const isOffered = rematch.some((it) => it !== you);
  const level = nextLevel(game);
  return (
    <div class="actions next-steps" role="group" aria-label={t.actions}>
      {nextGame ? (
        <a class="button primary" href={`/game/${nextGame}`}>
          {t.nextGame}
        </a>
      ) : (
        you !== null && (
          <button
            type="button"
            class="primary"
            disabled={!ready || isWaiting}
            onClick={() => session.act("rematch")}
          >
            {isWaiting ? t.rematchOffered : isOffered ? t.acceptRematch : t.rematch}
          </button>
        )
      )}
      {!nextGame && you !== null && (isOffered || isWaiting) && (
        <button type="button" disabled={!ready} onClick={() => session.act("decline_rematch")}>
          {isWaiting ? t.cancelRematch : t.declineRematch}
        </button>
      )}
      {level && (
        <button
          type="button"
          disabled={!ready}
          onClick={() => attempt(async () => route(await createGame(againstLevel(game, level))))}
        >
          {t.playLevel(agentName(level))}
        </button>
      )}
      {you !== null && (
        <a class="button" href={`/?play=${game.game}`}>
          {t.newOpponent}
        </a>
      )}
    </div>
  );
}

const LEVELS = 8;

interface Opponents extends Pick<LiveGame, "you" | "outcome"> {
  seats: readonly { agent?: string | null }[];
}

/** The level to try next: the one above after a win, the one below after a loss. */
export function nextLevel({ you, seats, outcome }: Opponents): string | null {
  const [other, ...more] = seats.filter((_, n) => n !== you);
  const level = Number(/^level(\d)$/.exec(other?.agent ?? "")?.[1]);
  if (you === null || !outcome || more.length || !level) return null;
  const result = resultFor(outcome, you);
  const next = result === "won" ? level + 1 : result === "lost" ? level - 1 : 0;
  return next >= 1 && next <= LEVELS ? `level${next}` : null;
}

/** The same game against another level. */
export const againstLevel = (game: LiveGame, level: string) => ({
  game: game.game,
  size: game.size,
  seats: ["me", level],
  random_order: true,
  clock: game.clock,
  increment: game.increment,
  rated: false,
  public: true,
  chat: false,
});
