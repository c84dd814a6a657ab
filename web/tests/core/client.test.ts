import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CoreClient } from "../../src/core/client";
import { CoreError } from "../../src/core/instance";
import type { Request } from "../../src/core/request";
import { FakeWorker } from "./fake-worker";

const PLACES = {
  core: { url: "/assets/quire-1.wasm", integrity: "sha384-x" },
  weights: { toy: "/assets/toy-1.bin" },
};
const MOVES: Request<"moves"> = { kind: "moves", game: "toy", moves: ["a1"] };
const SEARCH: Request<"search"> = { kind: "search", game: "toy", search: "mcts", seconds: 2 };

const makeClient = (places: typeof PLACES | { core: null; weights: object } = PLACES) =>
  new CoreClient(() => new FakeWorker() as unknown as Worker, places as typeof PLACES);

const workers = () => FakeWorker.all;
const codeOf = (promise: Promise<unknown>) => promise.catch((error: CoreError) => error.code);

beforeEach(() => {
  vi.useFakeTimers();
  FakeWorker.all = [];
});
afterEach(() => vi.useRealTimers());

describe("the client of the core", () => {
  it("starts a worker for the first request, and asks one thing at a time", async () => {
    const client = makeClient();
    expect(workers()).toHaveLength(0);
    const first = client.ask(MOVES);
    const second = client.ask({ ...MOVES, moves: [] });
    expect(workers()).toHaveLength(1);
    expect(workers()[0].received.map((it) => it.request)).toEqual(["moves\ngame=toy\nmoves=a1"]);
    workers()[0].answer({ moves: ["b2"] });
    expect(await first).toEqual({ moves: ["b2"] });
    expect(workers()[0].received).toHaveLength(2);
    workers()[0].answer({ moves: ["c3"] });
    expect(await second).toEqual({ moves: ["c3"] });
  });

  it("sends the weights' place with searches only", () => {
    const client = makeClient();
    client.ask(SEARCH);
    const other = makeClient();
    other.ask(MOVES);
    expect(workers()[0].received[0].weights).toEqual({ game: "toy", url: "/assets/toy-1.bin" });
    expect(workers()[1].received[0].weights).toBeUndefined();
    expect(workers()[0].received[0].place).toEqual(PLACES.core);
  });

  it("reports errors of the core with their code", async () => {
    const client = makeClient();
    const asked = client.ask(MOVES);
    workers()[0].fail("illegal_move", "a1 is taken");
    const error = await asked.catch((it) => it);
    expect(error).toBeInstanceOf(CoreError);
    expect([error.code, error.message]).toEqual(["illegal_move", "a1 is taken"]);
    expect(workers()[0].isTerminated).toBe(false);
  });

  it("is not available if the page was built without the core", async () => {
    const client = makeClient({ core: null, weights: {} });
    expect(client.isAvailable).toBe(false);
    expect(await codeOf(client.ask(MOVES))).toBe("unavailable");
    expect(workers()).toHaveLength(0);
  });

  it("forgets a request that is cancelled before it is sent", async () => {
    const client = makeClient();
    const first = client.ask(MOVES);
    const control = new AbortController();
    const second = client.ask(SEARCH, control.signal);
    control.abort(new Error("changed my mind"));
    await expect(second).rejects.toThrow("changed my mind");
    workers()[0].answer({ moves: [] });
    await first;
    expect(workers()[0].received).toHaveLength(1);
  });

  it("drops the worker of a cancelled search that goes on, and continues in another", async () => {
    const client = makeClient();
    const control = new AbortController();
    const first = client.ask(SEARCH, control.signal);
    const second = client.ask(MOVES);
    control.abort(new Error("changed my mind"));
    await expect(first).rejects.toThrow("changed my mind");
    expect(workers()[0].isTerminated).toBe(false);
    vi.advanceTimersByTime(300);
    expect(workers()[0].isTerminated).toBe(true);
    workers()[1].answer({ moves: ["b2"] });
    expect(await second).toEqual({ moves: ["b2"] });
  });

  it("keeps the worker of a cancelled search that ends in time", async () => {
    const client = makeClient();
    const control = new AbortController();
    const first = client.ask(SEARCH, control.signal);
    control.abort(new Error("changed my mind"));
    await expect(first).rejects.toThrow("changed my mind");
    workers()[0].answer({ candidates: [] });
    const second = client.ask(MOVES);
    vi.advanceTimersByTime(1000);
    workers()[0].answer({ moves: [] });
    expect(await second).toEqual({ moves: [] });
    expect(workers()).toHaveLength(1);
  });

  it("never sends a request whose signal was aborted before", async () => {
    const client = makeClient();
    await expect(client.ask(MOVES, AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
    expect(workers()).toHaveLength(0);
  });

  it("repeats a request once in a new worker if the old one dies", async () => {
    const client = makeClient();
    client.onRestart = vi.fn();
    const asked = client.ask(MOVES);
    workers()[0].die();
    expect(workers()[0].isTerminated).toBe(true);
    expect(workers()[1].received[0].request).toBe(workers()[0].received[0].request);
    workers()[1].answer({ moves: ["b2"] });
    expect(await asked).toEqual({ moves: ["b2"] });
    expect(client.onRestart).toHaveBeenCalledTimes(1);
  });

  it("gives a request up whose second worker dies as well", async () => {
    const client = makeClient();
    const first = client.ask(MOVES);
    const second = client.ask({ ...MOVES, moves: [] });
    workers()[0].die();
    workers()[1].die();
    expect(await codeOf(first)).toBe("died");
    workers()[2].answer({ moves: ["b2"] });
    expect(await second).toEqual({ moves: ["b2"] });
  });

  it("gives a request up that takes much longer than its limit", async () => {
    const client = makeClient();
    const asked = client.ask(SEARCH);
    vi.advanceTimersByTime(6999);
    expect(workers()[0].isTerminated).toBe(false);
    vi.advanceTimersByTime(1);
    expect(await codeOf(asked)).toBe("timeout");
    expect(workers()[0].isTerminated).toBe(true);
  });

  it("gives the memory back when nothing was asked for a minute", async () => {
    const client = makeClient();
    const asked = client.ask(MOVES);
    workers()[0].answer({ moves: [] });
    await asked;
    vi.advanceTimersByTime(59_999);
    expect(workers()[0].isTerminated).toBe(false);
    vi.advanceTimersByTime(1);
    expect(workers()[0].isTerminated).toBe(true);
    client.ask(MOVES);
    expect(workers()).toHaveLength(2);
  });

  it("rejects everything that waits when it is closed", async () => {
    const client = makeClient();
    const both = [client.ask(MOVES), client.ask(MOVES)].map(codeOf);
    client.close();
    expect(await Promise.all(both)).toEqual(["closed", "closed"]);
    expect(workers()[0].isTerminated).toBe(true);
  });
});
