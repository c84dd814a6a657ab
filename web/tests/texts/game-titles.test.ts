import { expect, it } from "vitest";
import { catalogue } from "../../src/net/catalogue";
import type { GameInfo } from "../../src/net/protocol.gen";
import { clockWords, termsOf, titleOf } from "../../src/texts/game-titles";

it("tells time per move from total time", () => {
  expect(clockWords(60, null)).toBe("1 minute per move");
  expect(clockWords(300, 3)).toBe("5+3");
  expect(clockWords(30, 0)).toBe("0.5+0");
  expect(clockWords(null, null)).toBe("no time limit");
  expect(termsOf({ clock: 600, increment: 5, rated: true })).toBe("rated · 10+5");
});

it("names the board, unless the game has only one", () => {
  const game = (key: string, common_sizes: string[]) => ({ key, common_sizes }) as GameInfo;
  const games = [game("sos", ["5x5", "8x8"]), game("extreme", ["2x9x9"])];
  catalogue.value = { games, agents: [] };
  expect(titleOf({ game: "sos", size: "8x8" })).toBe("SOS 8×8");
  expect(titleOf({ game: "extreme", size: "2x9x9" })).toBe("Extreme Tic-Tac-Toe");
});
