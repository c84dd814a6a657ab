import { afterEach, describe, expect, it, vi } from "vitest";
import {
  ApiError,
  errorText,
  fetchFile,
  fetchJson,
  fetchJsonAnonymously,
  sentence,
  streamLines,
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
  it("is the server's message as a sentence, or the page's text for its code", () => {
    expect(errorText(new ApiError("taken", "ann is taken"))).toBe("Ann is taken.");
    expect(errorText(new ApiError("taken", ""))).toBe(en.errors.taken);
    expect(errorText(new ApiError("unheard_of", ""))).toBe(en.errors.error);
  });

  it("is never an exception's message", () => {
    const noted = vi.spyOn(console, "error").mockImplementation(() => {});
    const mistake = new TypeError("undefined is not an object");
    expect(errorText(mistake)).toBe(en.errors.error);
    expect(noted).toHaveBeenCalledWith(mistake);
  });
});

describe("a server's message", () => {
  it("becomes a sentence", () => {
    expect(sentence("size must be 3x3 or more")).toBe("Size must be 3x3 or more.");
    expect(sentence("Try again in 3 seconds.")).toBe("Try again in 3 seconds.");
    expect(sentence("'x' is not a move")).toBe("'x' is not a move.");
    expect(sentence("")).toBe("");
  });
});
