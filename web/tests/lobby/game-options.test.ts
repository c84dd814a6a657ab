import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  agentFor,
  DEFAULT_OPTIONS,
  type GameOptions,
  isSizeMissing,
  quickOptions,
  requestFor,
  sizeFor,
  withAgent,
} from "../../src/lobby/new-game/game-options";
import { boardsOf, partsOf, playersOf, withPlayers } from "../../src/lobby/new-game/size";

const sos = { key: "sos", default_size: "8x8", max_players: 8 };
const strip = { key: "line", default_size: "14", max_players: 2 };
const chosen = (change: Partial<GameOptions>): GameOptions => ({ ...DEFAULT_OPTIONS, ...change });

describe("sizes", () => {
  it("contain the board, the players and the variant", () => {
    expect(partsOf("5x5:3:simple")).toEqual({ board: "5x5", players: 3, variants: ["simple"] });
    expect(partsOf("14")).toEqual({ board: "14", players: 2, variants: [] });
    expect(playersOf("5X5 : 3")).toBe(3);
  });

  it("change the number of players and nothing else", () => {
    expect(withPlayers("5x5:simple", 4)).toBe("5x5:4:simple");
    expect(withPlayers("5x5:4:simple", 2)).toBe("5x5:simple");
    expect(withPlayers("8x8:3", 8)).toBe("8x8:8");
  });

  it("are listed once for all numbers of players", () => {
    expect(boardsOf(["5x5", "8x8", "5x5:simple", "8x8:3"])).toEqual(["5x5", "8x8", "5x5:simple"]);
  });
});

describe("a game request", () => {
  it("against the computer has no clock and a random order", () => {
    expect(requestFor(DEFAULT_OPTIONS, sos)).toEqual({
      game: "sos",
      size: "8x8",
      seats: ["me", "level3"],
      random_order: true,
      clock: null,
      increment: null,
      rated: false,
      public: true,
      chat: true,
    });
  });

  it("for a friend is private, with one minute per move", () => {
    const request = requestFor(chosen({ opponent: "friend", rated: true }), strip);
    expect(request).toMatchObject({ seats: ["me", "open"], clock: 60, rated: true, public: false });
  });

  it("in the lobby is always public", () => {
    const listed = { computer: false, friend: false };
    expect(requestFor(chosen({ opponent: "lobby", listed }), sos).public).toBe(true);
    expect(requestFor(chosen({ opponent: "computer", listed }), sos).public).toBe(false);
  });

  it("has a total time with an increment if that was chosen", () => {
    const clocks = { people: "5+3", computer: "1d" } as const;
    const friend = requestFor(chosen({ opponent: "friend", rated: true, clocks }), strip);
    expect(friend).toMatchObject({ clock: 300, increment: 3, rated: true });
    const computer = requestFor(chosen({ clocks }), strip);
    expect(computer).toMatchObject({ clock: 86_400, increment: null });
  });

  it("is never rated without a clock", () => {
    const clocks = { people: "none", computer: "none" } as const;
    const request = requestFor(chosen({ opponent: "friend", rated: true, clocks }), strip);
    expect(request).toMatchObject({ clock: null, rated: false });
  });

  it("is never rated with a computer player", () => {
    const sizes = { sos: "5x5:3" };
    const mixed = chosen({ opponent: "friend", rated: true, sizes, more: ["level2"] });
    expect(requestFor(mixed, sos)).toMatchObject({ seats: ["me", "open", "level2"], rated: false });
    expect(requestFor(mixed, sos).clock).toBe(60);
    expect(requestFor(chosen({ rated: true }), sos).rated).toBe(false);
  });

  it("has a seat for each player of the size", () => {
    const four = chosen({ sizes: { sos: "6x6:4:simple" } });
    expect(requestFor(four, sos).seats).toEqual(["me", "level3", "level3", "level3"]);
    expect(requestFor({ ...four, opponent: "lobby" }, sos).seats).toEqual([
      "me",
      "open",
      "open",
      "open",
    ]);
  });

  it("seats the starting player first", () => {
    const me = requestFor(chosen({ first: "me" }), sos);
    const other = requestFor(chosen({ first: "other", sizes: { sos: "5x5:3" } }), sos);
    expect([me.seats, me.random_order]).toEqual([["me", "level3"], false]);
    expect([other.seats, other.random_order]).toEqual([["level3", "me", "level3"], false]);
  });

  it("for a quick match is for two", () => {
    const quick = chosen({ opponent: "quick", sizes: { sos: "5x5:3:simple" } });
    expect(requestFor(quick, sos).size).toBe("5x5:simple");
  });

  it("of the Play button is against the computer, whatever was chosen last", () => {
    const last = chosen({
      opponent: "friend",
      first: "other",
      more: ["open"],
      clocks: { people: "10+5", computer: "10+5" },
      sizes: { sos: "5x5:3" },
      rated: true,
    });
    expect(requestFor(quickOptions(last, "computer"), sos)).toMatchObject({
      size: "5x5:3",
      seats: ["me", "level3", "level3"],
      random_order: true,
      clock: null,
      increment: null,
      rated: false,
    });
  });

  it("uses the default size if it is empty", () => {
    expect(requestFor(chosen({ sizes: { line: "  " } }), strip).size).toBe("14");
  });
});

