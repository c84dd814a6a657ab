import { expect, it } from "vitest";
import { clockWords, termsOf } from "../../src/texts/game-titles";

it("tells time per move from total time", () => {
  expect(clockWords(60, null)).toBe("1 minute per move");
  expect(clockWords(300, 3)).toBe("5+3");
  expect(clockWords(30, 0)).toBe("0.5+0");
  expect(clockWords(null, null)).toBe("no time limit");
  expect(termsOf({ clock: 600, increment: 5, rated: true })).toBe("rated · 10+5");
});
