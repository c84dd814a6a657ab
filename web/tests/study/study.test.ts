import { describe, expect, test } from "vitest";
import type {
  AnalysisResponse,
  Cell,
  GameReview,
  Picture,
  Replay,
  ReplayStep,
  Step,
} from "../../src/net/protocol.gen";
import {
  gameAddress,
  lineAddress,
  readPasted,
  readSource,
  replayAddress,
} from "../../src/study/address";
import {
  lineFrom,
  movesTo,
  onMainLine,
  Tree,
  variations,
} from "../../src/study/analysis/move-tree";
import { ordered, shortValue, valueWords, withValues } from "../../src/study/analysis/values";
import { rememberReplay, seenGames } from "../../src/study/replay/seen-games";
import {
  frameOf,
  mistakeLabels,
  moveTicks,
  numberAt,
  seriesOf,
  valueTicks,
  xOf,
  yOf,
} from "../../src/study/review/review";
import { signed } from "../../src/texts/numbers";

const cell = (name: string, mark = "", last = false): Cell => ({
  name,
  x: Number(name) - 1,
  y: 0,
  mark,
  owner: null,
  tint: "",
  span: 1,
  last,
  polygon: [],
  taps: mark ? [] : ["S", "O"].map((label) => ({ move: label + name, label })),
});

const picture: Picture = {
  game: "line",
  size: "4",
  caption: "start",
  width: 4,
  height: 1,
  cells: ["1", "2", "3", "4"].map((name) => cell(name)),
  strokes: [],
  labels: [],
  notes: [],
};

const stroke = { kind: "line", x1: 0, y1: 0, x2: 1, y2: 0, owner: 0 } as const;

/** A step that writes a letter, and unmarks the previous last move if given. */
function step(move: string, before?: string, added: ReplayStep["added"] = []): ReplayStep {
  const cells = [cell(move.slice(1), move[0], true)];
  if (before) cells.push(cell(before.slice(1), before[0]));
  return {
    move,
    player: 0,
    to_move: 1,
    points: [0, 0],
    position: `after ${move}`,
    outcome: null,
    change: { caption: `last ${move}`, cells, gone: [], strokes: null, notes: null },
    added,
  };
}

const replay: Replay = {
  game: "line",
  size: "4",
  players: 2,
  marks: [],
  has_points: false,
  to_move: 0,
  points: [0, 0],
  position: "start",
  outcome: null,
  picture,
  steps: [step("S1"), step("O2", "S1"), step("S3", "O2", [stroke])],
};

const marks = (it: Picture) => it.cells.map((at) => at.mark + (at.last ? "!" : "")).join(",");

describe("pictures", () => {
  test("are built from the start and the changes, in any order", () => {
    const tree = new Tree(replay);
    const line = lineFrom(tree.root);
    expect(marks(tree.picture(line[2]))).toBe("S,O,S!,");
    expect(tree.picture(line[2]).strokes).toEqual([stroke]);
    expect(marks(tree.picture(line[0]))).toBe("S!,,,");
    expect(marks(tree.picture(line[1]))).toBe("S,O!,,");
    expect(tree.picture(line[1]).strokes).toEqual([]);
    expect(tree.picture(tree.root)).toBe(picture);
    expect(tree.picture(line[1])).toBe(tree.picture(line[1]));
    expect(tree.picture(line[1]).caption).toBe("last O2");
  });

  test("unmark the last move where a variation begins", () => {
    const tree = new Tree(replay);
    const [first] = lineFrom(tree.root);
    const variation = tree.add(first, [step("O4")]);
    expect(marks(tree.picture(variation))).toBe("S,,,O!");
  });

  test("of long games are not all cached", () => {
    const steps = Array.from({ length: 500 }, (_, n) => step(`S${(n % 4) + 1}`));
    const tree = new Tree({
      ...replay,
      steps: steps.map((it, n) => ({ ...it, move: `${it.move}-${n}` })),
    });
    const line = lineFrom(tree.root);
    for (const node of line) tree.picture(node);
    expect(marks(tree.picture(line[0]))).toBe("S!,,,");
    const kept = (tree as unknown as { pictures: Map<unknown, unknown> }).pictures;
    expect(kept.size).toBeLessThan(200);
  });
});

