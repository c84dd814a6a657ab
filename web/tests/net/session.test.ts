import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FromClient, FromServer, News } from "../../src/net/protocol.gen";
import { empty, state } from "../fixtures";

const sent: FromClient[] = [];
const wire: { hear: (message: FromServer) => void; ready: () => void } = {
  hear: () => {},
  ready: () => {},
};
let mine: { id: string; status: string }[] = [];

vi.mock("../../src/net/connection", () => ({
  listen: (hear: typeof wire.hear) => {
    wire.hear = hear;
  },
  send: (message: FromClient) => sent.push(message),
  whenReady: (ready: typeof wire.ready) => {
    wire.ready = ready;
  },
}));
vi.mock("../../src/net/api", async (original) => ({
  ...(await original<typeof import("../../src/net/api")>()),
  ask: async () => mine,
}));

const news = (given: Partial<News>): News => ({
  type: "event",
  game: "g",
  seq: 1,
  kind: "move",
  to_move: 0,
  points: [0, 0],
  moves: 0,
  ...given,
});
const shown = (given = {}) => state({ picture: empty(2, 1), ...given });

/** The session as after a reload: what the browser keeps is all that stays. */
async function opened() {
  vi.resetModules();
  const session = await import("../../src/net/session");
  const { account } = await import("../../src/net/account");
  account.value = { token: "t", player: { id: "a", name: "Ann", kind: "member" } };
  session.start();
  sent.length = 0;
  return session;
}

const watched = () => sent.flatMap((it) => (it.type === "watch" ? [it.game] : []));
const acts = () => sent.flatMap((it) => (it.type === "act" ? [it.text] : []));

describe("my games", () => {
  beforeEach(() => {
    localStorage.clear();
    mine = [];
  });
  afterEach(() => vi.useRealTimers());

  it("keeps a pending move when one looks elsewhere, and says it again", async () => {
    const session = await opened();
    const leave = session.look("g");
    wire.hear(shown());
    const picture = session.table.value?.picture;
    session.play({ move: "1", label: "X" }, picture?.cells[0] as never);
    expect(session.pending.value?.cell).toBe("1");
    leave();
    expect(session.pending.value).toBeNull();
    sent.length = 0;
    wire.ready();
    expect(sent.map((it) => it.type)).toEqual(["watch", "act"]); // else it hears nothing of it
    expect(acts()).toEqual(["1"]);
    session.look("g");
    expect(session.pending.value?.cell).toBe("1");
    // It was stored meanwhile; the state does not say so, but the answer to the same id does.
    sent.length = 0;
    wire.hear(shown({ seq: 1 }));
    expect(acts()).toEqual(["1"]);
    const id = session.pending.value?.act.id ?? "";
    wire.hear({ type: "ack", game: "g", id, seq: 1 });
    expect(session.pending.value).toBeNull();
  });

  it("clears a pending move whose event comes before the state", async () => {
    const session = await opened();
    const leave = session.look("g");
    wire.hear(shown());
    session.play({ move: "1", label: "X" }, session.table.value?.picture?.cells[0] as never);
    const id = session.pending.value?.act.id ?? "";
    leave();
    session.look("g");
    wire.hear(news({ id, to_move: 1 }));
    expect(session.pending.value).toBeNull();
  });

  it("hears of a stored move while one looks elsewhere", async () => {
    const session = await opened();
    session.look("g");
    wire.hear(shown());
    session.play({ move: "1", label: "X" }, session.table.value?.picture?.cells[0] as never);
    const { id } = session.pending.value?.act ?? { id: "" };
    session.look("h");
    wire.hear(news({ id, to_move: 1 }));
    session.look("g");
    expect(session.pending.value).toBeNull();
    expect(session.held.value.get("g")).toBe(false);
  });

  it("sits down at games that wait for players as well", async () => {
    const session = await opened();
    mine = [
      { id: "open", status: "open" },
      { id: "on", status: "playing" },
    ];
    wire.ready();
    await vi.waitFor(() => expect(watched()).toEqual(["open", "on"]));
    wire.hear(state({ game: "open", status: "open" }));
    expect([...session.begun.value.keys()]).toEqual([]);
    wire.hear(state({ game: "open", to_move: 1 }));
    expect([...session.begun.value.keys()]).toEqual(["open"]);
    session.look("open");
    expect([...session.begun.value.keys()]).toEqual([]);
  });

  it("goes on waiting for a rematch wherever one looks, also after a reload", async () => {
    let session = await opened();
    const leave = session.look("g");
    const outcome = { winner: 0, reason: "line", points: [0, 0], ranks: [1, 2] } as const;
    const over = { status: "over", outcome: { ...outcome, points: [0, 0], ranks: [1, 2] } };
    wire.hear(shown({ ...over, rematch: [0] }));
    leave();
    expect(sent.some((it) => it.type === "unwatch")).toBe(false);
    session = await opened();
    wire.ready();
    await vi.waitFor(() => expect(watched()).toEqual(["g"]));
    wire.hear(news({ kind: "follows", text: "next" }));
    expect(watched()).toEqual(["g", "next"]);
    expect(sent).toContainEqual({ type: "unwatch", game: "g" });
    wire.hear(state({ game: "next", to_move: 1 }));
    expect([...session.begun.value.keys()]).toEqual(["next"]);
  });

  it("waits for a rematch from the moment that it is asked for, and not for too many", async () => {
    const session = await opened();
    for (let n = 1; n <= 9; n++) {
      const leave = session.look(`g${n}`);
      wire.hear(shown({ game: `g${n}`, status: "over" }));
      session.act("rematch");
      leave();
    }
    const left = sent.flatMap((it) => (it.type === "unwatch" ? [it.game] : []));
    expect(left).toEqual(["g1"]);
  });

  it("leaves a finished game after which nothing is wanted", async () => {
    const session = await opened();
    const leave = session.look("g");
    wire.hear(shown({ status: "over", rematch: [1] }));
    leave();
    expect(sent.at(-1)).toEqual({ type: "unwatch", game: "g" });
  });

  it("asks again for a game that the server could not give just then", async () => {
    vi.useFakeTimers();
    const session = await opened();
    session.look("g");
    sent.length = 0;
    wire.hear({ type: "error", code: "unavailable", message: "later", game: "g", id: null });
    expect(session.missing.value).toBeNull();
    vi.advanceTimersByTime(5000);
    expect(watched()).toEqual(["g"]);
    wire.hear({ type: "error", code: "not_found", message: "no", game: "g", id: null });
    expect(session.missing.value).toBe("no");
    wire.hear(shown());
    expect(session.missing.value).toBeNull();
  });
});
