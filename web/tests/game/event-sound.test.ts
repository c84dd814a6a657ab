import { describe, expect, it } from "vitest";
import { soundOf } from "../../src/game/sound/event-sound";
import { type GameUpdate, liveGameAfter, liveGameOf } from "../../src/net/live-game";
import { type Cell, type EventMessage, type State, StrokeKind } from "../../src/net/protocol.gen";
import { cell, empty, event, state } from "../fixtures";

const outcome = (winner: number | null) => ({
  winner,
  reason: "points" as const,
  points: [0, 0],
  ranks: [winner === 1 ? 2 : 1, winner === 0 ? 2 : 1],
});

/** The update of a game by an event, as player `you` receives it. */
function updated(given: Partial<EventMessage>, from: Partial<State> = {}): GameUpdate {
  const before = liveGameOf(state({ you: 0, picture: empty(3, 3), ...from }), 0);
  const message = event(given);
  const now = liveGameAfter(before, message, 0);
  if (!now) throw new Error("something was missed");
  return { before, now, event: message, state: null };
}

const move = (seat: number, cells: Cell[], lines = 0) => ({
  kind: "move" as const,
  seat,
  entry: "a1",
  moves: 1,
  position: "p",
  change: {
    caption: "",
    gone: [],
    cells,
    notes: null,
    strokes: Array.from({ length: lines }, (_, n) => ({
      kind: StrokeKind.LINE,
      x1: 0,
      y1: n,
      x2: 2,
      y2: n,
      owner: seat,
    })),
  },
});
const marked = cell("a1", 0, 0, { mark: "X" });

describe("the sound of an event", () => {
  it("is that of another player's move; my own was heard already", () => {
    expect(soundOf(updated(move(1, [marked])))).toEqual({ name: "other" });
    expect(soundOf(updated(move(0, [marked])))).toBeNull();
    expect(soundOf(updated(move(0, [marked]), { you: null }))).toEqual({ name: "other" });
  });

  it("is that of what a move has caused", () => {
    expect(soundOf(updated(move(0, [marked], 2)))).toEqual({ name: "struck", count: 2 });
    const won = cell("A", 0, 0, { mark: "X", span: 3 });
    expect(soundOf(updated(move(1, [marked, won])))).toEqual({ name: "struck", count: 1 });
    const shaded = cell("b1", 1, 0, { tint: "shaded" });
    expect(soundOf(updated(move(1, [marked, shaded])))).toEqual({ name: "shaded" });
  });

  it("is that of the end, rather than of the last move", () => {
    const last = move(1, [marked], 1);
    expect(soundOf(updated({ ...last, outcome: outcome(0) }))).toEqual({ name: "won" });
    expect(soundOf(updated({ ...last, outcome: outcome(1) }))).toEqual({ name: "ended" });
    expect(soundOf(updated({ ...last, outcome: outcome(null) }))).toEqual({ name: "ended" });
  });

  it("is that of paper when others offer or write something", () => {
    for (const kind of ["draw", "takeback", "rematch", "chat"] as const) {
      expect(soundOf(updated({ kind, seat: 1 }))).toEqual({ name: "paper" });
      expect(soundOf(updated({ kind, seat: 0 }))).toBeNull();
    }
    expect(soundOf(updated({ kind: "disconnected", seat: 1 }))).toBeNull();
  });

  it("is that of paper when a player joins", () => {
    const before = liveGameOf(state({ status: "open" }), 0);
    const joined = state({ status: "playing" });
    const update = { before, now: liveGameOf(joined, 0), event: null, state: joined };
    expect(soundOf(update)).toEqual({ name: "paper" });
  });
});
