// In a game against the computer on a server, this device thinks for the computer: the server gives
// the seed, stores the moves, and computes them again before the game counts for others.
import { effect } from "@preact/signals";
import type { LiveGame } from "../net/live-game";
import type { Session } from "../net/session";
import { paceSeconds } from "../settings/motion";
import { canPlayHere, chooseMove } from "./device/games/thinking";

/** Answer in the open game, and in every one that is opened from now on. */
export function start(session: Session): void {
  let aborter: AbortController | undefined;
  let known = "";
  session.startComputing();
  effect(() => {
    const game = session.game.value;
    const turn = (game && turnOf(game)) ?? "";
    if (known === turn) return;
    aborter?.abort();
    known = turn;
    if (!game || !turn) return;
    aborter = new AbortController();
    void think(session, game, aborter.signal);
  });
}

/** A name for the computer's turn; null if it isn't one that this device may answer. */
function turnOf({ id, status, waiting, seed, seats, toMove, moves }: LiveGame): string | null {
  const isRunning = status === "playing" && !waiting && seed !== null;
  return isRunning && seats[toMove]?.agent ? [id, ...moves].join() : null;
}

async function think(session: Session, game: LiveGame, signal: AbortSignal): Promise<void> {
  const { id, game: key, size, moves, position, toMove } = game;
  const agent = game.seats[toMove].agent ?? "";
  const pause = new Promise((done) => setTimeout(done, 1000 * paceSeconds()));
  if (!canPlayHere(key, agent)) return session.stopComputing(id);
  try {
    const line = { game: key, size, moves, seed: String(game.seed) };
    const move = await chooseMove(line, agent, position, signal);
    await pause;
    if (!signal.aborted) session.playFor(toMove, move);
  } catch {
    if (!signal.aborted) session.stopComputing(id); // the core couldn't be loaded, or died twice
  }
}
