import { describe, expect, it } from "vitest";
import { applyChange } from "../../src/board/picture-change";
import { type LiveGame, liveGameAfter, liveGameOf, resultFor } from "../../src/net/live-game";
import type { Outcome } from "../../src/net/protocol.gen";
import { cell, empty, event, seat, state } from "../fixtures";

const NOW = 1_000_000;

const at = (given = {}): LiveGame => liveGameOf(state(given), NOW);

describe("a state", () => {
  it("has its countdowns as times of the local clock", () => {
    const table = at({
      clock_left: 12.5,
      seats: [{ name: "Ann" }, { name: "Ben", reconnect_left: 30 }],
    });
    expect(table.until).toBe(NOW + 12_500);
    expect(table.seats[1].until).toBe(NOW + 30_000);
    expect(table.seats[0].until).toBeNull();
  });
});

describe("an event", () => {
  it("adds a move and passes the turn", () => {
    const move = event({ text: "A1", seat: 0, moves: 1, entry: "a1", to_move: 1, clock_left: 60 });
    const next = liveGameAfter(at(), move, NOW);
    expect(next).toMatchObject({ seq: 1, moves: ["a1"], toMove: 1, until: NOW + 60_000 });
  });

  it("adds a player who left", () => {
    const left = event({ kind: "resign", seat: 1, moves: 2, entry: "x2", out: [1] });
    const next = liveGameAfter(at({ moves: ["a1"] }), left, NOW);
    expect(next).toMatchObject({ moves: ["a1", "x2"], out: [1] });
  });

  it("takes moves back", () => {
    const back = event({ kind: "accept_takeback", seat: 1, moves: 1, position: "X" });
    const next = liveGameAfter(at({ moves: ["a1", "b1"], takeback: 0 }), back, NOW);
    expect(next).toMatchObject({ moves: ["a1"], takeback: null });
  });

  it("is rejected if one before it was missed", () => {
    expect(liveGameAfter(at(), event({ seq: 2, moves: 1, entry: "a1" }), NOW)).toBeNull();
  });

  it("is rejected if the number of moves does not fit", () => {
    expect(liveGameAfter(at(), event({ kind: "resign", moves: 3 }), NOW)).toBeNull();
    expect(liveGameAfter(at(), event({ moves: 3, entry: "a1" }), NOW)).toBeNull();
  });

  it("is rejected if it lacks the change of a board that is shown", () => {
    const game = at({ picture: empty(3, 3) });
    expect(liveGameAfter(game, event({ moves: 1, entry: "a1", position: "X" }), NOW)).toBeNull();
  });

  it("replaces the small state", () => {
    const outcome: Outcome = { winner: 1, reason: "time", points: [3, 4], ranks: [2, 1] };
    const game = at({ clock_left: 1, draw_offers: [0], takeback: 1 });
    const seats = [seat("Ann"), { ...seat("Ben"), reconnect_left: 30 }];
    const end = event({ kind: "timeout", status: "over", seats, points: [3, 4], outcome });
    const rematch = { rematch: [0], next_game: "h" };
    expect(liveGameAfter(game, { ...end, ...rematch }, NOW)).toMatchObject({
      status: "over",
      seats: [{ until: null }, { name: "Ben", until: NOW + 30_000 }],
      points: [3, 4],
      until: null,
      drawOffers: [],
      takeback: null,
      rematch: [0],
      nextGame: "h",
      outcome,
    });
  });

  it("replaces the clocks of all players", () => {
    const game = at({ clock: 300, increment: 3, clocks_left: [300, 300] });
    expect(game).toMatchObject({ increment: 3, clocks: [300, 300] });
    const after = liveGameAfter(game, event({ clock_left: 300, clocks_left: [290.5, 300] }), NOW);
    expect(after).toMatchObject({ increment: 3, clocks: [290.5, 300], until: NOW + 300_000 });
  });

  it("adds a chat message, unless its text is hidden", () => {
    const message = event({ kind: "chat", seat: 1, text: "hello" });
    const next = liveGameAfter(at(), message, NOW) as LiveGame;
    expect(next.chatMessages).toEqual([{ seat: 1, text: "hello" }]);
    const hidden = liveGameAfter(next, { ...message, seq: 2, text: "" }, NOW) as LiveGame;
    expect(hidden.chatMessages).toHaveLength(1);
  });
});

describe("a verdict", () => {
  const outcome = (reason: Outcome["reason"], winner: number | null, ranks: number[]): Outcome => ({
    reason,
    winner,
    ranks,
    points: ranks.map(() => 0),
  });

  it.each([
    [outcome("line", 0, [1, 2]), 0, "won"],
    [outcome("line", 0, [1, 2]), 1, "lost"],
    [outcome("line", 0, [1, 2]), null, "watched"],
    [outcome("full", null, [1, 1]), 0, "draw"],
    [outcome("full", null, [1, 1]), null, "draw"],
    [outcome("points", null, [1, 1, 3]), 2, "lost"],
    [outcome("aborted", null, [1, 1]), 0, "none"],
    [outcome("abandoned", null, [1, 1]), null, "none"],
    [outcome("ended_by_admin", null, [1, 1]), 1, "none"],
  ])("of %o for seat %s is %s", (it, you, expected) => {
    expect(resultFor(it, you)).toBe(expected);
  });
});

describe("a picture", () => {
  it("changes by its cells' names", () => {
    const before = empty(2, 1);
    const change = {
      caption: "after",
      cells: [cell("2", 1, 0, { mark: "X", owner: 0 }), cell("big", 0, 0, { span: 2 })],
      gone: [],
      strokes: null,
      notes: null,
    };
    const now = applyChange(before, change);
    expect(now.caption).toBe("after");
    expect(now.cells.map((it) => it.name + it.mark)).toEqual(["1", "2X", "big"]);
    expect(applyChange(now, { ...change, cells: [], gone: ["big"] }).cells).toHaveLength(2);
    expect(before.cells[1].mark).toBe("");
  });
});
