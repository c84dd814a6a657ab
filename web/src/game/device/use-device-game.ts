// A game on this device as it is played: moves are stored at once, computer players answer, and
// what another tab does with it is followed.
import { useEffect, useState } from "preact/hooks";
import { type Pending, pendingOf } from "../../board/drawing/pending";
import { errorText } from "../../net/api";
import type { Cell, Tap } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { errorMessage } from "../../ui/announce";
import { playSound } from "../../ui/sound/sound";
import { vibrate } from "../../ui/sound/vibration";
import { type DeviceReplay, movesOf, replayAfter, stateOf } from "./games/device-game";
import { changeGame, type DeviceGame } from "./games/stored-games";
import { type ComputerPlayer, useComputerPlayer } from "./use-computer-player";

export interface PlayedGame {
  replay: DeviceReplay;
  pending: Pending | null;
  computer: ComputerPlayer;
  play: (tap: Tap, cell: Cell) => void;
  leaveAfter: (count: number) => void; // take back the moves after these
}

export function useDeviceGame(game: DeviceGame, first: DeviceReplay): PlayedGame {
  const [replay, setReplay] = useState(first);
  const [pending, setPending] = useState<Pending | null>(null);
  const isCurrent = movesOf(replay).join() === game.moves.join();

  useEffect(() => {
    if (isCurrent) return;
    let wanted = true;
    replayAfter(replay, game.moves).then(
      (it) => wanted && setReplay(it),
      (error) => {
        if (wanted) errorMessage.value = errorText(error);
      },
    );
    return () => {
      wanted = false;
    };
  }, [game.moves, isCurrent]);

  /** Store a move that the rules allow, and the end that it may make. */
  async function add(move: string): Promise<void> {
    const next = await replayAfter(replay, [...game.moves, move]);
    if (changeGame(game, { moves: movesOf(next), outcome: stateOf(next).outcome })) setReplay(next);
  }

  async function play(tap: Tap, cell: Cell) {
    if (!isCurrent || pending || game.outcome) return;
    errorMessage.value = "";
    playSound("mine");
    vibrate("move");
    setPending(pendingOf(tap, cell, stateOf(replay).toMove));
    try {
      await add(tap.move);
    } catch (error) {
      errorMessage.value = `${texts.peek().hotseat.lost(tap.move)} ${errorText(error)}`;
    }
    setPending(null);
  }

  const computer = useComputerPlayer(game, isCurrent ? replay : null, add);
  const leaveAfter = (count: number) =>
    void changeGame(game, { moves: game.moves.slice(0, count), outcome: null });
  return { replay, pending, computer, play: (tap, cell) => void play(tap, cell), leaveAfter };
}
