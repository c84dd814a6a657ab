// Whether this device may analyse: not what is on the board in a rated game, and nothing of a game
// that the visitor is playing rated right now.
import { ratedGames, storeRatedGames } from "../../game/rated-games";
import { account } from "../../net/account";
import { ApiError, fetchJson, WordedError } from "../../net/api";
import type { GameSummary, Line } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { gameTitle } from "../../texts/names";

/** Rejects with the reason if the line must not be analysed. */
export async function mayAnalyse(line: Line, signal?: AbortSignal): Promise<void> {
  if (navigator.onLine !== false) await orOffline(() => checkWithServer(line, signal));
  if (Object.values(ratedGames()).includes(line.game))
    throw new WordedError(texts.peek().analysis.ratedGame(gameTitle(line.game)));
}

async function checkWithServer(line: Line, signal?: AbortSignal): Promise<void> {
  if (account.peek()) {
    const mine = await fetchJson<GameSummary[]>("GET", "/api/me/games", undefined, signal);
    const rated = mine.filter((it) => it.rated && it.status === "playing");
    storeRatedGames(Object.fromEntries(rated.map((it) => [it.id, it.game])));
  }
  await fetchJson<null>("POST", "/api/analysis/check", line, signal);
}

/** Without a server, what this browser remembers decides. */
async function orOffline(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ApiError) || !OFFLINE.includes(error.code)) throw error;
  }
}

const OFFLINE = ["network", "no_server", "unavailable", "too_many", "not_found"];