describe("a tree of moves", () => {
  test("has a main line and variations, once each", () => {
    const tree = new Tree(replay);
    const [first, second] = lineFrom(tree.root);
    const variation = tree.add(first, [step("O4"), step("O3")]);
    tree.add(first, [step("O4"), step("S2")]);
    expect(tree.add(tree.root, [step("S1")])).toBe(first);
    expect(movesTo(variation)).toEqual(["S1", "O4", "O3"]);
    expect(onMainLine(variation)).toBe(first);
    expect(onMainLine(second)).toBe(second);
    const shape = variations(tree.root).map(({ nodes, depth }) => [
      depth,
      nodes.map((it) => it.move),
    ]);
    expect(shape).toEqual([
      [0, ["O4", "O3"]],
      [1, ["S2"]],
    ]);
  });

  test("removes a variation, or promotes it", () => {
    const tree = new Tree(replay);
    const [first, second] = lineFrom(tree.root);
    const variation = tree.add(first, [step("O4")]);
    tree.promote(variation);
    expect(lineFrom(tree.root).map((it) => it.move)).toEqual(["S1", "O4"]);
    expect(tree.remove(variation)).toBe(first);
    expect(lineFrom(tree.root)[1]).toBe(second);
    expect(variations(tree.root)).toEqual([]);
    expect(tree.remove(tree.root)).toBe(tree.root);
  });
});

const found: AnalysisResponse = {
  game: "sos",
  size: "3x3",
  position: "",
  to_move: 0,
  value: 1,
  outcome: "win",
  exact: true,
  moves: [
    { move: "S2", value: 2, exact: true, best: true },
    { move: "O2", value: -0.42, exact: false, best: false },
    { move: "O3", value: null, exact: false, best: false },
    { move: "S10", value: -3, exact: true, best: false },
  ],
  line: [],
  remarks: [],
  nodes: 1,
  seconds: 0,
  decided_by_points: true,
};

describe("values", () => {
  const points = { points: true, many: false };
  const outcome = { points: false, many: false };

  test("have a sign, and show whether they are proven", () => {
    expect([signed(2), signed(-0.25, false), signed(0), signed(-0.02, false)]).toEqual([
      "+2",
      "−0.3",
      "0",
      "0",
    ]);
    expect(shortValue({ value: -0.42, exact: false }, points)).toBe("~−0.4");
    expect(shortValue({ value: 1, exact: false }, points)).toBe("~+1.0");
    expect(shortValue({ value: 3, exact: true }, points)).toBe("+3");
    expect(shortValue({ value: 91.6, exact: false }, points)).toBe("~+92");
    expect([1, 0, -1].map((value) => shortValue({ value, exact: true }, outcome))).toEqual([
      "W+",
      "D=",
      "L−",
    ]);
    expect(valueWords({ value: -2, exact: true }, points)).toContain("2");
    const words = [1, 0, -1].map((value) => valueWords({ value, exact: true }, outcome));
    expect(new Set(words).size).toBe(3);
  });

  test("are shown in the cells, the best ones framed", () => {
    const { notes } = withValues(picture, found, points);
    expect(notes).toEqual([{ x: 1, y: 0, lines: ["S +2", "O ~−0.4"], worth: "good", best: true }]);
  });

  test("sort moves, the unknown last", () => {
    const names = (by: "value" | "move", down: boolean) =>
      ordered(found.moves, by, down).map((it) => it.move);
    expect(names("value", true)).toEqual(["S2", "O2", "S10", "O3"]);
    expect(names("value", false)).toEqual(["S10", "O2", "S2", "O3"]);
    expect(names("move", false)).toEqual(["O2", "O3", "S2", "S10"]);
  });
});

