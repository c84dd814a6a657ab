import { beforeEach, describe, expect, it, vi } from "vitest";
import type { FromClient, FromServer } from "../../src/net/protocol.gen";

const wire = vi.hoisted(() => ({
  sent: [] as FromClient[],
  listeners: new Set<(message: FromServer) => void>(),
  openers: new Set<() => void>(),
  ready: true,
}));

vi.mock("../../src/net/connection", () => ({
  line: { peek: () => ({ state: "ready" }) },
  send: (message: FromClient) => wire.ready && wire.sent.push(message),
  listen: (it: (message: FromServer) => void) => {
    wire.listeners.add(it);
    return () => wire.listeners.delete(it);
  },
  whenReady: (work: () => void) => {
    wire.openers.add(work);
    if (wire.ready) work();
    return () => wire.openers.delete(work);
  },
}));

import { cancelSeek, seek, seeking } from "../../src/lobby/seek";

const hear = (message: FromServer) => {
  for (const it of [...wire.listeners]) it(message);
};
const reconnect = () => {
  wire.ready = true;
  for (const it of [...wire.openers]) it();
};

describe("quick pairing", () => {
  const found = vi.fn();
  const refused = vi.fn();
  const begin = () => seek("sos", "5x5", { found, refused });

  beforeEach(() => {
    wire.ready = true;
    cancelSeek();
    wire.sent.length = 0;
    found.mockReset();
    refused.mockReset();
  });

  it("makes the same wish again on every connection", () => {
    begin();
    wire.ready = false;
    reconnect();
    const id = seeking.value?.id;
    expect(wire.sent).toEqual([
      { type: "seek", game: "sos", size: "5x5", id },
      { type: "seek", game: "sos", size: "5x5", id },
    ]);
  });

  it("waits for a connection if there is none", () => {
    wire.ready = false;
    begin();
    expect(wire.sent).toEqual([]);
    expect(seeking.value).not.toBeNull();
    reconnect();
    expect(wire.sent).toHaveLength(1);
  });

  it("ends with the game of its own wish, once", () => {
    begin();
    const id = seeking.value?.id ?? "";
    hear({ type: "paired", game: "g0", id: "another" });
    expect(found).not.toHaveBeenCalled();
    hear({ type: "paired", game: "g1", id });
    hear({ type: "paired", game: "g1", id });
    expect(found.mock.calls).toEqual([["g1"]]);
    expect(seeking.value).toBeNull();
    reconnect();
    expect(wire.sent).toHaveLength(1);
  });

  it("is withdrawn when cancelled, and only if somebody waits", () => {
    cancelSeek();
    expect(wire.sent).toEqual([]);
    begin();
    cancelSeek();
    expect(wire.sent.at(-1)).toEqual({ type: "unseek" });
    expect(seeking.value).toBeNull();
    expect(wire.listeners.size + wire.openers.size).toBe(0);
  });

  it("ends when it is refused", () => {
    begin();
    const id = seeking.value?.id;
    hear({ type: "error", code: "notation", message: "no such game", id: "another" });
    expect(seeking.value).not.toBeNull();
    hear({ type: "error", code: "notation", message: "no such size", id });
    expect(refused).toHaveBeenCalledWith("notation", "no such size");
    expect(seeking.value).toBeNull();
  });
});
