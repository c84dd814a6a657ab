// Whose turn it is, below the board.
import { useEffect } from "preact/hooks";
import { isTurnOf, type LiveGame } from "../net/live-game";
import { connection, session } from "../net/online";
import { texts } from "../texts";
import { announce } from "../ui/announce";
import { now } from "../ui/now";
import { playSound } from "../ui/sound/sound";
import { turnWords } from "./game-log";

const LOW_TIME_MS = 10_000;
const LAST_TICKS = 3; // seconds that are a little louder

interface TurnLineProps {
  game: LiveGame;
  hint?: string | null;
  shown?: number | null; // the number of an earlier move that is looked at
}

/** Whose turn it is; shortly before my time runs out, it is announced again. */
export function TurnLine({ game, hint, shown = null }: TurnLineProps) {
  const t = texts.value.game;
  const isMine = isTurnOf(game, game.you);
  const left = isMine && game.until !== null ? game.until - now.value : Number.POSITIVE_INFINITY;
  const isLow = left <= LOW_TIME_MS;
  useEffect(() => {
    if (isLow && left > 0) announce(t.secondsLeft(Math.ceil(left / 1000)));
  }, [isLow, game.until]);
  const second = isLow ? Math.ceil(left / 1000) : 0;
  useEffect(() => {
    if (second > 0) playSound(second <= LAST_TICKS ? "lastTick" : "tick");
  }, [second]);
  if (shown !== null) return <p class="turn-line">{t.lookingBack(shown)}</p>;
  if (game.outcome) return <p class="turn-line">{t.finished(game.moves.length)}</p>;
  const isUnsent = session.pending.value !== null && connection.status.value.state !== "ready";
  if (hint) return <p class="turn-line mine hint-line">{hint}</p>;
  return (
    <p class={isMine ? "turn-line mine" : "turn-line"}>
      {isUnsent ? t.pending : turnWords(game)}
      {game.you === null && game.status === "playing" && (
        <span class="hint watching"> {t.watching}</span>
      )}
    </p>
  );
}
