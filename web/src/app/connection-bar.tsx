// Says that the connection is lost, counts until it is tried again, and says when it is back.
import { effect } from "@preact/signals";
import { connect, line } from "../net/connection";
import { texts } from "../texts";
import { say } from "../ui/announce";
import { now } from "../ui/now";

const PATIENCE = 3; // tries after which it is no passing thing

let was = line.peek().state;
effect(() => {
  const { state } = line.value;
  const words = texts.peek().connection;
  if (was !== "lost" && state === "lost") say(words.lost);
  if (was === "lost" && state === "ready") say(words.back);
  was = state;
});

export function ConnectionBar() {
  const t = texts.value.connection;
  if (line.value.state !== "lost") return null;
  const { again, stopping, tries } = line.value;
  const seconds = Math.ceil((again - now.value) / 1000);
  const away = navigator.onLine === false || (tries > PATIENCE && !stopping);
  return (
    <div class="connection-bar">
      <p>
        <strong>{stopping ? t.stopping : t.lost}</strong> {away && `${texts.value.offline} `}
        {navigator.onLine !== false && (seconds > 0 ? t.tryingIn(seconds) : t.trying)}
      </p>
      <button type="button" onClick={connect}>
        {t.now}
      </button>
    </div>
  );
}
