import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { account } from "../../src/net/account";
import type { BoardDrawer } from "../../src/net/live-game";
import { createSession } from "../../src/net/session";
import { errorMessage } from "../../src/ui/announce";
import { FakeConnection } from "../fake-connection";
import { empty, event, state } from "../fixtures";

const shown = (given = {}) => state({ picture: empty(2, 1), ...given });

let connection: FakeConnection;
let myGames: { id: string }[] = [];

/** A session as after a reload: only what the browser stores is left of the last one. */
function reload() {
  connection = new FakeConnection(false);
  const session = createSession(connection, {
    loadMyGames: async () => myGames,
    paceSeconds: () => 0.35,
  });
  account.value = { token: "t", player: { id: "a", name: "Ann", kind: "member" } };
  session.start();
  connection.isReady = true;
  return session;
}

const watched = () => connection.sent.flatMap((it) => (it.type === "watch" ? [it.game_id] : []));
const acts = () => connection.sent.flatMap((it) => (it.type === "act" ? [it.text] : []));

describe("my games", () => {
  beforeEach(() => {
    localStorage.clear();
    myGames = [];
  });
  afterEach(() => vi.useRealTimers());

  it("asks for the pace of computer players in the open game only", () => {
    const session = reload();
    session.open("g");
    session.follow(["h"]);
    const paces = connection.sent.flatMap((it) => (it.type === "watch" ? [it.pace] : []));
    expect(paces).toEqual([0.35, undefined]);
  });

  it("keeps a pending move when another page is open, and resends it", () => {
    const session = reload();
    const leave = session.open("g");
    connection.receive(shown());
    const picture = session.game.value?.picture;
    session.play({ move: "1", label: "X" }, picture?.cells[0] as never);
    expect(session.pending.value?.cell).toBe("1");
    leave();
    expect(session.pending.value).toBeNull();
    connection.sent.length = 0;
    connection.reconnect();
    expect(connection.sent.map((it) => it.type)).toEqual(["watch", "act"]); // else its event isn't sent here
    expect(acts()).toEqual(["1"]);
    session.open("g");
    expect(session.pending.value?.cell).toBe("1");
    // It was stored meanwhile; the state does not say so, but the answer to the same id does.
    connection.sent.length = 0;
    connection.receive(shown({ seq: 1 }));
    expect(acts()).toEqual(["1"]);
    const id = session.pending.value?.act.id ?? "";
    connection.receive({ type: "ack", game_id: "g", id, seq: 1 });
    expect(session.pending.value).toBeNull();
  });

  it("clears a pending move whose event comes before the state", () => {
    const session = reload();
    const leave = session.open("g");
    connection.receive(shown());
    session.play({ move: "1", label: "X" }, session.game.value?.picture?.cells[0] as never);
    const id = session.pending.value?.act.id ?? "";
    leave();
    session.open("g");
    connection.receive(event({ id, to_move: 1 }));
    expect(session.pending.value).toBeNull();
  });

  it("acknowledges a stored move while another game is open", () => {
    const session = reload();
    session.open("g");
    connection.receive(shown());
    session.play({ move: "1", label: "X" }, session.game.value?.picture?.cells[0] as never);
    const { id } = session.pending.value?.act ?? { id: "" };
    session.open("h");
    connection.receive(event({ id, to_move: 1 }));
    session.open("g");
    expect(session.pending.value).toBeNull();
    expect(session.myGames.value.get("g")).toBe(false);
  });

  it("follows games that wait for players as well", async () => {
    const session = reload();
    myGames = [{ id: "open" }, { id: "on" }];
    connection.reconnect();
    await vi.waitFor(() => expect(watched()).toEqual(["open", "on"]));
    connection.receive(state({ id: "open", status: "open" }));
    expect([...session.startedElsewhere.value.keys()]).toEqual([]);
    connection.receive(state({ id: "open", to_move: 1 }));
    expect([...session.startedElsewhere.value.keys()]).toEqual(["open"]);
    session.open("open");
    expect([...session.startedElsewhere.value.keys()]).toEqual([]);
  });

  it("has no turn, and no start, while a game waits for players to come back", () => {
    const session = reload();
    session.open("other");
    connection.receive(state({ status: "open" }));
    connection.receive(state({ seq: 1, waiting: true }));
    expect(session.myGames.value.get("g")).toBe(false);
    expect(session.startedElsewhere.value.size).toBe(0);
    connection.receive(event({ seq: 2, kind: "disconnected", seat: 1, waiting: true }));
    expect(session.myGames.value.get("g")).toBe(false);
    connection.receive(event({ seq: 3, kind: "reconnected", seat: 1 }));
    expect(session.myGames.value.get("g")).toBe(true);
    expect([...session.startedElsewhere.value.keys()]).toEqual(["g"]);
  });

  it("links to a game that waited until I opened the page", () => {
    const session = reload();
    connection.receive(state({ seq: 2, reconnect_seconds: 30, to_move: 1 }));
    expect([...session.startedElsewhere.value.keys()]).toEqual(["g"]);
  });

  it("links to a game that started elsewhere until it is opened", () => {
    const session = reload();
    session.open("other");
    session.followStarted("g");
    expect([...session.startedElsewhere.value.keys()]).toEqual(["g"]);
    expect(watched()).toContain("g");
    session.open("g");
    expect([...session.startedElsewhere.value.keys()]).toEqual([]);
  });

  it("waits for a rematch on any page, even after a reload", async () => {
    let session = reload();
    const leave = session.open("g");
    const outcome = { winner: 0, reason: "line", points: [0, 0], ranks: [1, 2] } as const;
    const over = { status: "over", outcome: { ...outcome, points: [0, 0], ranks: [1, 2] } };
    connection.receive(shown({ ...over, rematch: [0] }));
    leave();
    expect(connection.sent.some((it) => it.type === "unwatch")).toBe(false);
    session = reload();
    connection.reconnect();
    await vi.waitFor(() => expect(watched()).toEqual(["g"]));
    connection.receive(event({ kind: "next_game", text: "next" }));
    expect(watched()).toEqual(["g", "next"]);
    expect(connection.sent).toContainEqual({ type: "unwatch", game_id: "g" });
    connection.receive(state({ id: "next", to_move: 1 }));
    expect([...session.startedElsewhere.value.keys()]).toEqual(["next"]);
  });

  it("waits for a rematch once it is asked for, and for a few at most", () => {
    const session = reload();
    for (let n = 1; n <= 9; n++) {
      const leave = session.open(`g${n}`);
      connection.receive(shown({ id: `g${n}`, status: "over" }));
      session.act("rematch");
      leave();
    }
    const left = connection.sent.flatMap((it) => (it.type === "unwatch" ? [it.game_id] : []));
    expect(left).toEqual(["g1"]);
  });

  it("stops following a finished game without a rematch", () => {
    const session = reload();
    const leave = session.open("g");
    connection.receive(shown({ status: "over", rematch: [1] }));
    leave();
    expect(connection.sent.at(-1)).toEqual({ type: "unwatch", game_id: "g" });
  });

  it("asks again for a game that was unavailable", async () => {
    vi.useFakeTimers();
    const session = reload();
    session.open("g");
    connection.sent.length = 0;
    connection.receive({
      type: "error",
      code: "unavailable",
      message: "later",
      game_id: "g",
      id: null,
    });
    expect(session.missing.value).toBeNull();
    vi.advanceTimersByTime(5000);
    expect(watched()).toEqual(["g"]);
    connection.receive({ type: "error", code: "not_found", message: "no", game_id: "g", id: null });
    expect(session.missing.value).toContain("cancelled");
    connection.receive(shown());
    expect(session.missing.value).toBeNull();
  });
});

