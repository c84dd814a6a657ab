// That one waits for anybody, for how long, and the way out.

import { gameTitle } from "../game/words";
import { line } from "../net/connection";
import { texts } from "../texts";
import { clock } from "../texts/duration";
import { sizeWords } from "../texts/game-titles";
import { say } from "../ui/announce";
import { now } from "../ui/now";
import { cancelSeek, seeking } from "./seek";

export function SeekingBar() {
  const t = texts.value.start;
  const wish = seeking.value;
  if (!wish) return null;
  const waited = clock(Math.max(0, Math.floor((now.value - wish.since) / 1000)));
  return (
    <section
      class="card seeking"
      aria-label={t.seeking(gameTitle(wish.game), sizeWords(wish.size))}
    >
      <span class="pencil" aria-hidden="true" />
      <div class="grow">
        <p class="name">{t.seeking(gameTitle(wish.game), sizeWords(wish.size))}</p>
        <p class="hint">{line.value.state === "lost" ? t.seekLost : t.waited(waited)}</p>
      </div>
      <button
        type="button"
        onClick={() => {
          cancelSeek();
          say(t.seekStopped);
        }}
      >
        {t.stopSeeking}
      </button>
    </section>
  );
}
