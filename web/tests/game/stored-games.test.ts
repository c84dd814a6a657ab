import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  addGame,
  changeGame,
  deleteGame,
  deviceGames,
  findGame,
  gamesInProgress,
  isLasting,
} from "../../src/game/device/games/stored-games";

const NEW = {
  game: "line",
  size: "7",
  seats: [
    { name: "", agent: null },
    { name: "", agent: "level3" },
  ],
};
const WON = { winner: 0, reason: "line", points: [0, 0], ranks: [1, 2] } as const;
const over = { ...WON, points: [0, 0], ranks: [1, 2] };

const stored = (id: string) => JSON.parse(localStorage.getItem(`quire.game.${id}`) ?? "null");
const storage = localStorage;
/** What another tab does to a game. */
function storeElsewhere(id: string, value: unknown) {
  localStorage.setItem(`quire.game.${id}`, JSON.stringify(value));
  window.dispatchEvent(new StorageEvent("storage", { key: `quire.game.${id}` }));
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  for (const { id } of deviceGames.value) deleteGame(id);
});

describe("games on this device", () => {
  it("are stored with every move, the last changed first", () => {
    const first = addGame(NEW);
    vi.advanceTimersByTime(1000);
    addGame(NEW);
    vi.advanceTimersByTime(1000);
    changeGame(first, { moves: ["S1"] });
    expect(stored(first.id)).toMatchObject({ moves: ["S1"], seats: NEW.seats });
    expect(deviceGames.value[0].id).toBe(first.id);
    expect(stored(first.id).seed).toMatch(/^\d{1,18}$/);
  });

  it("stay in progress until they have an outcome", () => {
    const game = addGame(NEW, ["S1"]);
    addGame(NEW); // nothing to go on with
    expect(gamesInProgress.value.map((it) => it.id)).toEqual([game.id]);
    changeGame(game, { outcome: over });
    expect(gamesInProgress.value).toHaveLength(0);
    expect(findGame(game.id)?.outcome).toEqual(WON);
  });

  it("are not changed where another tab has played on", () => {
    const game = addGame(NEW);
    storeElsewhere(game.id, { ...game, moves: ["S1", "S4"] });
    expect(findGame(game.id)?.moves).toEqual(["S1", "S4"]);
    expect(changeGame(game, { moves: ["O2"] })).toBeNull();
    expect(stored(game.id).moves).toEqual(["S1", "S4"]);
  });

  it("follow another tab that deletes everything", () => {
    addGame(NEW);
    localStorage.clear();
    window.dispatchEvent(new StorageEvent("storage", { key: null }));
    expect(deviceGames.value).toEqual([]);
  });

  it("are played on in memory where nothing can be stored, and say so", () => {
    const game = addGame(NEW);
    expect(isLasting.value).toBe(true);
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => storage.getItem(key),
      setItem: () => {
        throw new DOMException("full", "QuotaExceededError");
      },
    });
    const next = changeGame(game, { moves: ["S1"] });
    expect(isLasting.value).toBe(false);
    expect(next && changeGame(next, { moves: ["S1", "O2"] })?.moves).toEqual(["S1", "O2"]);
    vi.unstubAllGlobals();
    const again = findGame(game.id);
    expect(again && changeGame(again, { moves: ["S1"] })?.moves).toEqual(["S1"]);
    expect(isLasting.value).toBe(true);
    expect(stored(game.id).moves).toEqual(["S1"]);
  });

  it("that another build has stored in another form are left alone", () => {
    const game = addGame(NEW);
    for (const strange of [null, 5, {}, { ...game, moves: "S1" }, { ...game, seats: [null] }])
      storeElsewhere("strange", strange);
    expect(deviceGames.value.map((it) => it.id)).toEqual([game.id]);
    storeElsewhere("newer", { ...game, id: "newer", clock: 60 });
    const newer = findGame("newer");
    expect(newer && changeGame(newer, { moves: ["S1"] })).not.toBeNull();
    expect(stored("newer").clock).toBe(60); // what this build doesn't know is kept
  });

  it("are limited: the oldest finished ones are deleted", () => {
    const first = addGame(NEW, [], over);
    const inProgress = addGame(NEW);
    for (let n = 0; n < 200; n++) addGame(NEW, [], over);
    expect(findGame(first.id)).toBeNull();
    expect(stored(first.id)).toBeNull();
    expect(findGame(inProgress.id)).not.toBeNull();
    expect(deviceGames.value).toHaveLength(201);
  });
});
