import { describe, expect, it } from "vitest";
import { canPlay, moveRequest, profileOf } from "../../src/core/agents";
import levels from "../../src/core/levels.gen.json";
import { encode } from "../../src/core/request";

const GAMES = Object.keys(levels);

describe("computer players in the core", () => {
  it("knows eight levels of every game, by any spec of theirs", () => {
    for (const game of GAMES) {
      expect(profileOf(game)?.levels).toHaveLength(8);
      for (let level = 1; level <= 8; level++) expect(canPlay(game, `level${level}`)).toBe(true);
      expect(canPlay(game, "Level3:seed=7")).toBe(true);
    }
  });

  it("leaves agents to the server that it doesn't know", () => {
    expect(canPlay(GAMES[0], "level9")).toBe(false);
    expect(canPlay(GAMES[0], "perfect")).toBe(false);
    expect(canPlay("chess", "level1")).toBe(false);
    expect(moveRequest("perfect", { game: GAMES[0] }, "1", "")).toBeNull();
  });

  it("lets the paper's players play where they can", () => {
    expect(canPlay("sos", "feasible")).toBe(true);
    expect(canPlay("obstruction", "greedy")).toBe(false);
    expect(moveRequest("random", { game: "obstruction" }, "5", "")).toMatchObject({
      kind: "policy",
      policy: "random",
      seed: "5",
    });
  });

  it("asks with the settings of the profile", () => {
    const { levels, champion, measured_size } = levelsOf("obstruction");
    expect(moveRequest("level4", { game: "obstruction", size: "7x7" }, "5", "x")).toEqual({
      kind: "choose",
      game: "obstruction",
      size: "7x7",
      seed: "5",
      agent: levels[3].agent,
      level_nodes: levels[3].nodes,
      miss_rate: levels[3].miss_rate,
      measured_size,
      ...champion,
    });
  });

  it("tells the champion what the book knows, and nobody else", () => {
    const line = { game: "obstruction", size: "5x5" };
    const empty = "...../...../...../...../..... 1";
    const known = { known_value: 1, known_moves: ["c3"] };
    expect(moveRequest("level8", line, "1", empty)).toMatchObject(known);
    expect(moveRequest("level6", line, "1", empty)).not.toHaveProperty("known_moves");
  });
});

describe("a request as text", () => {
  it("has one line for each detail that is given", () => {
    const text = encode({
      kind: "search",
      game: "toy",
      position: undefined,
      moves: ["a1", "b 2"],
      search: "mcts",
      every_move: true,
      nodes: 100,
    });
    expect(text.split("\n")).toEqual([
      "search",
      "game=toy",
      "moves=a1 b2",
      "search=mcts",
      "every_move=yes",
      "nodes=100",
    ]);
  });

  it("never has a line that was typed", () => {
    const text = encode({ kind: "moves", game: "toy\nmoves=a1", position: "a\nb" });
    expect(text.split("\n")).toEqual(["moves", "game=toy moves=a1", "position=a b"]);
  });
});

const levelsOf = (game: keyof typeof levels) => levels[game];