describe("the review of a game", () => {
  const at = (number: number, value: number | null, verdict: Step["verdict"] = null): Step => ({
    number,
    move: `Sa${number}`,
    player: (number - 1) % 3,
    value,
    exact: number % 2 === 0,
    played: null,
    possible: null,
    verdict,
    better: [],
    accuracy: null,
  });
  const review: GameReview = {
    game: "sos",
    size: "3x3",
    view: "player 1",
    value: 0,
    exact: true,
    steps: [at(1, 2.2), at(2, null), at(3, -1, "mistake"), at(4, -1, "inaccuracy")],
    mistakes: [3, 4],
    decided_by_points: true,
    players: [],
    phases: [],
    key_moments: [],
    nodes: 1,
    seconds: 1,
  };

  test("has one line for two players, and one per player for more", () => {
    const [line, ...others] = seriesOf(review, 2);
    expect(others).toEqual([]);
    expect(line.dots.map(({ number }) => number)).toEqual([0, 1, 3, 4]);
    const three = seriesOf({ ...review, view: "mover" }, 3);
    expect(three.map(({ owner, dots }) => [owner, dots.length])).toEqual([
      [0, 2],
      [2, 1],
    ]);
  });

  test("fits: the largest value and the last move are inside", () => {
    const frame = frameOf(seriesOf(review, 2), 4, 400, 200);
    expect(frame.reach).toBe(3);
    expect(yOf(frame, 3)).toBeGreaterThan(10);
    expect(yOf(frame, -3)).toBeLessThan(180);
    expect(yOf(frame, 1)).toBeLessThan(yOf(frame, 0));
    expect(xOf(frame, 4)).toBeLessThan(400);
    for (const number of [0, 1, 4]) expect(numberAt(frame, xOf(frame, number))).toBe(number);
    expect(numberAt(frame, -50)).toBe(0);
    expect(valueTicks(frame)).toEqual([-3, -2, -1, 0, 1, 2, 3]);
    expect(moveTicks({ ...frame, last: 676 }).length).toBeLessThan(10);
  });

  test("has marks that don't overlap", () => {
    const wide = frameOf(seriesOf(review, 2), 4, 600, 200);
    expect(mistakeLabels(wide, seriesOf(review, 2)).map(({ text }) => text)).toEqual([
      "Sa3?",
      "Sa4?!",
    ]);
    const tight = frameOf(seriesOf(review, 2), 40, 300, 200);
    expect(mistakeLabels(tight, seriesOf(review, 2)).map(({ text }) => text)).toEqual(["Sa3?", ""]);
  });
});

describe("addresses", () => {
  const query = (address: string) =>
    Object.fromEntries(new URL(address, "http://quire.example").searchParams);

  test("contain what is open, and are parsed again", () => {
    const line = { game: "sos", size: "8x8:3", moves: ["Sa1", "x2"] };
    expect(lineAddress(line)).toContain("moves=Sa1,x2");
    expect(readSource(undefined, query(lineAddress(line)))).toEqual({
      kind: "moves",
      line,
      move: null,
    });
    expect(readSource(undefined, query(lineAddress(line, 1)))).toMatchObject({ line, move: 1 });
    expect(lineAddress(line, 2)).toBe(lineAddress(line));
    const position = { game: "sos", position: "S../.../... 2 0-0", moves: [] };
    expect(readSource(undefined, query(lineAddress(position)))).toEqual({
      kind: "moves",
      line: position,
      move: null,
    });
    const address = gameAddress("abc", 12, ["Sa1"]);
    expect(readSource("abc", query(address))).toEqual({
      kind: "game",
      id: "abc",
      move: 12,
      variation: ["Sa1"],
    });
    expect(readSource("abc", { move: "x" })).toMatchObject({ move: null });
    expect(readSource(undefined, {})).toEqual({ kind: "none" });
    expect(replayAddress("abc", 12)).toBe("/replay/abc?move=12");
    expect(replayAddress("abc", 0)).toBe("/replay/abc");
  });

  test("pasted moves may be a record or plain", () => {
    expect(readPasted('{"game":"line","size":"14","moves":["S1","O2"],"players":[]}')).toEqual({
      game: "line",
      size: "14",
      moves: ["S1", "O2"],
    });
    const later = '{"game":"line","size":"5","start":"S.... 2","moves":["O2"]}';
    expect(readPasted(later)).toEqual({ game: "line", position: "S.... 2", moves: ["O2"] });
    expect(readPasted("1. S1 2. O2, S3;O10\n").moves).toEqual(["S1", "O2", "S3", "O10"]);
    expect(readPasted("1e5 2a1 3.1e5").moves).toEqual(["1e5", "2a1", "1e5"]);
    expect(readPasted(" ").moves).toEqual([]);
    expect(() => readPasted("{}")).toThrow(SyntaxError);
  });
});

test("seen games are stored, the latest first and each once", () => {
  const seats = [{ name: "Ann", player: null, agent: null, away: false, reconnect_left: null }];
  const game = {
    status: "over",
    seats,
    outcome: null,
    started: null,
    clock: null,
    increment: null,
    rated: false,
    seconds: [],
    replay,
  } as const;
  for (let n = 0; n < 60; n++)
    rememberReplay({ ...game, id: `g${n}`, seats: [...seats], seconds: [] }, n);
  rememberReplay({ ...game, id: "g30", seats: [...seats], seconds: [] }, 99);
  expect(seenGames().length).toBe(50);
  expect(seenGames()[0]).toMatchObject({ id: "g30", game: "line", names: ["Ann"], when: 99 });
  expect(seenGames().filter((it) => it.id === "g30").length).toBe(1);
});
