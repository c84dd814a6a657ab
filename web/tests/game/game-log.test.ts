import { afterEach, describe, expect, it } from "vitest";
import { pendingOf } from "../../src/board/drawing/pending";
import { withHint } from "../../src/board/hint";
import { catalogue } from "../../src/net/catalogue";
import type { GameInfo } from "../../src/net/protocol.gen";
import { resultWords } from "../../src/players/history/game-list";
import { agentName, gameTitle, seatName } from "../../src/texts/names";
import { percent } from "../../src/texts/numbers";
import { cell, empty } from "../fixtures";

afterEach(() => {
  catalogue.value = { games: [], agents: [] };
});

describe("names", () => {
  it("of games are the server's if the page has no text", () => {
    expect(gameTitle("fifth")).toBe("fifth");
    catalogue.value = { games: [{ key: "fifth", title: "Fifth" } as GameInfo], agents: [] };
    expect(gameTitle("fifth")).toBe("Fifth");
    expect(gameTitle("sos")).toBe("SOS");
  });

  it("of computer players include their parameters", () => {
    expect(agentName("level3")).toBe("Level 3");
    expect(agentName("mcts:nodes=400")).toBe("mcts (nodes=400)");
    expect(seatName({ name: "x", agent: "level3" })).toBe("Level 3");
    expect(seatName({ name: "Ann", agent: null })).toBe("Ann");
  });
});

describe("a move", () => {
  it("is pending as a letter without owner, or the player's mark", () => {
    const [letter, mark] = [empty(1, 1, ["S", "O"]), empty(1, 1, ["X"])].map((it) => it.cells[0]);
    expect(pendingOf(letter.taps[1], letter, 1)).toEqual({ cell: "1", label: "O", owner: null });
    expect(pendingOf(mark.taps[0], mark, 1)).toEqual({ cell: "1", label: "X", owner: 1 });
  });

  it("is marked by a hint if it is possible", () => {
    const picture = empty(3, 1, ["S", "O"]);
    expect(withHint(picture, "O2").notes).toEqual([
      { x: 1, y: 0, lines: ["O"], worth: "good", best: true },
    ]);
    expect(withHint(picture, "O9")).toBe(picture);
    expect(withHint(picture, null)).toBe(picture);
    expect(withHint({ ...picture, cells: [cell("1", 0, 0)] }, null).notes).toEqual([]);
  });
});

it("the reason decides between a draw and no result", () => {
  const seats = ["Ann", "Bob"].map((name) => ({ name, agent: null }));
  const words = (winner: number | null, reason: string) => resultWords({ winner, reason, seats });
  expect(words(null, "full")).toMatch(/^Draw, /);
  expect(words(null, "aborted")).toMatch(/^No result, /);
  expect(words(null, "ended_by_admin")).toBe("No result, ended by an administrator");
  expect(words(1, "time")).toBe("Bob won, on time");
});

it("percentages follow the visitor's locale", () => {
  expect([percent(0.45, "en"), percent(0.45, "tr")]).toEqual(["45%", "%45"]);
});
