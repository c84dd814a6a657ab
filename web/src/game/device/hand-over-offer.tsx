// Asks once whether games finished without a server should count in the player's statistics.
import { sendOffline } from "../../settings/preferences";
import { texts } from "../../texts";
import { focusContent } from "../../ui/focus";
import { unsentGames } from "./games/stored-games";

export function HandOverOffer() {
  const t = texts.value.device;
  const words = t.offer(unsentGames.value.length);
  const answer = (it: "yes" | "no") => () => {
    sendOffline.value = it;
    focusContent();
  };
  return (
    <section class="card spread" aria-label={words}>
      <p>{words}</p>
      <div class="row">
        <button type="button" class="primary" onClick={answer("yes")}>
          {t.offerYes}
        </button>
        <button type="button" onClick={answer("no")}>
          {t.offerNo}
        </button>
      </div>
    </section>
  );
}
