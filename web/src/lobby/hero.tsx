// The first thing on the start page: one game, and three ways to play it.
import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { Drawing } from "../board/drawing/drawing";
import { extent } from "../board/drawing/geometry";
import { Lesson } from "../lesson/lesson-place";
import { isLessonDue, markSeen } from "../lesson/seen-lessons";
import { errorText } from "../net/api";
import { connection, session } from "../net/online";
import type { GameInfo } from "../net/protocol.gen";
import { hasServer } from "../net/site";
import { texts } from "../texts";
import { agentName, gameTitle } from "../texts/names";
import { errorMessage } from "../ui/announce";
import { Icon } from "../ui/drawn/icon";
import { agentFor, type Opponent, quickOptions } from "./new-game/game-options";
import { startGame } from "./new-game/start-game";
import { gameOptions } from "./new-game/stored-options";
import { sampleOf } from "./sample";
import { quickMatch } from "./seek";

const SAMPLE = { width: 356, height: 330 }; // pixels at most

interface HeroProps {
  game: GameInfo;
  isBack: boolean; // whether the visitor has games: they come first
  onCustom: () => void;
}

export function Hero({ game, isBack, onCustom }: HeroProps) {
  const t = texts.value.start;
  const { route } = useLocation();
  const [busy, setBusy] = useState(false);
  const title = gameTitle(game.key);

  async function play(opponent: Opponent) {
    if (busy) return; // a second click would make a second game
    setBusy(true);
    errorMessage.value = "";
    const showError = (why: string) => {
      errorMessage.value = why;
    };
    try {
      const chosen = quickOptions(gameOptions.peek(), opponent);
      await startGame(chosen, game, { route, showError });
    } catch (problem) {
      showError(errorText(problem));
    }
    setBusy(false);
  }

  const level = agentName(agentFor(gameOptions.value, game.key));
  const isMyTurn = session.myTurns.value.length > 0; // in a game above, which comes first
  const isOnDevice = !hasServer() || connection.status.value.state === "lost";
  const isSeeking = quickMatch.seek.value !== null;
  return (
    <section class={isBack ? "hero returning" : "hero"}>
      <div>
        <h1>{isBack ? t.newHeading : t.heading}</h1>
        <p class="lead">{t.lead}</p>
        <div class="ways">
          <button
            type="button"
            class={isMyTurn || isSeeking ? "big" : "primary big"}
            disabled={busy}
            aria-describedby="hero-level"
            onClick={() => play("computer")}
          >
            {t.playNow(title)}
          </button>
          {hasServer() ? (
            <>
              <button type="button" class="big" disabled={busy} onClick={() => play("friend")}>
                <Icon name="link" />
                {t.inviteFriend}
              </button>
              <button
                type="button"
                class="big"
                disabled={busy || isSeeking}
                onClick={() => play("quick")}
              >
                {t.opponents.quick.name}
              </button>
            </>
          ) : (
            <button type="button" class="big" disabled={busy} onClick={() => play("hotseat")}>
              {t.opponents.hotseat.name}
            </button>
          )}
        </div>
        <div class="more-ways">
          <p class="hint" id="hero-level">
            {isOnDevice ? t.againstOnDevice(level) : t.nowAgainst(level)}
          </p>
          {hasServer() && (
            <button type="button" class="quiet" disabled={busy} onClick={() => play("hotseat")}>
              {t.opponents.hotseat.name}
            </button>
          )}
          <button type="button" class="quiet" onClick={onCustom}>
            {t.custom}
          </button>
        </div>
      </div>
      {!isBack && <Picture key={game.key} game={game.key} />}
    </section>
  );
}

/** The lesson for visitors who are new to the game, a sample board for all others. */
function Picture({ game }: { game: string }) {
  const [isNew] = useState(isLessonDue(game)); // the lesson stays when its last move is made
  if (!isNew) return <Sample game={game} />;
  return (
    <div class="hero-picture hero-lesson">
      <Lesson game={game} onDone={() => markSeen(game)} fallback={<Sample game={game} />} />
    </div>
  );
}

function Sample({ game }: { game: string }) {
  const picture = sampleOf(game);
  if (!picture) return null;
  const { columns, rows } = extent(picture);
  return (
    <div class="hero-picture">
      <Drawing picture={picture} unit={Math.min(SAMPLE.width / columns, SAMPLE.height / rows)} />
    </div>
  );
}
