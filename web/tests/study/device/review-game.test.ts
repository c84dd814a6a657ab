import { describe, expect, it } from "vitest";
import type { CoreClient } from "../../../src/core/client";
import type { PositionReview, Request } from "../../../src/core/request";
import { Analysts } from "../../../src/study/device/analysts";
import { PASSES, type ReviewNews, reviewGame } from "../../../src/study/device/review-game";

const LINE = { game: "line", size: "5", moves: ["S1", "S2"] };
const FACTS = { game: "line", players: 2 };

const proven: PositionReview = {
  proof: { value: 1, best: ["S1"], complete: true },
  lower: 1,
  upper: 1,
  forced: false,
  found: [],
  nodes: 3,
};
const estimated: PositionReview = {
  proof: null,
  lower: null,
  upper: 1,
  forced: true,
  found: [{ move: "S1", value: 0.5, exact: false, nodes: 7 }],
  nodes: 7,
};

async function reviewed(count: number, look: (moves: number, pass: number) => PositionReview) {
  const asked: Request[] = [];
  const looks = new Map<number, number>();
  const client = () =>
    ({
      ask: async (request: Request) => {
        asked.push(request);
        if (request.kind === "review") return { steps: [], mistakes: [] };
        const made = request.moves?.length ?? 0;
        looks.set(made, (looks.get(made) ?? -1) + 1);
        return look(made, looks.get(made) ?? 0);
      },
      close: () => {},
    }) as unknown as CoreClient;
  const shown: ReviewNews[] = [];
  const analysts = new Analysts(count, client);
  await reviewGame(FACTS, LINE, analysts, (it) => shown.push(it), new AbortController().signal);
  return { asked, shown };
}

const positions = (asked: Request[]) =>
  asked.flatMap((it) => (it.kind === "review_position" ? [it] : []));

describe("the review of a game on this device", () => {
  it("begins at the end, and looks once at what it proves", async () => {
    const { asked, shown } = await reviewed(1, () => proven);
    expect(positions(asked).map((it) => [it.moves?.length, it.entry])).toEqual([
      [2, undefined],
      [1, "S2"],
      [0, "S1"],
    ]);
    expect(shown[shown.length - 1]).toMatchObject({ pass: 0, done: 1 });
    const last = asked[asked.length - 1];
    expect(last).toMatchObject({ kind: "review", "proof.0": ["1", "all", "S1"] });
    expect(last).toMatchObject({ "bounds.0": ["1", "1"] });
    expect(last).not.toHaveProperty("forced.0");
  });

  it("looks longer, pass after pass, at what is only estimated", async () => {
    const { asked, shown } = await reviewed(2, (made) => (made === 2 ? proven : estimated));
    const again = positions(asked).filter((it) => it.moves?.length === 0);
    expect(again).toHaveLength(PASSES);
    const seconds = again.map((it) => it.seconds ?? 0);
    expect([...seconds].sort((a, b) => a - b)).toEqual(seconds);
    expect(positions(asked).filter((it) => it.moves?.length === 2)).toHaveLength(1);
    expect(shown[shown.length - 1]).toMatchObject({ pass: PASSES - 1, done: 1 });
    expect(asked[asked.length - 1]).toMatchObject({ "found.0": ["S1", "0.5", "no", "7"] });
  });
});
