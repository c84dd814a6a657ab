import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { account } from "../../src/net/account";
import type { SignedIn } from "../../src/net/protocol.gen";
import {
  deviceAnswers,
  progressOf,
  recordAnswer,
  sendAnswers,
  stateOf,
  streaks,
} from "../../src/study/puzzles/device-answers";
import { dateOf, dayNumber, puzzleOfDay, puzzlesIn } from "../../src/study/puzzles/puzzle-file";
import { serve } from "../fake-server";

const puzzle = (id: string, grade = 1) => ({
  ...{ id, grade, position: "S.S 1", line: ["O2"], moves: 1, value: 1, second: -1 },
});
const PUZZLES = puzzlesIn({
  line: [puzzle("line-1"), puzzle("line-2", 3)],
  sos: [puzzle("sos-1")],
});
const TODAY = 739_000;

beforeEach(() => localStorage.clear());
afterEach(() => {
  account.value = null;
  vi.restoreAllMocks();
  localStorage.clear();
});

describe("the days of puzzles", () => {
  it("are numbered as in Python", () => {
    expect(dayNumber(Date.UTC(2026, 10, 17, 23))).toBe(739_937); // date(2026, 11, 17).toordinal()
    expect(dateOf(739_937)).toBe("2026-11-17");
  });

  it("take the games in turn, and a game's puzzles one after another", () => {
    const days = Array.from({ length: 4 }, (_, n) => puzzleOfDay(PUZZLES, TODAY + n)?.id);
    expect(days).toEqual(["line-1", "sos-1", "line-2", "sos-1"]);
  });
});

describe("answers on this device", () => {
  const practice = { day: 0, today: TODAY };

  it("count, and settled ones don't change", () => {
    expect(recordAnswer("line-1", "S2", false, practice)).toBe("tried");
    expect(recordAnswer("line-1", "O2", true, practice)).toBe("solved");
    expect(recordAnswer("line-1", null, false, practice)).toBe("solved");
    expect(recordAnswer("sos-1", null, false, practice)).toBe("given_up");
    expect(recordAnswer("line-2", "O2", true, practice)).toBe("solved");
    const progress = progressOf(deviceAnswers(), PUZZLES, TODAY);
    expect(progress).toMatchObject({ solved: 2, first_try: 1, given_up: 1, streak: 0 });
    expect(progress.grades).toContainEqual({ game: "line", grade: 3, solved: 1, total: 1 });
  });

  it("to the puzzle of the day begin afresh, and make streaks", () => {
    recordAnswer("line-1", "O2", true, practice);
    const day = { day: TODAY, today: TODAY };
    expect(stateOf(deviceAnswers(), "line-1", TODAY)).toBe("new");
    recordAnswer("line-1", "O2", true, day);
    expect(progressOf(deviceAnswers(), PUZZLES, TODAY)).toMatchObject({
      ...{ solved: 1, streak: 1, best_streak: 1, today: true, first_try: 1 },
    });
    expect(streaks(new Set([1, 2, 3, 5, 6]), 7)).toEqual({ streak: 2, best_streak: 3 });
    expect(streaks(new Set([1, 2, 3, 5, 6]), 8)).toEqual({ streak: 0, best_streak: 3 });
  });

  it("are sent to the account once, in order, with their days", async () => {
    recordAnswer("line-1", "S2", false, { day: TODAY, today: TODAY });
    recordAnswer("line-1", "S1 S3 O2", true, { day: TODAY, today: TODAY });
    const sent = serve({ "POST /api/puzzles/line-1/answers": {} });
    await sendAnswers();
    expect(sent).not.toHaveBeenCalled(); // nobody has signed in
    account.value = { token: "t", player: { id: "p" } } as SignedIn;
    await sendAnswers();
    await sendAnswers();
    const bodies = sent.mock.calls.map(([, init]) => JSON.parse(String(init?.body)));
    const day = dateOf(TODAY);
    expect(bodies).toEqual([
      { move: "S2", made: [], day },
      { move: "O2", made: ["S1", "S3"], day },
    ]);
    expect(stateOf(deviceAnswers(), "line-1", TODAY)).toBe("solved");
  });

  it("that can't be sent are sent another time", async () => {
    recordAnswer("line-1", "O2", true, practice);
    account.value = { token: "t", player: { id: "p" } } as SignedIn;
    serve({});
    await sendAnswers();
    expect(deviceAnswers()[0].moves).toEqual(["O2"]);
  });
});
