// Says that the connection is lost, counts until it is tried again, and says when it is back.
import { effect } from "@preact/signals";
import { connect, line } from "../connection";
import { now } from "../moment";
import { say } from "../speech";
import { texts } from "../texts";

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
  const seconds = Math.ceil((line.value.again - now.value) / 1000);
  return (
    <div class="connection-bar">
      <p>
        <strong>{line.value.stopping ? t.stopping : t.lost}</strong>{" "}
        {navigator.onLine === false
          ? texts.value.offline
          : seconds > 0
            ? t.tryingIn(seconds)
            : t.trying}
      </p>
      <button type="button" onClick={connect}>
        {t.now}
      </button>
    </div>
  );
}
