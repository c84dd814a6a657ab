import { describe, expect, it } from "vitest";
import { lastTurn } from "../../src/game/moves/last-turn";
import { logOf, nextLog } from "../../src/game/moves/move-log";
import { roundsOf } from "../../src/game/moves/rounds";
import { scoresOf } from "../../src/game/players/use-head-to-head";
import { changeIn } from "../../src/game/players/use-ratings";
import { empty } from "../fixtures";

const logged = (move: string, seat: number | null, points = 0) => ({ move, seat, points });
const state = (moves: string[], toMove: number, points = [0, 0]) => ({ moves, toMove, points });

describe("the log of moves", () => {
  it("knows who made the next move, and its points", () => {
    const log = [logged("Sa1", 0)];
    const next = nextLog(log, state(["Sa1"], 1), state(["Sa1", "Oa2"], 1, [0, 1]));
    expect(next).toEqual([...log, logged("Oa2", 1, 1)]);
  });

  it("becomes shorter after a takeback", () => {
    const log = [logged("Sa1", 0), logged("Oa2", 1)];
    expect(nextLog(log, state(["Sa1", "Oa2"], 0), state(["Sa1"], 1))).toEqual([log[0]]);
  });

  it("has no seat where a player left", () => {
    expect(nextLog([], state([], 0), state(["x1"], 1))).toEqual([logged("x1", null)]);
  });

  it("must be asked for if moves were missed, or others were made", () => {
    expect(nextLog([], state([], 0), state(["Sa1", "Oa2"], 0))).toBeNull();
    expect(nextLog([logged("Sa1", 0)], state(["Sa1"], 1), state(["Sb1"], 1))).toBeNull();
  });

  it("is read from a replay", () => {
    const step = (move: string, to_move: number, points: number[]) =>
      ({ move, to_move, points }) as Parameters<typeof logOf>[0]["steps"][number];
    const steps = [step("Sa1", 1, [0, 0]), step("Oa2", 0, [0, 0]), step("Sa3", 0, [1, 0])];
    expect(logOf({ to_move: 0, points: [0, 0], steps })).toEqual([
      logged("Sa1", 0),
      logged("Oa2", 1),
      logged("Sa3", 0, 1),
    ]);
  });
});

it("a round has one run of moves of each player", () => {
  const log = [logged("a", 0), logged("b", 0), logged("c", 1), logged("d", 0), logged("x2", null)];
  const moves = roundsOf(log).map((round) => round.map((run) => run.moves.map((it) => it.move)));
  expect(moves).toEqual([[["a", "b"], ["c"]], [["d"]], [["x2"]]]);
});

describe("the last turn", () => {
  const log = [logged("S1", 0), logged("O12", 1, 1), logged("S2", 1)];
  const board = empty(12, 1, ["S", "O"]);

  it("has all moves that one player made in a row", () => {
    expect([...lastTurn(board, log, 3)]).toEqual(["12", "2"]);
    expect([...lastTurn(board, log, 1)]).toEqual(["1"]);
  });

  it("has no cell where a player left, or until the log is loaded", () => {
    expect(lastTurn(board, [...log, logged("x2", null)], 4).size).toBe(0);
    expect(lastTurn(board, log, 4).size).toBe(0);
  });
});

it("the change of a rating is the one by this game", () => {
  const points = [1500, 1512, 1490].map((rating, n) => ({ game_id: `g${n}`, at: n, rating }));
  expect(changeIn(points, "g1")).toEqual({ before: 1500, after: 1512 });
  expect(changeIn(points, "g0")).toEqual({ before: 1000, after: 1500 }); // as for every new player
  expect(changeIn(points, "other")).toBeNull();
});

it("the score of two players counts draws as halves", () => {
  expect(scoresOf({ games: 0, wins: 0, losses: 0, draws: 0 })).toEqual([]);
  expect(scoresOf({ games: 5, wins: 3, losses: 2, draws: 0 })).toEqual(["3 – 2", "2 – 3"]);
  expect(scoresOf({ games: 2, wins: 1, losses: 0, draws: 1 })).toEqual(["1½ – ½", "½ – 1½"]);
});
