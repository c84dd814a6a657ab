import { describe, expect, it } from "vitest";
import type { HeadToHead } from "../../src/net/protocol.gen";
import {
  addressOf,
  dayStart,
  filtersOf,
  NO_FILTERS,
  searchOf,
} from "../../src/players/history/filters";
import { scoreAgainst } from "../../src/tournaments/crosstable";
import { path, scale, spanOf, ticks } from "../../src/ui/plot";
import { ago } from "../../src/ui/relative-time";

const queryOf = (address: string) =>
  Object.fromEntries(new URL(address, "http://quire").searchParams);

describe("filters and the address", () => {
  it("have no query for all games", () => {
    expect(filtersOf({})).toEqual(NO_FILTERS);
    expect(addressOf(NO_FILTERS)).toBe("/history");
  });

  it("survive the way to the address and back", () => {
    const filters = {
      ...NO_FILTERS,
      name: "Ann & Bert",
      game: "sos",
      size: "5x5:3",
      result: "won" as const,
      reason: "points",
      since: "2026-02-28",
      until: "2026-03-01",
    };
    expect(filtersOf(queryOf(addressOf(filters)))).toEqual(filters);
    const mine = { ...NO_FILTERS, mine: true, result: "lost" as const };
    expect(filtersOf(queryOf(addressOf(mine)))).toEqual(mine);
  });

  it("leave out invalid values", () => {
    expect(filtersOf({ result: "lucky", name: "Ann" }).result).toBe("");
    expect(filtersOf({ since: "2026-02-30", until: "yesterday" })).toEqual(NO_FILTERS);
  });

  it("leave out what the server would reject", () => {
    expect(filtersOf({ size: "5x5" }).size).toBe("");
    expect(filtersOf({ result: "won", reason: "time" })).toEqual(NO_FILTERS);
  });

  it("have one player at a time: mine, else a name, else an id", () => {
    expect(filtersOf({ mine: "1", name: "Ann", player: "p1" })).toMatchObject({
      mine: true,
      name: "",
      player: "",
    });
    expect(filtersOf({ name: "Ann", player: "p1" })).toMatchObject({ name: "Ann", player: "" });
  });

  it("request whole days, the last included", () => {
    const search = searchOf({ ...NO_FILTERS, since: "2026-03-31", until: "2026-03-31" }, null);
    expect(search.since).toBe(new Date(2026, 2, 31).getTime() / 1000);
    expect(search.until).toBe(new Date(2026, 3, 1).getTime() / 1000);
    expect(dayStart("")).toBeNull();
  });

  it("request no result without a player", () => {
    const mine = { ...NO_FILTERS, mine: true, result: "won" as const };
    expect(searchOf(mine, "p1").result).toBe("won");
    expect(searchOf(mine, null).result).toBeNull();
  });
});

describe("relative times", () => {
  const now = 1_000_000_000;
  it.each([
    [0, "now"],
    [59, "now"],
    [60, "1 minute ago"],
    [3599, "59 minutes ago"],
    [7200, "2 hours ago"],
    [86400, "yesterday"],
    [6 * 86400, "6 days ago"],
    [-30, "now"],
  ])("says how long ago %i seconds are", (past, words) => {
    expect(ago(now - past, now, "en")).toBe(words);
  });
  it("show the date after a week", () => {
    expect(ago(now - 30 * 86400, now, "en")).toMatch(/^Aug \d+, 2001$/);
  });
  it("are in the visitor's language", () => {
    expect(ago(now - 120, now, "tr")).toBe("2 dakika önce");
  });
});

describe("plots", () => {
  it("scale values, upside down if asked to", () => {
    expect(scale([0, 10], [0, 100])(5)).toBe(50);
    expect(scale([0, 10], [100, 0])(10)).toBe(0);
    expect(scale([5, 5], [0, 100])(5)).toBe(50);
  });
  it("have ticks at round numbers", () => {
    expect(ticks([1080, 1360], 4)).toEqual([1100, 1200, 1300]);
    expect(ticks([-3, 3], 6)).toEqual([-3, -2, -1, 0, 1, 2, 3]);
    expect(ticks([7, 7], 4)).toEqual([7]);
  });
  it("span all values with a margin, and a minimum range", () => {
    expect(spanOf([100, 200], 60, 0.1)).toEqual([90, 210]);
    expect(spanOf([1000], 60)).toEqual([970, 1030]);
  });
  it("draw paths", () => {
    expect(
      path([
        [0, 1],
        [2.25, 3],
      ]),
    ).toBe("M0.0 1.0L2.3 3.0");
  });
});

describe("the crosstable", () => {
  const meeting = { bot: "a", opponent: "b", games: 10, points: 6.5 } as HeadToHead;
  it("shows a pairing from either side", () => {
    expect(scoreAgainst([meeting], "a", "b")).toEqual({ points: 6.5, games: 10 });
    expect(scoreAgainst([meeting], "b", "a")).toEqual({ points: 3.5, games: 10 });
    expect(scoreAgainst([meeting], "a", "c")).toBeNull();
  });
});
