// Sends finished games against the computer to the server, which checks every move.
import { withAccount } from "../../../lobby/new-game/create-game";
import { ApiError, fetchJson } from "../../../net/api";
import type { GameCreated, OfflineGame } from "../../../net/protocol.gen";
import { type DeviceGame, markSent, REFUSED, unsentGames } from "./stored-games";

const FINAL = new Set(["notation", "illegal_move", "not_allowed", "unknown_game"]);

let sending: Promise<void> | null = null;

/** Send all of them, one at a time. What fails for another reason is sent on the next connection. */
export function sendGames(): Promise<void> {
  sending ??= sendAll().finally(() => {
    sending = null;
  });
  return sending;
}

async function sendAll(): Promise<void> {
  for (const game of unsentGames.peek()) {
    try {
      const send = () => fetchJson<GameCreated>("POST", "/api/me/offline-games", bodyOf(game));
      markSent(game.id, (await withAccount(send)).id);
    } catch (error) {
      if (!(error instanceof ApiError) || !FINAL.has(error.code)) return;
      markSent(game.id, REFUSED);
    }
  }
}

const bodyOf = ({ id, game, size, seats, seed, moves, outcome }: DeviceGame): OfflineGame => ({
  id,
  game,
  size,
  seats: seats.map((it) => it.agent ?? "me"),
  seed,
  moves,
  resigned: outcome?.reason === "resignation",
});
