import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection } from "../../src/net/connection";

const BANNED = 4003;
const opened: FakeSocket[] = [];

class FakeSocket {
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;
  close() {}
  send() {}
  constructor() {
    opened.push(this);
  }
}

describe("the connection", () => {
  beforeEach(() => {
    opened.length = 0;
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", FakeSocket);
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  function connected(): Connection {
    const connection = new Connection();
    connection.connect();
    const welcome = { type: "welcome", player: null, heartbeat_seconds: 10 };
    opened[0]?.onmessage?.({ data: JSON.stringify(welcome) });
    expect(connection.status.value).toEqual({ state: "ready" });
    return connection;
  }

  it("is opened again after it was lost", () => {
    const connection = connected();
    opened[0]?.onclose?.({ code: 1006 });
    expect(connection.status.value).toMatchObject({ state: "lost", reason: "unreachable" });
    vi.advanceTimersByTime(60_000);
    expect(opened.length).toBe(2);
  });

  it("stays closed on a banned network, until the player tries again", () => {
    const connection = connected();
    opened[0]?.onclose?.({ code: BANNED });
    expect(connection.status.value).toMatchObject({
      state: "lost",
      reason: "banned",
      retryAt: null,
    });
    vi.advanceTimersByTime(3_600_000);
    expect(opened.length).toBe(1);
    connection.connect();
    opened[1]?.onclose?.({ code: BANNED });
    vi.advanceTimersByTime(3_600_000);
    expect(opened.length).toBe(2);
  });
});
