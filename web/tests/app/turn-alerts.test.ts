import { expect, it, vi } from "vitest";
import { notify } from "../../src/app/notifications";
import { start } from "../../src/app/turn-alerts";
import { session } from "../../src/net/online";
import type { FakeConnection } from "../fake-connection";
import { empty, event, seat, state } from "../fixtures";

vi.mock("../../src/app/notifications", () => ({ notify: vi.fn() }));
const { connection } = vi.hoisted(() => ({ connection: {} as { fake: FakeConnection } }));
vi.mock("../../src/net/online", async () => {
  const { FakeConnection } = await import("../fake-connection");
  const { createSession } = await import("../../src/net/session");
  connection.fake = new FakeConnection();
  const session = createSession(connection.fake, { loadMyGames: async () => [] });
  return { connection: connection.fake, session };
});

const kinds = () => vi.mocked(notify).mock.calls.map(([it]) => it.kind);

it("call the guest when the host is back, not while the game waits", () => {
  session.start();
  start();
  session.open("g");
  const game = { picture: empty(2, 1), to_move: 1 };
  connection.fake.receive(state({ ...game, status: "open" }));
  const seats = [seat("Ann"), { ...seat("Ben"), away: true }];
  connection.fake.receive(state({ ...game, seats, seq: 1, waiting: true }));
  expect(kinds()).toEqual([]);
  connection.fake.receive(event({ seq: 2, kind: "reconnected", seat: 1, to_move: 1 }));
  expect(kinds()).toEqual(["start"]);
});
