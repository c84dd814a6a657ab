// Shows that the connection is lost and counts down to the next try; announces its return.
import { effect } from "@preact/signals";
import { useLocation } from "preact-iso";
import { connection, session } from "../net/online";
import { texts } from "../texts";
import { announce } from "../ui/announce";
import { now } from "../ui/now";

const MAX_SHORT_OUTAGE = 3; // tries; after more of them, say what works offline

/** Pages that need no server: it would only be in the way there. */
const WORKS_ALONE = /^\/(device|hotseat|rules|analysis|puzzles)(\/|$)/;

let previous = connection.status.peek().state;
effect(() => {
  const status = connection.status.value;
  const words = texts.peek().connection;
  const isNew = previous !== "lost" || (status.state === "lost" && status.reason === "banned");
  if (isNew && status.state === "lost") announce(words[status.reason]);
  if (previous === "lost" && status.state === "ready") announce(words.back);
  previous = status.state;
});

export function ConnectionBar() {
  const t = texts.value.connection;
  const { path } = useLocation();
  const isNeeded = !WORKS_ALONE.test(path);
  if (connection.status.value.state !== "lost" || !isNeeded) return null;
  const { reason, retryAt, tries } = connection.status.value;
  const isLong = tries > MAX_SHORT_OUTAGE && reason === "unreachable";
  const isOffline = navigator.onLine === false || isLong;
  const isInGame = path.startsWith("/game/"); // there is no place for more words
  const isUnsent = session.pending.value !== null;
  return (
    <div class="connection-bar">
      <p>
        <strong>{t[reason]}</strong> {isUnsent && texts.value.game.pending}
        {isOffline && !isInGame && `${texts.value.offline} `}
        {navigator.onLine !== false && !isUnsent && retryAt !== null && (
          <Countdown retryAt={retryAt} />
        )}
      </p>
      <button type="button" onClick={connection.connect}>
        {t.now}
      </button>
    </div>
  );
}

function Countdown({ retryAt }: { retryAt: number }) {
  const t = texts.value.connection;
  const seconds = Math.ceil((retryAt - now.value) / 1000);
  return <>{seconds > 0 ? t.tryingIn(seconds) : t.trying}</>;
}
