// The state of the setup form: what is typed, and what is wrong with it.
import { useEffect, useState } from "preact/hooks";
import { replayOf } from "../../core/replay";
import { ApiError, errorText } from "../../net/api";
import type { Line } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { readPasted } from "../address";

export type SetupField = "size" | "position" | "moves";

interface Wrong {
  field: SetupField;
  words: string;
}

export function useSetup(line: Line, onOpen: (line: Line) => void) {
  const [game, setGame] = useState(line.game);
  const [size, setSize] = useState(line.size ?? "");
  const [position, setPosition] = useState("");
  const [moves, setMoves] = useState("");
  const [wrong, setWrong] = useState<Wrong | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    setGame(line.game);
    setSize(line.size ?? "");
  }, [line.game, line.size]);

  async function open(event: Event) {
    event.preventDefault();
    setWrong(null);
    let wanted: Line;
    try {
      const pasted = readPasted(moves);
      wanted = { game: pasted.game ?? game, moves: pasted.moves };
      const start = position.trim() || pasted.position;
      if (start) wanted.position = start;
      else wanted.size = pasted.game ? pasted.size : size.trim() || undefined;
    } catch {
      return setWrong({ field: "moves", words: texts.value.analysis.notRecord });
    }
    setBusy(true);
    try {
      const { game, size, steps } = await replayOf(wanted);
      const start = wanted.position ? { position: wanted.position } : { size };
      setPosition("");
      setMoves("");
      onOpen({ game, ...start, moves: steps.map((it) => it.move) });
    } catch (error) {
      setWrong(problemOf(error, wanted));
    } finally {
      setBusy(false);
    }
  }

  return {
    ...{ game, setGame, size, setSize, position, setPosition, moves, setMoves },
    ...{ wrong, busy, open },
  };
}

export type SetupState = ReturnType<typeof useSetup>;

/** The field to correct, and what is wrong with it. */
function problemOf(error: unknown, line: Line): Wrong {
  const number = error instanceof ApiError && /^move (\d+)/.exec(error.message)?.[1];
  if (number) return { field: "moves", words: texts.value.analysis.wrongMove(Number(number)) };
  return { field: line.position ? "position" : "size", words: errorText(error) };
}
