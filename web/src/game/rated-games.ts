// My rated games in progress: this browser analyses none of them, not even offline.
import { effect } from "@preact/signals";
import { session } from "../net/online";
import { loadStored, save } from "../settings/storage";

/** The game's key by its id. */
type RatedGames = { [id: string]: string };

export const ratedGames = (): RatedGames => loadStored<RatedGames>("rated", {});

export const storeRatedGames = (games: RatedGames): void => void save("rated", games);

/** Remember each game that is opened until it is over. */
export function watchRatedGames(): void {
  effect(() => {
    const it = session.game.value;
    if (!it?.rated || it.you === null) return;
    const { [it.id]: known, ...others } = ratedGames();
    if (it.status === "playing") {
      if (!known) storeRatedGames({ ...others, [it.id]: it.game });
    } else if (known) storeRatedGames(others);
  });
}
