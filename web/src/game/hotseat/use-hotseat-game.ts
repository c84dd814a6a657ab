// The hotseat game, stored in the browser, with the move being sent to the server.
import { useEffect, useRef, useState } from "preact/hooks";
import { type Pending, pendingOf } from "../../board/drawing/pending";
import { ApiError, ask, errorText } from "../../net/api";
import { connection } from "../../net/online";
import type { Cell, Line, Replay, Tap } from "../../net/protocol.gen";
import { loadStored, save } from "../../settings/storage";
import { texts } from "../../texts";
import { errorMessage } from "../../ui/announce";
import { continued, type Kept, type LocalReplay, movesOf, withoutLast } from "./hotseat-game";

const STORAGE_KEY = "here";
const TEMPORARY_ERRORS = ["network", "unavailable", "too_many"];

/** The last hotseat game. */
export const keptGame = (): Kept | null => loadStored<Kept | null>(STORAGE_KEY, null);

export interface LocalGame {
  replay: LocalReplay | null; // null until it is loaded
  refusal: string; // why it couldn't be loaded
  pending: Pending | null;
  play: (tap: Tap, cell: Cell) => Promise<LocalReplay | null>;
  undo: () => void;
  restart: () => void;
  retry: () => void;
}

const replayed = (line: Line) => ask<Replay>("POST", "/api/replay", line);

export function useLine(game: string, size: string | undefined): LocalGame {
  const [replay, setReplay] = useState<LocalReplay | null>(null);
  const [refusal, setRefusal] = useState("");
  const [passing, setPassing] = useState(false); // whether a retry may help
  const [pending, setPending] = useState<Pending | null>(null);
  const current = useRef(0); // responses to requests before the last change are ignored
  const [tries, setTries] = useState(0);
  const retry = () => setTries((n) => n + 1);

  function show(next: LocalReplay) {
    current.current++;
    setPending(null);
    setReplay(next);
    const names = keptGame()?.names ?? [];
    save(STORAGE_KEY, { game: next.game, size: next.size, names, moves: movesOf(next) });
  }

  useEffect(() => {
    const turn = ++current.current;
    setReplay(null);
    setPending(null);
    setRefusal("");
    const kept = keptGame();
    const same = kept?.game === game && (!size || kept.size === size);
    load(game, size || (same ? kept.size : undefined), same ? kept.moves : []).then(
      (it) => turn === current.current && show(it),
      (error) => {
        if (turn !== current.current) return;
        setRefusal(errorText(error));
        setPassing(error instanceof ApiError && TEMPORARY_ERRORS.includes(error.code));
      },
    );
  }, [game, size, tries]);

  useEffect(() => {
    if (refusal && passing) return connection.onConnect(retry);
  }, [refusal, passing]);

  async function play(tap: Tap, cell: Cell): Promise<LocalReplay | null> {
    if (!replay || pending) return null;
    const turn = ++current.current;
    const { position, to_move } = replay.steps.at(-1) ?? replay;
    errorMessage.value = "";
    setPending(pendingOf(tap, cell, to_move));
    try {
      // From the current position, so that long games stay fast.
      const more = await replayed({ game, position, moves: [tap.move] });
      if (turn !== current.current) return null;
      const next = continued(replay, more.steps[0]);
      show(next);
      return next;
    } catch (error) {
      if (turn !== current.current) return null;
      setPending(null);
      errorMessage.value = `${texts.peek().hotseat.lost(tap.move)} ${errorText(error)}`;
      return null;
    }
  }

  return {
    replay,
    refusal,
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
    return await replayed({ game, size, moves });
  } catch (error) {
    const nonsense = error instanceof ApiError && ["illegal_move", "notation"].includes(error.code);
    if (!nonsense || !moves.length) throw error;
    return replayed({ game, size });
  }
}