describe("boards that are drawn here", () => {
  const drawn = (caption: string) => ({ ...empty(2, 1), caption });
  let drawer: BoardDrawer;

  function openWith(it: BoardDrawer) {
    connection = new FakeConnection(false);
    drawer = it;
    const session = createSession(connection, {
      loadMyGames: async () => [],
      loadDrawer: async () => drawer,
    });
    session.start();
    connection.isReady = true;
    session.open("g");
    connection.receive(shown({ moves: ["1"], seq: 1, position: "one" }));
    return session;
  }
  async function openWithDrawer() {
    const session = openWith({
      draw: vi.fn(() => drawn("whole")),
      drawNext: vi.fn(() => drawn("next")),
      allows: vi.fn(() => true),
    });
    await vi.waitFor(() => expect(pictures()).toEqual([true, false]));
    connection.receive(state({ moves: ["1"], seq: 1, position: "one" }));
    return session;
  }
  const pictures = () => connection.sent.flatMap((it) => (it.type === "watch" ? [it.picture] : []));

  it("come from the server until the core is there, and stay", async () => {
    const session = await openWithDrawer();
    expect(session.game.value?.picture?.caption).toBe("An empty board");
  });

  it("come from the server if the core doesn't know the game, and moves are sent", async () => {
    const session = openWith({ draw: vi.fn(() => null), drawNext: vi.fn(), allows: () => false });
    await vi.waitFor(() => expect(drawer.draw).toHaveBeenCalled());
    session.play({ move: "1", label: "X" }, session.game.value?.picture?.cells[0] as never);
    expect(acts()).toHaveLength(1);
    session.watch();
    expect(pictures()).toEqual([true, true]);
  });

  it("follow events without pictures", async () => {
    const session = await openWithDrawer();
    connection.receive(event({ seq: 2, moves: 2, entry: "2", position: "two" }));
    expect(session.game.value).toMatchObject({ position: "two", picture: { caption: "next" } });
    const board = vi.mocked(drawer.drawNext).mock.calls[0];
    expect(board[0].position).toBe("one");
    expect(board.slice(2)).toEqual(["2", "two"]);
    connection.receive(event({ seq: 3, kind: "accept_takeback", moves: 1, position: "one" }));
    expect(session.game.value).toMatchObject({ moves: ["1"], picture: { caption: "whole" } });
    connection.receive(event({ seq: 4, kind: "chat", moves: 1, text: "hi", seat: 0 }));
    expect(pictures()).toEqual([true, false]);
  });

  it("come from the server again if the core gets to another position", async () => {
    const session = await openWithDrawer();
    vi.mocked(drawer.drawNext).mockReturnValue(null);
    connection.receive(event({ seq: 2, moves: 2, entry: "2", position: "two" }));
    expect(pictures()).toEqual([true, false, true]);
    connection.receive(shown({ moves: ["1", "2"], seq: 2, position: "two" }));
    expect(session.game.value?.seq).toBe(2);
    session.watch();
    expect(pictures().at(-1)).toBe(true);
  });

  it("are asked for again, instead of a move that the rules don't allow", async () => {
    const session = await openWithDrawer();
    vi.mocked(drawer.allows).mockReturnValue(false);
    session.play({ move: "1", label: "X" }, session.game.value?.picture?.cells[0] as never);
    expect(session.pending.value).toBeNull();
    expect(acts()).toEqual([]);
    expect(pictures().at(-1)).toBe(true);
  });
});

describe("moves of computer players that this device computes", () => {
  it("are sent for their seats, again after a reconnection, and stop when they are refused", () => {
    errorMessage.value = "";
    const session = reload();
    session.open("g");
    connection.receive(shown({ seed: 7, to_move: 1 }));
    session.startComputing();
    const computes = () =>
      connection.sent.flatMap((it) => (it.type === "watch" ? [it.computes] : []));
    expect(computes()).toEqual([false, true]);
    session.playFor(1, "2");
    expect(connection.sent.at(-1)).toMatchObject({ type: "act", seat: 1, text: "2", seq: 0 });
    expect(session.pending.value).toBeNull();
    connection.reconnect();
    expect(acts()).toEqual(["2", "2"]);
    const refuse = (code: string) => {
      const { id } = connection.sent.findLast((it) => it.type === "act") ?? { id: "" };
      connection.receive({ type: "error", code, message: "", game_id: "g", id });
    };
    refuse("stale");
    session.playFor(1, "1");
    refuse("illegal_move");
    expect(computes().at(-1)).toBe(false);
    expect(errorMessage.value).toBe("");
  });
});
