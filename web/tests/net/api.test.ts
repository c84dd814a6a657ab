import { afterEach, describe, expect, it, vi } from "vitest";
import {
  ApiError,
  errorText,
  fetchFile,
  fetchJson,
  fetchJsonAnonymously,
  streamLines,
  WordedError,
} from "../../src/net/api";
import { en } from "../../src/texts/en";

afterEach(() => vi.restoreAllMocks());

const answer = (it: Response) => vi.spyOn(globalThis, "fetch").mockResolvedValue(it);

/** A response that breaks off after its first lines. */
function broken(...parts: string[]): Response {
  let n = 0;
  return new Response(
    new ReadableStream({
      pull(controller) {
        if (n < parts.length) controller.enqueue(new TextEncoder().encode(parts[n++]));
        else controller.error(new TypeError("the line has broken"));
      },
    }),
  );
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (it) => it,
  );
  expect(error).toBeInstanceOf(ApiError);
  return (error as ApiError).code;
}

async function all<T>(them: AsyncIterable<T>, into: T[]): Promise<void> {
  for await (const it of them) into.push(it);
}

describe("an unreadable response", () => {
  it("counts as an unreachable server", async () => {
    answer(new Response("<!doctype html><title>Sign in to this network</title>"));
    expect(await refusal(fetchJson("GET", "/api/x"))).toBe("network");
    answer(broken('{"half":'));
    expect(await refusal(fetchJson("GET", "/api/x"))).toBe("network");
    answer(broken('{"half":'));
    expect(await refusal(fetchJsonAnonymously("GET", "/api/x"))).toBe("network");
    answer(broken("half"));
    expect(await refusal(fetchFile("/api/x"))).toBe("network");
  });

  it("ends a stream after the lines received so far", async () => {
    const received: unknown[] = [];
    answer(broken('{"done":0}\n{"do', 'ne":1}\n'));
    expect(await refusal(all(streamLines("/api/x", {}), received))).toBe("network");
    expect(received).toEqual([{ done: 0 }, { done: 1 }]);
    answer(new Response("<!doctype html>\n"));
    expect(await refusal(all(streamLines("/api/x", {}), received))).toBe("network");
  });
});

describe("the text for an error", () => {
  it("is the page's own, never the server's", () => {
    expect(errorText(new ApiError("taken", "ann is taken"))).toBe(en.errors.taken);
    expect(errorText(new ApiError("unheard_of", "internals"))).toBe(en.errors.error);
    expect(errorText(new WordedError("Nobody is called Ann."))).toBe("Nobody is called Ann.");
  });

  it("depends on the request", async () => {
    const full = '{"code":"taken","message":"this game is full"}';
    answer(new Response(full, { status: 409 }));
    const error = await fetchJson("POST", "/api/games/g1/join").catch((it) => it);
    expect(errorText(error)).toBe(en.errorsOf["POST /api/games/{id}/join"].taken);
  });

  it("says how long to wait", async () => {
    const headers = { "retry-after": "3" };
    answer(new Response('{"code":"too_many","message":""}', { status: 429, headers }));
    const error = await fetchJson("POST", "/api/games", {}).catch((it) => it);
    expect(errorText(error)).toBe("You're doing that too fast. Try again in 3 seconds.");
  });

  it("is never an exception's message", () => {
    const noted = vi.spyOn(console, "error").mockImplementation(() => {});
    const mistake = new TypeError("undefined is not an object");
    expect(errorText(mistake)).toBe(en.errors.error);
    expect(noted).toHaveBeenCalledWith(mistake);
  });
});
