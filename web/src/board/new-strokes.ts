// Which lines of a picture are new.
import { useMemo, useRef } from "preact/hooks";
import { type Picture, StrokeKind } from "../net/protocol.gen";
import { strokeKey } from "./drawing";

/** The strokes that were not there when a board was last shown: they are drawn before one's eyes. */
export function useFresh(picture: Picture): ReadonlySet<string> {
  const known = useRef<{ board: string; keys: Set<string> } | null>(null);
  return useMemo(() => {
    const board = `${picture.game} ${picture.size}`;
    const keys = new Set(
      picture.strokes.filter((it) => it.kind === StrokeKind.LINE).map(strokeKey),
    );
    const before = known.current?.board === board ? known.current.keys : keys;
    known.current = { board, keys };
    const added = [...keys].filter((it) => !before.has(it));
    return new Set(added.length <= 8 ? added : []); // more at once is no move
  }, [picture]);
}
