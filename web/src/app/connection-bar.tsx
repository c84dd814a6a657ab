// Shows that the connection is lost and counts down to the next try; announces its return.
import { effect } from "@preact/signals";
import { connection } from "../net/online";
import { texts } from "../texts";
import { announce } from "../ui/announce";
import { now } from "../ui/now";

const MAX_SHORT_OUTAGE = 3; // tries; after more of them, say what works offline

let previous = connection.status.peek().state;
effect(() => {
  const { state } = connection.status.value;
  const words = texts.peek().connection;
  if (previous !== "lost" && state === "lost") announce(words.lost);
  if (previous === "lost" && state === "ready") announce(words.back);
  previous = state;
});

export function ConnectionBar() {
  const t = texts.value.connection;
  if (connection.status.value.state !== "lost") return null;
  const { retryAt, stopping, tries } = connection.status.value;
  const seconds = Math.ceil((retryAt - now.value) / 1000);
  const isOffline = navigator.onLine === false || (tries > MAX_SHORT_OUTAGE && !stopping);
  return (
    <div class="connection-bar">
      <p>
        <strong>{stopping ? t.stopping : t.lost}</strong> {isOffline && `${texts.value.offline} `}
        {navigator.onLine !== false && (seconds > 0 ? t.tryingIn(seconds) : t.trying)}
      </p>
      <button type="button" onClick={connection.connect}>
        {t.now}
      </button>
    </div>
  );
}
