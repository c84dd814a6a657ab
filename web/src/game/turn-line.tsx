// Whose turn it is, above the board.
import { useEffect } from "preact/hooks";
import type { LiveGame } from "../net/live-game";
import { connection, session } from "../net/online";
import { texts } from "../texts";
import { announce } from "../ui/announce";
import { now } from "../ui/now";
import { turnWords } from "./game-log";

const LOW_TIME_MS = 10_000;

/** Whose turn it is; shortly before my time runs out, it is announced again. */
export function TurnLine({ game }: { game: LiveGame }) {
  const t = texts.value.game;
  const isMine = game.toMove === game.you && game.status === "playing";
  const left = isMine && game.until !== null ? game.until - now.value : Number.POSITIVE_INFINITY;
  const isLow = left <= LOW_TIME_MS;
  useEffect(() => {
    if (isLow && left > 0) announce(t.secondsLeft(Math.ceil(left / 1000)));
  }, [isLow, game.until]);
  if (game.outcome) return null;
  const isUnsent = session.pending.value !== null && connection.status.value.state !== "ready";
  return (
    <p class={isMine ? "turn-line mine" : "turn-line"}>
      {isUnsent ? t.pending : turnWords(game)}
      {game.you === null && game.status === "playing" && <span class="hint"> · {t.watching}</span>}
    </p>
  );
}
