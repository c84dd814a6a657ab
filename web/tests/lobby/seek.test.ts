import { beforeEach, describe, expect, it, vi } from "vitest";
import { QuickMatch } from "../../src/lobby/seek";
import { FakeConnection } from "../fake-connection";

describe("quick match", () => {
  const found = vi.fn();
  const failed = vi.fn();
  let connection: FakeConnection;
  let quickMatch: QuickMatch;
  const start = () => quickMatch.start("sos", "5x5", { found, failed });

  beforeEach(() => {
    connection = new FakeConnection();
    quickMatch = new QuickMatch(connection);
    found.mockReset();
    failed.mockReset();
  });

  it("resends the same seek on every connection", () => {
    start();
    connection.isReady = false;
    connection.reconnect();
    const id = quickMatch.seek.value?.id;
    expect(connection.sent).toEqual([
      { type: "seek", game: "sos", size: "5x5", id },
      { type: "seek", game: "sos", size: "5x5", id },
    ]);
  });

  it("waits for a connection if there is none", () => {
    connection.isReady = false;
    start();
    expect(connection.sent).toEqual([]);
    expect(quickMatch.seek.value).not.toBeNull();
    connection.reconnect();
    expect(connection.sent).toHaveLength(1);
  });

  it("ends with the game of its own seek, once", () => {
    start();
    const id = quickMatch.seek.value?.id ?? "";
    connection.receive({ type: "paired", game_id: "g0", id: "another" });
    expect(found).not.toHaveBeenCalled();
    connection.receive({ type: "paired", game_id: "g1", id });
    connection.receive({ type: "paired", game_id: "g1", id });
    expect(found.mock.calls).toEqual([["g1"]]);
    expect(quickMatch.seek.value).toBeNull();
    connection.reconnect();
    expect(connection.sent).toHaveLength(1);
  });

  it("is withdrawn when cancelled, if there is one", () => {
    quickMatch.cancel();
    expect(connection.sent).toEqual([]);
    start();
    quickMatch.cancel();
    expect(connection.sent.at(-1)).toEqual({ type: "unseek" });
    expect(quickMatch.seek.value).toBeNull();
    expect(connection.listeners.size + connection.readyListeners.size).toBe(0);
  });

  it("ends when the server rejects it", () => {
    start();
    const id = quickMatch.seek.value?.id;
    connection.receive({ type: "error", code: "notation", message: "no such game", id: "another" });
    expect(quickMatch.seek.value).not.toBeNull();
    connection.receive({ type: "error", code: "notation", message: "no such size", id });
    expect(failed).toHaveBeenCalledWith("notation", "no such size");
    expect(quickMatch.seek.value).toBeNull();
  });
});
