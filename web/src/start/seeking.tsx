// That one waits for anybody, for how long, and the way out.
import { line } from "../connection";
import { clock } from "../duration";
import { now } from "../moment";
import { say } from "../speech";
import { gameTitle } from "../table/words";
import { texts } from "../texts";
import { cancelSeek, seeking } from "./seek";
import { sizeWords } from "./words";

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
