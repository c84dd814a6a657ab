import { describe, expect, it } from "vitest";
import type { CoreClient } from "../../../src/core/client";
import { CoreError } from "../../../src/core/instance";
import type { Proofs, Request, Values } from "../../../src/core/request";
import { analysePosition, type Known } from "../../../src/study/device/analyse-position";
import { Analysts, workerCount } from "../../../src/study/device/analysts";

const POSITION = {
  facts: { game: "line", size: "5", players: 2 },
  position: "..... 1",
  toMove: 0,
};

const values = (value: number, exact: boolean, best = "S1"): Values => ({
  value,
  exact,
  moves: [{ move: best, value, exact, best: true }],
  decided_by_points: false,
  expected: exact ? [] : [best],
  depth: 3,
  nodes: 10,
});

const proofs = (isDone: boolean): Proofs => ({
  proof: isDone ? { value: 1, best: ["S1"], complete: true } : null,
  proven: isDone ? [["S1", 1]] : [],
  lower: isDone ? 1 : null,
  upper: isDone ? 1 : null,
  expected: isDone ? ["S1", "S2"] : [],
  done: isDone,
  nodes: 5,
});

type Answer = (request: Request, signal?: AbortSignal) => unknown;

/** Clients that answer by this function, and what they were asked. */
function workers(count: number, answer: Answer): { analysts: Analysts; asked: Request[] } {
  const asked: Request[] = [];
  const client = () =>
    ({
      ask: async (request: Request, signal?: AbortSignal) => {
        signal?.throwIfAborted();
        asked.push(request);
        return answer(request, signal);
      },
      close: () => {},
    }) as unknown as CoreClient;
  return { analysts: new Analysts(count, client), asked };
}

/** What is shown until nothing is left to find. */
async function analysed(count: number, answer: Answer, players = 2) {
  const shown: Known[] = [];
  const { analysts, asked } = workers(count, answer);
  const it = { ...POSITION, facts: { ...POSITION.facts, players } };
  await analysePosition(it, analysts, (known) => shown.push(known), new AbortController().signal);
  return { shown, asked };
}

describe("the analysis of a position on this device", () => {
  it.each([1, 2])("ends with proven values, with %i workers", async (count) => {
    let looks = 0;
    const { shown, asked } = await analysed(count, (request) => {
      if (request.kind === "prove") return proofs(++looks === 3);
      return "proof" in request && request.proof ? values(1, true) : values(0.2, false);
    });
    const last = shown[shown.length - 1];
    expect(last.solver).toBe("done");
    expect(last.found).toMatchObject({ value: 1, exact: true, outcome: "win", line: ["S1", "S2"] });
    expect(shown[0].found.exact).toBe(false);
    const limits = asked.flatMap((it) => (it.kind === "prove" ? [it.seconds ?? 0] : []));
    expect(limits).toHaveLength(3);
    expect(limits[2]).toBeGreaterThan(limits[0]);
    const memory = asked.flatMap((it) => ("memory" in it && it.memory ? [it.memory] : []));
    expect(count * Math.max(...memory)).toBeLessThanOrEqual(192 << 20);
  });

  it("needs no solver for three players", async () => {
    const { shown, asked } = await analysed(2, () => values(0.5, true), 3);
    expect(asked.map((it) => it.kind)).toEqual(["analyse"]);
    expect(shown[0].solver).toBe("none");
  });

  it("goes on with estimates if the solver has no memory", async () => {
    let looks = 0;
    const { shown } = await analysed(2, (request) => {
      if (request.kind === "prove") throw new CoreError("memory");
      return values(0.1 * ++looks, looks === 3);
    });
    expect(shown[shown.length - 1].solver).toBe("gave up");
  });

  it("stops when it is cancelled", async () => {
    const aborter = new AbortController();
    const { analysts } = workers(2, (request) =>
      request.kind === "prove" ? proofs(false) : values(0.1, false),
    );
    const shown: Known[] = [];
    const show = (known: Known) => {
      shown.push(known);
      aborter.abort(new Error("left"));
    };
    await expect(analysePosition(POSITION, analysts, show, aborter.signal)).rejects.toThrow("left");
    expect(shown).toHaveLength(1);
  });
});

describe("the number of workers", () => {
  it("is that of the processors, but no more than there is work for", () => {
    expect([1, 2, 8].map((processors) => workerCount(4, processors))).toEqual([1, 2, 4]);
    expect(workerCount(2, 8)).toBe(2);
  });
});
