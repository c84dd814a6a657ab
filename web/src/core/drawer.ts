// The boards of online games, drawn by the core. It runs on the page's own thread: a picture takes
// less time than a message to the worker and back, and it is there with the event that it shows.
import { applyChanges } from "../board/picture-change";
import type { Line, Picture } from "../net/protocol.gen";
import { place } from "./core";
import { type Core, CoreError } from "./instance";
import { loadCore } from "./load";
import { type Answers, encode } from "./request";

/** Rejects if there is no core. */
export async function loadDrawer(): Promise<Drawer> {
  if (!place) throw new CoreError("unavailable");
  return new Drawer(await loadCore(place));
}

/** A board as the server describes it. */
interface Board {
  game: string;
  size: string;
  moves: readonly string[];
  position: string;
}

export class Drawer {
  #core: Pick<Core, "answer">;

  constructor(core: Pick<Core, "answer">) {
    this.#core = core;
  }

  /** The picture of a board. Null if the core gets to another position: only the server knows it. */
  draw({ game, size, moves, position }: Board): Picture | null {
    const replay = this.#replay({ game, size, moves: [...moves] });
    const last = replay?.steps.at(-1) ?? replay;
    return replay && last?.position === position
      ? applyChanges(replay.picture, replay.steps)
      : null;
  }

  /** The picture after one more entry of the record, which must lead to that position; else null. */
  drawNext(before: Board, picture: Picture, entry: string, position: string): Picture | null {
    const step = this.#step(before, entry);
    if (step?.position !== position) return null;
    return applyChanges(picture, [{ ...step, isDetached: true }]);
  }

  /** Whether the rules allow a move. */
  allows(board: Board, move: string): boolean {
    return this.#step(board, move) !== undefined;
  }

  #step({ game, position }: Board, entry: string) {
    return this.#replay({ game, position, moves: [entry] })?.steps[0];
  }

  #replay(line: Line): Answers["replay"] | null {
    try {
      return this.#core.answer<Answers["replay"]>(encode({ kind: "replay", ...line }));
    } catch (error) {
      if (error instanceof CoreError) return null;
      throw error;
    }
  }
}
