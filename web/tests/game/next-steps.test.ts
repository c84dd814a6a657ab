import { describe, expect, it } from "vitest";
import { againstLevel, nextLevel } from "../../src/game/end/next-steps";
import { liveGameOf } from "../../src/net/live-game";
import type { State } from "../../src/net/protocol.gen";
import { seat, state } from "../fixtures";

const computer = { ...seat("level3"), player: null, agent: "level3" };
const over = (winner: number | null, given: Partial<State> = {}) =>
  liveGameOf(
    state({
      you: 0,
      status: "over",
      seats: [seat("Ann"), computer],
      outcome: { winner, reason: "points", points: [3, 2], ranks: winner ? [2, 1] : [1, 2] },
      ...given,
    }),
    0,
  );

describe("the next level", () => {
  it("is the one above after a win, and the one below after a loss", () => {
    expect(nextLevel(over(0))).toBe("level4");
    expect(nextLevel(over(1))).toBe("level2");
  });

  it("has the clock of the game before", () => {
    const terms = againstLevel(over(0, { clock: 300, increment: 3 }), "level4");
    expect(terms).toMatchObject({ clock: 300, increment: 3, seats: ["me", "level4"] });
    const perMove = againstLevel(over(0, { clock: 60 }), "level4");
    expect(perMove).toMatchObject({ clock: 60, increment: null });
  });
});
