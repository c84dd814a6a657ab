import { describe, expect, it } from "vitest";
import { changed } from "../../src/board/picture-change";
import { type LiveGame, liveGameAfter, liveGameOf, verdict } from "../../src/net/live-game";
import type { EventMessage, Outcome } from "../../src/net/protocol.gen";
import { cell, empty, state } from "../fixtures";

const NOW = 1_000_000;

function news(given: Partial<EventMessage>): EventMessage {
  const start = { type: "event", game_id: "g", seq: 1, to_move: 1, moves: 0 } as const;
  return { kind: "move", points: [0, 0], ...start, ...given };
}

const at = (given = {}): LiveGame => liveGameOf(state(given), NOW);

describe("a state", () => {
  it("tells when time ends, by this clock", () => {
    const table = at({
      clock_left: 12.5,
      seats: [{ name: "Ann" }, { name: "Ben", reconnect_left: 30 }],
    });
    expect(table.until).toBe(NOW + 12_500);
    expect(table.seats[1].until).toBe(NOW + 30_000);
    expect(table.seats[0].until).toBeNull();
  });

  it("tells who has left by the record", () => {
    expect(at({ moves: ["Sa1", "x2", "Ob1"] }).out).toEqual([1]);
  });
});

describe("an event", () => {
  it("adds a move and passes the turn", () => {
    const next = liveGameAfter(at(), news({ text: "a1", seat: 0, moves: 1, clock_left: 60 }), NOW);
    expect(next).toMatchObject({ seq: 1, moves: ["a1"], toMove: 1, until: NOW + 60_000 });
  });

  it("is refused if one before it was missed", () => {
    expect(liveGameAfter(at(), news({ seq: 2, text: "a1", moves: 1 }), NOW)).toBeNull();
  });

  it("is refused if the number of moves does not fit", () => {
    expect(liveGameAfter(at(), news({ kind: "resign", seat: 1, moves: 3 }), NOW)).toBeNull();
  });

  it("is refused if it lacks the change of a board that is shown", () => {
    const table = at({ picture: empty(3, 3) });
    expect(liveGameAfter(table, news({ text: "a1", moves: 1, position: "X" }), NOW)).toBeNull();
  });

  it("takes moves back", () => {
    const table = { ...at({ moves: ["a1", "b1"] }), takeback: 0 };
    const next = liveGameAfter(
      table,
      news({ kind: "accept_takeback", seat: 1, moves: 1, position: "X" }),
      NOW,
    );
    expect(next).toMatchObject({ moves: ["a1"], takeback: null });
  });

  it("keeps an offer of a draw until the other moves", () => {
    const offered = liveGameAfter(at(), news({ kind: "draw", seat: 0 }), NOW) as LiveGame;
    expect(offered.drawOffers).toEqual([0]);
    const own = liveGameAfter(
      offered,
      news({ seq: 2, seat: 0, text: "a1", moves: 1 }),
      NOW,
    ) as LiveGame;
    expect(own.drawOffers).toEqual([0]);
    const others = liveGameAfter(
      own,
      news({ seq: 3, seat: 1, text: "b1", moves: 2 }),
      NOW,
    ) as LiveGame;
    expect(others.drawOffers).toEqual([]);
  });

  it("shows who is away, and that they are back", () => {
    const away = liveGameAfter(
      at(),
      news({ kind: "disconnected", seat: 1, reconnect_left: 30 }),
      NOW,
    ) as LiveGame;
    expect(away.seats[1].until).toBe(NOW + 30_000);
    const back = liveGameAfter(
      away,
      news({ seq: 2, kind: "reconnected", seat: 1 }),
      NOW,
    ) as LiveGame;
    expect(back.seats[1].until).toBeNull();
  });

  it("ends the game and its clock", () => {
    const outcome: Outcome = { winner: 1, reason: "time", points: [0, 0], ranks: [2, 1] };
    const next = liveGameAfter(
      at({ clock_left: 1 }),
      news({ kind: "timeout", seat: 0, outcome }),
      NOW,
    );
    expect(next).toMatchObject({ status: "over", outcome, until: null });
  });

  it("keeps what is said, but not that something was said", () => {
    const said = liveGameAfter(
      at(),
      news({ kind: "chat", seat: 1, text: "hello" }),
      NOW,
    ) as LiveGame;
    expect(said.said).toEqual([{ seat: 1, text: "hello" }]);
    const hidden = liveGameAfter(
      said,
      news({ seq: 2, kind: "chat", seat: 1, text: "" }),
      NOW,
    ) as LiveGame;
    expect(hidden.said).toHaveLength(1);
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
  ])("of %o for seat %s is %s", (it, you, expected) => {
    expect(verdict(it, you)).toBe(expected);
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
    const now = changed(before, change);
    expect(now.caption).toBe("after");
    expect(now.cells.map((it) => it.name + it.mark)).toEqual(["1", "2X", "big"]);
    expect(changed(now, { ...change, cells: [], gone: ["big"] }).cells).toHaveLength(2);
    expect(before.cells[1].mark).toBe("");
  });
});
