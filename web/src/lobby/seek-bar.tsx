// The search for an opponent: how long it has lasted, how to cancel it, and what to do meanwhile.
import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { catalogue } from "../net/catalogue";
import { connection } from "../net/online";
import { texts } from "../texts";
import { clock } from "../texts/duration";
import { sizeWords } from "../texts/game-titles";
import { agentName, gameTitle } from "../texts/names";
import { announce, attempt } from "../ui/announce";
import { now } from "../ui/now";
import { createGame } from "./new-game/create-game";
import { agentFor, quickOptions, requestFor } from "./new-game/game-options";
import { gameOptions } from "./new-game/stored-options";
import { quickMatch, type Seek } from "./seek";

const OFFER_AFTER_SECONDS = 15;

export function SeekBar() {
  const t = texts.value.start;
  const seek = quickMatch.seek.value;
  if (!seek) return null;
  const waited = Math.max(0, Math.floor((now.value - seek.since) / 1000));
  const isLost = connection.status.value.state === "lost";
  const isOffered = waited >= OFFER_AFTER_SECONDS && !isLost; // a game against the computer
  return (
    <section
      class="card seeking"
      aria-label={t.seeking(gameTitle(seek.game), sizeWords(seek.size))}
    >
      <span class="spinner" aria-hidden="true" />
      <div class="grow">
        <p class="name">{t.seeking(gameTitle(seek.game), sizeWords(seek.size))}</p>
        {isOffered ? (
          <p class="hint" role="status">
            {t.nobodyYet}
          </p>
        ) : (
          <p class="hint">{isLost ? t.seekLost : t.waited(clock(waited))}</p>
        )}
      </div>
      {isOffered && <Meanwhile seek={seek} />}
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

/** A game against the computer, while the search goes on. */
function Meanwhile({ seek }: { seek: Seek }) {
  const t = texts.value.start;
  const { route } = useLocation();
  const [busy, setBusy] = useState(false);
  const game = catalogue.value.games.find((it) => it.key === seek.game);
  if (!game) return null;

  async function play(facts: NonNullable<typeof game>) {
    setBusy(true);
    await attempt(async () => {
      const usual = quickOptions(gameOptions.peek(), "computer");
      const chosen = { ...usual, sizes: { ...usual.sizes, [seek.game]: seek.size } };
      const address = await createGame(requestFor(chosen, facts));
      quickMatch.inBackground.value = true;
      route(address);
    });
    setBusy(false);
  }

  const level = agentName(agentFor(gameOptions.value, seek.game));
  return (
    <button type="button" class="primary" disabled={busy} onClick={() => play(game)}>
      {t.playMeanwhile(level)}
    </button>
  );
}
