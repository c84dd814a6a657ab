import { describe, expect, it } from "vitest";
import { chooseGame, followGame } from "../../src/lobby/live/featured-game";
import type { LiveGame } from "../../src/net/live-game";
import type { GameSummary } from "../../src/net/protocol.gen";
import { FakeConnection } from "../fake-connection";
import { empty, event, seat, state } from "../fixtures";

const computer = { ...seat("level3"), player: null, agent: "level3" };
const card = (id: string, moves: number, seats = [seat("Ann"), seat("Ben")]) =>
  ({ id, moves, seats }) as GameSummary;

describe("the game shown in the lobby", () => {
  it("is one between people that has begun", () => {
    const games = [card("a", 9, [seat("Ann"), computer]), card("b", 0), card("c", 2)];
    expect(chooseGame(games, null)).toBe("c");
    expect(chooseGame(games.slice(0, 2), null)).toBe("b");
    expect(chooseGame(games.slice(0, 1), null)).toBe("a");
    expect(chooseGame([], null)).toBeNull();
  });
  it("stays the same until it is over", () => {
    const games = [card("a", 9, [seat("Ann"), computer]), card("b", 5)];
    expect(chooseGame(games, "a")).toBe("a");
    expect(chooseGame(games.slice(1), "a")).toBe("b");
  });
});

describe("following a game", () => {
  function follow() {
    const connection = new FakeConnection();
    const seen: LiveGame[] = [];
    const left: string[] = [];
    const stop = followGame(
      connection,
      "g",
      (it) => seen.push(it),
      (id) => left.push(id),
    );
    return { connection, seen, left, stop };
  }
  const shown = state({ id: "g", seq: 0, moves: [], picture: empty(3, 3) });
  const change = { caption: "", cells: [], gone: [], strokes: null, notes: null };
  const move = event({ seq: 1, moves: 1, entry: "b2", position: "p", change });

  it("shows each move", () => {
    const { connection, seen } = follow();
    expect(connection.sent).toEqual([{ type: "watch", game_id: "g", since: null, picture: true }]);
    connection.receive(shown);
    connection.receive(move);
    connection.receive(move); // again
    connection.receive({ ...move, game_id: "other", seq: 2 });
    expect(seen.map((it) => it.moves.length)).toEqual([0, 1]);
  });
  it("asks for the state again if something was missed", () => {
    const { connection, seen } = follow();
    connection.receive(shown);
    connection.receive({ ...move, seq: 3, moves: 3 });
    expect(connection.sent).toHaveLength(2);
    connection.receive({ ...shown, seq: 3, moves: ["a1", "a2", "b2"] });
    expect(seen.at(-1)?.moves).toHaveLength(3);
  });
  it("ends", () => {
    const { connection, seen, left, stop } = follow();
    stop();
    connection.receive(shown);
    expect(seen).toEqual([]);
    expect(left).toEqual(["g"]);
  });
});
