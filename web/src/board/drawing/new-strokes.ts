// The lines added since a board was last shown.
import { useMemo, useRef } from "preact/hooks";
import { type Picture, StrokeKind } from "../../net/protocol.gen";
import { strokeKey } from "./player-line";

const MAX_PER_MOVE = 8; // more at once are another position, not a move

/** The keys of the strokes that are new: they are animated. */
export function useNewStrokes(picture: Picture): ReadonlySet<string> {
  const known = useRef<{ board: string; keys: Set<string> } | null>(null);
  return useMemo(() => {
    const board = `${picture.game} ${picture.size}`;
    const keys = new Set(
      picture.strokes.filter((it) => it.kind === StrokeKind.LINE).map(strokeKey),
    );
    const before = known.current?.board === board ? known.current.keys : keys;
    known.current = { board, keys };
    const added = [...keys].filter((it) => !before.has(it));
    return new Set(added.length <= MAX_PER_MOVE ? added : []);
  }, [picture]);
}
