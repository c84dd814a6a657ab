import { afterEach, describe, expect, it, vi } from "vitest";
import {
  countAfterTakeback,
  movesOf,
  nextOrder,
  recordOf,
  replayAfter,
  resignedOutcome,
  stateOf,
} from "../../src/game/device/games/device-game";
import { namesAt } from "../../src/game/device/games/seat-names";
import type { DeviceGame } from "../../src/game/device/games/stored-games";
import type { Cell, Picture, Replay, ReplayStep, Stroke } from "../../src/net/protocol.gen";
import { serve } from "../fake-server";

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

const game: DeviceGame = {
  id: "a",
  game: "line",
  size: "3",
  seats: [
    { name: "Ann", agent: null },
    { name: "Bob", agent: null },
  ],
  seed: "1",
  moves: ["S1", "O2", "S3"],
  changed: 0,
  outcome: replay.steps[2].outcome,
};

afterEach(() => vi.restoreAllMocks());

describe("a game on this device", () => {
  it("shows the position after its steps", () => {
    const now = stateOf(replay);
    expect(now.picture.cells.map((it) => it.mark).join("")).toBe("SOS");
    expect(now.picture.strokes).toEqual([stroke]);
    expect(now.outcome?.winner).toBe(0);
    expect(stateOf({ ...replay, steps: [] })).toMatchObject({ picture, toMove: 0, outcome: null });
  });

  it("undoes a move, with its lines and the end, and asks nobody", async () => {
    const before = await replayAfter(replay, ["S1", "O2"]);
    expect(movesOf(before)).toEqual(["S1", "O2"]);
    expect(stateOf(before)).toMatchObject({ toMove: 0, outcome: null });
    expect(stateOf(before).picture.strokes).toEqual([]);
  });

  it("continues with a step that lacks the earlier ones", async () => {
    const two = await replayAfter(replay, ["S1", "O2"]);
    expect(stateOf(two).picture.cells.filter((it) => it.last)).toHaveLength(2);
    const asked = serve({ "POST /api/replay": { ...replay, steps: [replay.steps[2]] } });
    const now = stateOf(await replayAfter(two, ["S1", "O2", "S3"]));
    expect(JSON.parse(String(asked.mock.calls[0][1]?.body)).moves).toEqual(["S3"]);
    expect(now.picture.cells.map((it) => it.mark).join("")).toBe("SOS");
    expect(now.picture.cells.filter((it) => it.last).map((it) => it.name)).toEqual(["3"]);
    expect(now.picture.strokes).toEqual([stroke]);
  });

  it("takes back one move at a shared screen, and my last one against a computer", () => {
    expect(countAfterTakeback(replay, null)).toBe(2);
    expect(countAfterTakeback(replay, 1)).toBe(1);
    expect(countAfterTakeback({ ...replay, steps: replay.steps.slice(0, 1) }, 1)).toBe(-1);
  });

  it("is lost by who resigns", () => {
    expect(resignedOutcome(0, [3, 1])).toEqual({
      winner: 1,
      reason: "resignation",
      points: [3, 1],
      ranks: [2, 1],
    });
  });

  it("has a name for every player, and rotates who starts", () => {
    const people = ["Ann", " ", ""].map((name) => ({ name, agent: null }));
    expect(namesAt({ seats: people })).toEqual(["Ann", "Player 2", "Player 3"]);
    const computer = { name: "", agent: "level3" };
    expect(namesAt({ seats: [computer, people[2]] })).toEqual(["Level 3", "You"]);
    expect(nextOrder(["Ann", "Bob", "Cem"])).toEqual(["Bob", "Cem", "Ann"]);
  });

  it("has a record, even if unfinished", async () => {
    expect(JSON.parse(recordOf(game, replay, ["Ann", "Bob"]))).toMatchObject({
      format: 2,
      players: ["Ann", "Bob"],
      moves: ["S1", "O2", "S3"],
      outcome: { winner: 0, reason: "line" },
    });
    const unfinished = { ...game, outcome: null };
    const two = await replayAfter(replay, ["S1", "O2"]);
    expect(JSON.parse(recordOf(unfinished, two, ["a", "b"])).outcome).toEqual({
      winner: null,
      reason: "unfinished",
      points: [0, 0],
      ranks: [1, 1],
    });
  });
});