describe("the computer player", () => {
  it("is the last level in every game, and a named engine only in its own", () => {
    const level = withAgent(DEFAULT_OPTIONS, "sos", "level5");
    expect(agentFor(level, "line")).toBe("level5");
    const named = withAgent(level, "sos", "greedy");
    expect(agentFor(named, "sos")).toBe("greedy");
    expect(agentFor(named, "line")).toBe("level5");
  });
});

describe("stored options", () => {
  beforeEach(() => {
    localStorage.clear();
    vi.resetModules();
  });

  it("are restored after a reload", async () => {
    const first = await import("../../src/lobby/new-game/stored-options");
    first.setOptions({ game: "line", opponent: "friend" });
    vi.resetModules();
    const { gameOptions } = await import("../../src/lobby/new-game/stored-options");
    expect(gameOptions.value).toMatchObject({ game: "line", opponent: "friend", level: "level3" });
  });

  it("are the defaults if the stored ones are corrupt", async () => {
    const { completeOptions } = await import("../../src/lobby/new-game/stored-options");
    expect(completeOptions("what")).toEqual(DEFAULT_OPTIONS);
    expect(
      completeOptions({ opponent: "ghost", sizes: 7, clocks: null, more: {}, first: "x" }),
    ).toEqual(DEFAULT_OPTIONS);
    expect(completeOptions({ clocks: { people: "5+3", computer: 20 } }).clocks).toEqual({
      people: "5+3",
      computer: "none",
    });
  });

  it("remember the clock, but never that a game is rated", async () => {
    vi.resetModules();
    const { setOptions } = await import("../../src/lobby/new-game/stored-options");
    setOptions({ rated: true, clocks: { people: "10+5", computer: "none" } });
    vi.resetModules();
    const { completeOptions, gameOptions } = await import(
      "../../src/lobby/new-game/stored-options"
    );
    expect(gameOptions.value).toMatchObject({ rated: false, clocks: { people: "10+5" } });
    expect(completeOptions({ rated: true }).rated).toBe(false);
  });
});

describe("a custom size", () => {
  const game = { key: "sos", default_size: "8x8", max_players: 8 };
  const chosen = (size: string) => ({ ...DEFAULT_OPTIONS, sizes: { sos: size } });
  it("is missing if it was left empty, whatever the number of players", () => {
    expect(isSizeMissing(DEFAULT_OPTIONS, "sos")).toBe(false);
    expect(isSizeMissing(chosen("5x5:3"), "sos")).toBe(false);
    for (const empty of ["", " ", ":3"]) expect(isSizeMissing(chosen(empty), "sos")).toBe(true);
  });
  it("that is missing doesn't stop the buttons without a form", () => {
    expect(sizeFor(chosen(":3"), game)).toBe("8x8");
  });
});
