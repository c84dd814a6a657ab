// Looking back at an earlier position while the game goes on.
import { useEffect, useMemo, useState } from "preact/hooks";
import { applyChanges } from "../../board/picture-change";
import { fetchJson } from "../../net/api";
import type { LiveGame } from "../../net/live-game";
import type { GameReplay, Picture, Replay } from "../../net/protocol.gen";
import { attempt } from "../../ui/announce";

export interface LookBack {
  shown: number | null; // the number of the move; null: the game as it is
  picture: Picture | null; // after that move
  show: (number: number | null) => void;
}

export function useLookBack(game: LiveGame): LookBack {
  const [shown, setShown] = useState<number | null>(null);
  const [replay, setReplay] = useState<Replay | null>(null);
  const picture = useMemo(
    () => (replay && shown !== null ? pictureAfter(replay, shown) : null),
    [replay, shown],
  );
  // A takeback may take back the move that is shown.
  useEffect(() => {
    if (shown !== null && shown >= game.moves.length) setShown(null);
  }, [game.moves.length]);

  const knows = (number: number) =>
    replay?.steps[number - 1]?.move === game.moves[number - 1] && replay !== null;

  function show(number: number | null) {
    if (number === null || knows(number)) return setShown(number);
    void attempt(async () => {
      setReplay((await fetchJson<GameReplay>("GET", `/api/games/${game.id}/replay`)).replay);
      setShown(number);
    });
  }

  return { shown: picture ? shown : null, picture, show };
}

/** Without taps: nobody can move in the past. */
function pictureAfter(replay: Replay, number: number): Picture {
  const picture = applyChanges(replay.picture, replay.steps.slice(0, number));
  return { ...picture, cells: picture.cells.map((cell) => ({ ...cell, taps: [] })) };
}
