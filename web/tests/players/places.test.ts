import { describe, expect, it } from "vitest";
import { isCallOf } from "../../src/net/api";
import { scoreOf } from "../../src/players/leaderboard/agents";
import { nearWords } from "../../src/players/leaderboard/invitation";
import { toPicture } from "../../src/ui/thumbnail";

describe("an empty leaderboard", () => {
  it("says how many games are left", () => {
    expect(nearWords(2, true)).toContain("You've played 2: 3 more to go");
    expect(nearWords(0, true)).toBe("");
    expect(nearWords(0, false)).toBe("Register to be listed.");
    expect(nearWords(7, false)).toContain("You've played enough");
  });
});

it("people score half a point for a draw", () => {
  const tally = { agent: "level1", game: "sos", size: "3x3" };
  expect(scoreOf({ ...tally, games: 4, wins: 1, draws: 1, losses: 2 })).toBe(0.375);
  expect(scoreOf({ ...tally, games: 1, wins: 0, draws: 0, losses: 0 })).toBeNull();
});

it("a small picture is completed with what it leaves out", () => {
  const { cells, strokes } = toPicture({
    ...{ game_id: "g", width: 2, height: 1, strokes: [] },
    cells: [
      { x: 0, y: 0 },
      { x: 1, y: 0, mark: "X", owner: 0 },
    ] as never,
  });
  expect(cells.map((it) => [it.mark, it.owner, it.span])).toEqual([
    ["", null, 1],
    ["X", 0, 1],
  ]);
  expect(new Set(cells.map((it) => it.name)).size).toBe(2);
  expect(strokes).toEqual([]);
});

it("a request is a call of an endpoint with its parameters", () => {
  expect(isCallOf("GET /api/puzzles/{id}", "GET /api/puzzles/p1?x=1")).toBe(true);
  expect(isCallOf("GET /api/puzzles", "GET /api/puzzles/p1")).toBe(false);
  expect(isCallOf("POST /api/games", "GET /api/games")).toBe(false);
});
