// The search for an opponent: how long it has lasted, and how to cancel it.

import { connection } from "../net/online";
import { texts } from "../texts";
import { clock } from "../texts/duration";
import { sizeWords } from "../texts/game-titles";
import { gameTitle } from "../texts/names";
import { announce } from "../ui/announce";
import { now } from "../ui/now";
import { quickMatch } from "./seek";

export function SeekBar() {
  const t = texts.value.start;
  const seek = quickMatch.seek.value;
  if (!seek) return null;
  const waited = clock(Math.max(0, Math.floor((now.value - seek.since) / 1000)));
  return (
    <section
      class="card seeking"
      aria-label={t.seeking(gameTitle(seek.game), sizeWords(seek.size))}
    >
      <span class="spinner" aria-hidden="true" />
      <div class="grow">
        <p class="name">{t.seeking(gameTitle(seek.game), sizeWords(seek.size))}</p>
        <p class="hint">
          {connection.status.value.state === "lost" ? t.seekLost : t.waited(waited)}
        </p>
      </div>
      <button
        type="button"
        onClick={() => {
          quickMatch.cancel();
          announce(t.seekStopped);
        }}
      >
        {t.stopSeeking}
      </button>
    </section>
  );
}
