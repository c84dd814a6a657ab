import { expect, it } from "vitest";
import { offersIn } from "../../src/game/actions/available";
import { liveGameOf } from "../../src/net/live-game";
import { seat, state } from "../fixtures";

const away = { ...seat("Ben"), away: true, reconnect_left: 20 };
const wordsOf = (moves: string[], seats = [seat("Ann"), away]) => {
  const game = liveGameOf(state({ moves, seats }), 0);
  return offersIn(game, (it) => game.seats[it].name).map((it) => it.words);
};

it("says what happens if a player who is away doesn't return", () => {
  expect(wordsOf(["a1"])).toEqual([
    "Ben has disconnected. The game is aborted unless they're back in time.",
  ]);
  expect(wordsOf(["a1", "a2"])).toEqual([
    "Ben has disconnected. You win unless they're back in time.",
  ]);
  expect(wordsOf(["a1", "a2", "a3"], [seat("Ann"), away, seat("Cem")])).toEqual([
    "Ben has disconnected.",
  ]);
});
