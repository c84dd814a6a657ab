// Whether this device may analyse: not what is on the board in a rated game, and nothing of a game
// that the visitor is playing rated right now.
import { ratedGames, storeRatedGames } from "../../game/rated-games";
import { account } from "../../net/account";
import { ApiError, fetchJson, WordedError } from "../../net/api";
import type { GameSummary, Line, PositionNotes } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { gameTitle } from "../../texts/names";

/** Notes on the last position, if a server has them; rejects if the line must not be analysed. */
export async function mayAnalyse(line: Line, signal?: AbortSignal): Promise<PositionNotes> {
  const notes =
    navigator.onLine === false ? NONE : await orOffline(() => checkWithServer(line, signal));
  if (Object.values(ratedGames()).includes(line.game))
    throw new WordedError(texts.peek().analysis.ratedGame(gameTitle(line.game)));
  return notes;
}

async function checkWithServer(line: Line, signal?: AbortSignal): Promise<PositionNotes> {
  if (account.peek()) {
    const mine = await fetchJson<GameSummary[]>("GET", "/api/me/games", undefined, signal);
    const rated = mine.filter((it) => it.rated && it.status === "playing");
    storeRatedGames(Object.fromEntries(rated.map((it) => [it.id, it.game])));
  }
  return fetchJson<PositionNotes>("POST", "/api/analysis/check", line, signal);
}

/** Without a server, what this browser remembers decides. */
async function orOffline(work: () => Promise<PositionNotes>): Promise<PositionNotes> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || !OFFLINE.includes(error.code)) throw error;
    return NONE;
  }
}

const NONE: PositionNotes = { remarks: [] };
const OFFLINE = ["network", "no_server", "unavailable", "too_many", "not_found"];
