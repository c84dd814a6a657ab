// The computer player to move: the core thinks, and the move is made at the pace of the settings.
import { useLayoutEffect, useState } from "preact/hooks";
import { paceSeconds } from "../../settings/motion";
import { type DeviceReplay, stateOf } from "./games/device-game";
import type { DeviceGame } from "./games/stored-games";
import { chooseMove } from "./games/thinking";

export interface ComputerPlayer {
  hasFailed: boolean; // the core couldn't be loaded, or died twice
  retry: () => void;
}

/** Without a replay, it waits: the page is catching up with the game. */
export function useComputerPlayer(
  game: DeviceGame,
  replay: DeviceReplay | null,
  onMove: (move: string) => Promise<void>,
): ComputerPlayer {
  const [hasFailed, setHasFailed] = useState(false);
  const [tries, setTries] = useState(0);
  const now = replay && stateOf(replay);
  const agent = (now && !game.outcome && game.seats[now.toMove]?.agent) || null;
  // Before the next frame: another thread thinks while this one paints.
  useLayoutEffect(() => {
    if (!agent || !now) return;
    const aborter = new AbortController();
    const pause = new Promise((done) => setTimeout(done, 1000 * paceSeconds()));
    setHasFailed(false);
    (async () => {
      const move = await chooseMove(game, agent, now.position, aborter.signal);
      await pause;
      if (!aborter.signal.aborted) await onMove(move);
    })().catch(() => {
      if (!aborter.signal.aborted) setHasFailed(true);
    });
    return () => aborter.abort();
  }, [game.id, game.moves.join(), agent, tries]);
  return { hasFailed: hasFailed && agent !== null, retry: () => setTries((n) => n + 1) };
}
