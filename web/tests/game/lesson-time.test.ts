import { describe, expect, it } from "vitest";
import { hasTimeForLesson } from "../../src/game/lesson-time";
import { markSeen } from "../../src/lesson/seen-lessons";
import { liveGameOf } from "../../src/net/live-game";
import type { State } from "../../src/net/protocol.gen";
import { seat, state } from "../fixtures";

const computer = { ...seat("level3"), player: null, agent: "level3" };
const calm: Partial<State> = {
  game: "sos",
  you: 0,
  clock: null,
  status: "playing",
  seats: [seat("Ann"), computer],
};
const hasTime = (given: Partial<State>) => hasTimeForLesson(liveGameOf(state(given), 0));

describe("time for a lesson", () => {
  it("is before a game against the computer without a clock", () => {
    expect(hasTime(calm)).toBe(true);
    expect(hasTime({ ...calm, seats: [computer, seat("Ann")], you: 1, moves: ["Sa1"] })).toBe(true);
  });
  it.each<[string, Partial<State>]>([
    ["with a clock", { clock: 60 }],
    ["against people", { seats: [seat("Ann"), seat("Ben")] }],
    ["with people and computers", { seats: [seat("Ann"), computer, seat("Ben")] }],
    ["in the middle of a game", { moves: ["Sa1", "Sa2"] }],
    ["for spectators", { you: null }],
    ["of a finished game", { status: "over" }],
    ["of a game without a lesson", { game: "fifth" }],
  ])("is not %s", (_, given) => {
    expect(hasTime({ ...calm, ...given })).toBe(false);
  });
  it("is not after the lesson", () => {
    markSeen("sos");
    expect(hasTime(calm)).toBe(false);
  });
});
