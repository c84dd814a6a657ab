import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sendGames } from "../../src/game/device/games/hand-over";
import {
  addGame,
  deleteGame,
  deviceGames,
  findGame,
  REFUSED,
  unsentGames,
} from "../../src/game/device/games/stored-games";
import { clearAccount, storeAccount } from "../../src/net/account";
import { serve } from "../fake-server";

const SEATS = [
  { name: "Ann", agent: null },
  { name: "", agent: "level3" },
];
const NEW = { game: "line", size: "7", seats: SEATS };
const LOST = {
  winner: 1,
  reason: "resignation" as const,
  points: [0, 0],
  ranks: [2, 1],
};

beforeEach(() => storeAccount({ token: "t", player: { id: "a", name: "Ann", kind: "guest" } }));
afterEach(() => {
  vi.restoreAllMocks();
  clearAccount();
  for (const { id } of deviceGames.value) deleteGame(id);
});

const refusal = (code: string) => () => Response.json({ code, message: "" }, { status: 403 });

describe("games to hand over", () => {
  it("are finished, against computers, and not left early", () => {
    const game = addGame(NEW, ["S1", "O5"], LOST);
    addGame(NEW, ["S1"]);
    addGame({ ...NEW, seats: [SEATS[0], SEATS[0]] }, ["S1"], LOST);
    addGame(NEW, ["S1", "x1"], LOST);
    expect(unsentGames.value.map((it) => it.id)).toEqual([game.id]);
  });

  it("are sent once, with what the server needs to check them", async () => {
    const game = addGame(NEW, ["S1", "O5"], LOST);
    const asked = serve({ "POST /api/me/offline-games": { id: "on-server" } });
    await Promise.all([sendGames(), sendGames()]);
    await sendGames();
    expect(asked).toHaveBeenCalledOnce();
    expect(JSON.parse(String(asked.mock.calls[0][1]?.body))).toEqual({
      id: game.id,
      game: "line",
      size: "7",
      seats: ["me", "level3"],
      seed: game.seed,
      moves: ["S1", "O5"],
      resigned: true,
    });
    expect(findGame(game.id)?.sent).toBe("on-server");
    expect(findGame(game.id)?.changed).toBe(game.changed);
  });

  it("that the server refuses aren't sent again", async () => {
    const game = addGame(NEW, ["S1"], LOST);
    vi.spyOn(globalThis, "fetch").mockImplementation(async () => refusal("not_allowed")());
    await sendGames();
    expect(findGame(game.id)?.sent).toBe(REFUSED);
  });

  it("stay for the next connection if something else is wrong", async () => {
    const game = addGame(NEW, ["S1"], LOST);
    const busy = vi.spyOn(globalThis, "fetch");
    for (const code of ["too_many", "unavailable", "not_found"]) {
      busy.mockImplementation(async () => refusal(code)());
      await sendGames();
    }
    busy.mockRejectedValue(new TypeError("no network"));
    await sendGames();
    expect(findGame(game.id)?.sent).toBeUndefined();
  });
});
