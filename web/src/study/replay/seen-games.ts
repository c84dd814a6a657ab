// Replays opened in this browser: they also open offline.

import type { GameReplay, Outcome } from "../../net/protocol.gen";
import { loadStored, save } from "../../settings/storage";

export interface SeenGame {
  id: string;
  game: string;
  size: string;
  names: string[]; // an agent by its key, such as level3
  agents: (string | null)[];
  when: number; // when it was opened, in ms
  result: Outcome | null;
}

const MAX_SEEN_GAMES = 50;

/** The opened games, latest first. */
export const seenGames = (): SeenGame[] => loadStored<SeenGame[]>("seen", []);

export function rememberReplay(it: GameReplay, when = Date.now()): void {
  const game: SeenGame = {
    id: it.id,
    game: it.replay.game,
    size: it.replay.size,
    names: it.seats.map((seat) => seat.name),
    agents: it.seats.map((seat) => seat.agent),
    when,
    result: it.outcome,
  };
  save(
    "seen",
    [game, ...seenGames().filter((other) => other.id !== it.id)].slice(0, MAX_SEEN_GAMES),
  );
}
