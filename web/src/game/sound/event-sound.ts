// Which sound an update of a game has.
import { changesBetween } from "../../board/drawing/changes";
import { type GameUpdate, resultFor } from "../../net/live-game";
import type { Picture } from "../../net/protocol.gen";
import type { SoundName } from "../../ui/sound/sound";

export interface EventSound {
  name: SoundName;
  count?: number; // lines struck at once
}

const OFFERS = ["draw", "takeback", "rematch", "chat"];

/** The most important sound of an update; my own move was heard when I made it. */
export function soundOf({ before, now, event, state }: GameUpdate): EventSound | null {
  const isMine = event?.seat != null && event.seat === now.you;
  if (state && before?.status === "open" && now.status === "playing") return { name: "paper" };
  if (!event || !before) return null;
  if (event.outcome) return { name: resultFor(event.outcome, now.you) === "won" ? "won" : "ended" };
  if (OFFERS.includes(event.kind)) return isMine ? null : { name: "paper" };
  if (event.kind !== "move") return null;
  const caused = before.picture && now.picture && causedSound(before.picture, now.picture);
  return caused ?? (isMine ? null : { name: "other" });
}

/** The sound of what a move has caused on the board. */
export function causedSound(before: Picture, now: Picture): EventSound | null {
  const { strokes, marks, shaded } = changesBetween(before, now);
  const wonBoards = now.cells.filter((it) => it.span > 1 && marks.has(it.name)).length;
  const count = strokes.size + wonBoards;
  if (count > 0) return { name: "struck", count };
  return shaded.size > 0 ? { name: "shaded" } : null;
}
