import { describe, expect, it } from "vitest";
import {
  movesOf,
  namesFor,
  nextOrder,
  recordOf,
  stateOf,
  withoutLast,
  withStep,
} from "../../src/game/hotseat/hotseat-game";
import type { Cell, Picture, Replay, ReplayStep, Stroke } from "../../src/net/protocol.gen";

const cell = (name: string, x: number, mark = ""): Cell => ({
  name,
  x,
  y: 0,
  mark,
  owner: null,
  tint: "",
  span: 1,
  last: mark !== "",
  taps: [],
  polygon: [],
});
const picture: Picture = {
  game: "line",
  size: "3",
  caption: "start",
  width: 3,
  height: 1,
  cells: ["1", "2", "3"].map((name, x) => cell(name, x)),
  strokes: [],
  labels: [],
  notes: [],
};
const stroke: Stroke = { kind: "line", x1: 0.5, y1: 0.5, x2: 2.5, y2: 0.5, owner: 0 };
const step = (n: number, mark: string, more: Partial<ReplayStep> = {}): ReplayStep => ({
  move: `${mark}${n}`,
  player: (n - 1) % 2,
  to_move: n % 2,
  points: [0, 0],
  position: "",
  outcome: null,
  change: {
    caption: `after ${n}`,
    cells: [cell(String(n), n - 1, mark)],
    gone: [],
    strokes: null,
    notes: null,
  },
  added: [],
  ...more,
});
const won = { winner: 0, reason: "line", points: [0, 0], ranks: [1, 2] } as const;
const replay: Replay = {
  game: "line",
  size: "3",
  players: 2,
  marks: [],
  has_points: false,
  to_move: 0,
  points: [0, 0],
  position: "... 1",
  outcome: null,
  picture,
  steps: [
    step(1, "S"),
    step(2, "O"),
    step(3, "S", { added: [stroke], outcome: { ...won, points: [0, 0], ranks: [1, 2] } }),
  ],
};

describe("a hotseat game", () => {
  it("shows the position after its steps", () => {
    const now = stateOf(replay);
    expect(now.picture.cells.map((it) => it.mark).join("")).toBe("SOS");
    expect(now.picture.strokes).toEqual([stroke]);
    expect(now.outcome?.winner).toBe(0);
    expect(stateOf({ ...replay, steps: [] })).toMatchObject({ picture, toMove: 0, outcome: null });
  });

  it("undoes a move, with its lines and the end", () => {
    const before = withoutLast(replay);
    expect(movesOf(before)).toEqual(["S1", "O2"]);
    expect(stateOf(before)).toMatchObject({ toMove: 0, outcome: null });
    expect(stateOf(before).picture.strokes).toEqual([]);
  });

  it("continues with a step that lacks the earlier ones", () => {
    const two = withoutLast(replay);
    expect(stateOf(two).picture.cells.filter((it) => it.last)).toHaveLength(2);
    const now = stateOf(withStep(two, replay.steps[2]));
    expect(now.picture.cells.map((it) => it.mark).join("")).toBe("SOS");
    expect(now.picture.cells.filter((it) => it.last).map((it) => it.name)).toEqual(["3"]);
    expect(now.picture.strokes).toEqual([stroke]);
  });

  it("has a name for every player, and rotates who starts", () => {
    const numbered = (n: number) => `Player ${n}`;
    expect(namesFor(["Ann", " "], 3, numbered)).toEqual(["Ann", "Player 2", "Player 3"]);
    expect(nextOrder(["Ann", "Bob", "Cem"])).toEqual(["Bob", "Cem", "Ann"]);
  });

  it("has a record, even if unfinished", () => {
    expect(JSON.parse(recordOf(replay, ["Ann", "Bob"]))).toMatchObject({
      format: 2,
      players: ["Ann", "Bob"],
      moves: ["S1", "O2", "S3"],
      outcome: { winner: 0, reason: "line" },
    });
    expect(JSON.parse(recordOf(withoutLast(replay), ["a", "b"])).outcome).toEqual({
      winner: null,
      reason: "unfinished",
      points: [0, 0],
      ranks: [1, 1],
    });
  });
});
