import { expect, it } from "vitest";
import { nextPuzzleTime } from "../../src/lobby/daily-puzzle";

it("announces the next puzzle for midnight in UTC, on the visitor's clock", () => {
  const midnight = new Date("2030-01-02T00:00:00Z");
  const words = midnight.toLocaleTimeString("en", { hour: "numeric", minute: "2-digit" });
  expect(nextPuzzleTime(new Date("2030-01-01T00:00:00Z"))).toBe(words);
  expect(nextPuzzleTime(new Date("2030-01-01T23:59:59Z"))).toBe(words);
});
