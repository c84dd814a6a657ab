import { describe, expect, it } from "vitest";
import { sampleOf } from "../../src/lobby/sample";
import { framesOf, games, namesOf } from "../../src/rules/example";
import { nextOf } from "../../src/rules/playback";
import { en } from "../../src/texts/en";
import { tr } from "../../src/texts/tr";

describe.each([
  ["en", en.rules],
  ["tr", tr.rules],
])("the words of examples in %s", (_, rules) => {
  it("exist for exactly the games", () => {
    expect(Object.keys(rules.examples)).toEqual(games);
    for (const game of games) {
      expect(rules.intros[game]).toBeTruthy();
      expect(Object.keys(rules.examples[game])).toEqual(namesOf(game));
    }
  });
  it("have a caption for every frame", () => {
    for (const game of games)
      for (const name of namesOf(game))
        expect([name, rules.examples[game][name].captions.length]).toEqual([
          name,
          framesOf(game, name).length,
        ]);
  });
});

describe("frames", () => {
  it("add what each move writes", () => {
    const marks = framesOf("sos", "score").map((it) => it.cells.filter((cell) => cell.mark).length);
    expect(marks).toEqual([0, 1, 2, 3]);
  });
  it("give every line its owner, also the first player", () => {
    const lines = framesOf("sos", "score")
      .at(-1)
      ?.strokes.filter((it) => it.kind === "line");
    expect(lines?.map((it) => it.owner)).toEqual([0]);
  });
  it("start at the example's position", () => {
    const [first] = framesOf("sos", "end");
    expect(first.cells.filter((cell) => cell.mark)).toHaveLength(6);
    expect(first.strokes.filter((it) => it.owner === 1)).toHaveLength(2);
  });
});

describe("playback of examples", () => {
  const order = ["a", "b", "c"];
  it("moves on to the next visible one, and wraps around", () => {
    expect(nextOf("a", order, new Set(["a", "c"]))).toBe("c");
    expect(nextOf("c", order, new Set(["a", "c"]))).toBe("a");
    expect(nextOf("b", order, new Set(["b"]))).toBe("b");
  });
  it("starts with the first visible one", () => {
    expect(nextOf(null, order, new Set(["c", "b"]))).toBe("b");
    expect(nextOf(null, order, new Set())).toBeNull();
  });
});

describe("samples on cards", () => {
  it("exist for every game, each a complete picture", () => {
    for (const game of games) {
      const picture = sampleOf(game);
      expect(picture?.game).toBe(game);
      expect(picture?.cells.some((cell) => cell.mark)).toBe(true);
      expect(picture?.cells.every((cell) => cell.span >= 1 && cell.taps.length === 0)).toBe(true);
    }
    expect(sampleOf("fifth")).toBeNull();
  });
});
