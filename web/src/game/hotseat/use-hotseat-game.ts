// The hotseat game, stored in the browser, with the move being sent to the server.
import { useEffect, useRef, useState } from "preact/hooks";
import { type Pending, pendingOf } from "../../board/drawing/pending";
import { replayOf } from "../../core/replay";
import { ApiError, errorText } from "../../net/api";
import { connection } from "../../net/online";
import type { Cell, Replay, Tap } from "../../net/protocol.gen";
import { loadStored, save } from "../../settings/storage";
import { texts } from "../../texts";
import { errorMessage } from "../../ui/announce";
import { type LocalReplay, movesOf, type StoredGame, withoutLast, withStep } from "./hotseat-game";

const STORAGE_KEY = "hotseat";
const TEMPORARY_ERRORS = ["network", "unavailable", "too_many"];

/** The last hotseat game. */
export const storedGame = (): StoredGame | null => loadStored<StoredGame | null>(STORAGE_KEY, null);

export interface HotseatGame {
  replay: LocalReplay | null; // null until it is loaded
  loadError: string; // why it couldn't be loaded
  pending: Pending | null;
  play: (tap: Tap, cell: Cell) => Promise<LocalReplay | null>;
  undo: () => void;
  restart: () => void;
  retry: () => void;
}

export function useHotseatGame(game: string, size: string | undefined): HotseatGame {
  const [replay, setReplay] = useState<LocalReplay | null>(null);
  const [loadError, setLoadError] = useState("");
  const [isTemporary, setIsTemporary] = useState(false); // whether a retry may help
  const [pending, setPending] = useState<Pending | null>(null);
  const current = useRef(0); // responses to requests before the last change are ignored
  const [tries, setTries] = useState(0);
  const retry = () => setTries((n) => n + 1);

  function show(next: LocalReplay) {
    current.current++;
    setPending(null);
    setReplay(next);
    const names = storedGame()?.names ?? [];
    save(STORAGE_KEY, { game: next.game, size: next.size, names, moves: movesOf(next) });
  }

  useEffect(() => {
    const request = ++current.current;
    setReplay(null);
    setPending(null);
    setLoadError("");
    const stored = storedGame();
    const isSame = stored?.game === game && (!size || stored.size === size);
    load(game, size || (isSame ? stored.size : undefined), isSame ? stored.moves : []).then(
      (it) => request === current.current && show(it),
      (error) => {
        if (request !== current.current) return;
        setLoadError(errorText(error));
        setIsTemporary(error instanceof ApiError && TEMPORARY_ERRORS.includes(error.code));
      },
    );
  }, [game, size, tries]);

  useEffect(() => {
    if (loadError && isTemporary) return connection.onConnect(retry);
  }, [loadError, isTemporary]);

  async function play(tap: Tap, cell: Cell): Promise<LocalReplay | null> {
    if (!replay || pending) return null;
    const request = ++current.current;
    const { position, to_move } = replay.steps.at(-1) ?? replay;
    errorMessage.value = "";
    setPending(pendingOf(tap, cell, to_move));
    try {
      // From the current position, so that long games stay fast.
      const more = await replayOf({ game, position, moves: [tap.move] });
      if (request !== current.current) return null;
      const next = withStep(replay, more.steps[0]);
      show(next);
      return next;
    } catch (error) {
      if (request !== current.current) return null;
      setPending(null);
      errorMessage.value = `${texts.peek().hotseat.lost(tap.move)} ${errorText(error)}`;
      return null;
    }
  }

  return {
    replay,
    loadError,
    pending,
    play,
    undo: () => replay && show(withoutLast(replay)),
    restart: () => replay && show({ ...replay, steps: [] }),
    retry,
  };
}

/** The game with its moves; from the start if the stored ones are invalid. */
async function load(game: string, size: string | undefined, moves: string[]): Promise<Replay> {
  try {
    return await replayOf({ game, size, moves });
  } catch (error) {
    const isInvalid =
      error instanceof ApiError && ["illegal_move", "notation"].includes(error.code);
    if (!isInvalid || !moves.length) throw error;
    return replayOf({ game, size });
  }
}
