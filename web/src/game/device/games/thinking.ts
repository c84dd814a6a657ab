// What the core thinks about a game on this device: the move of a computer player, and hints.
import { canPlay, moveRequest } from "../../../core/agents";
import { core } from "../../../core/core";
import { CoreError } from "../../../core/instance";
import type { SearchResult } from "../../../core/request";
import type { Hint } from "../../../net/protocol.gen";
import { texts } from "../../../texts";
import { errorMessage } from "../../../ui/announce";
import type { DeviceGame } from "./stored-games";

let isRestartShown = false;
core.onRestart = () => {
  if (!isRestartShown) errorMessage.value = texts.peek().device.restarted;
  isRestartShown = true;
};

/** Whether this device can play an agent of a game. */
export const canPlayHere = (game: string, agent: string) =>
  core.isAvailable && canPlay(game, agent);

type Line = Pick<DeviceGame, "game" | "size" | "moves" | "seed">;

/** The move of an agent in the position after these moves. */
export async function chooseMove(
  { game, size, moves, seed }: Line,
  agent: string,
  position: string,
  signal?: AbortSignal,
): Promise<string> {
  const request = moveRequest(agent, { game, size, moves }, seed, position);
  if (!request) throw new CoreError("unavailable");
  const answer = await core.ask(request, signal);
  return "move" in answer ? answer.move : answer.candidates[0].move;
}

const ADVISER = "level8"; // overlooks nothing

/** The best move for the player to move, and what it is worth if that is certain. */
export async function findHint(
  { game, size, moves, seed, seats }: Line & Pick<DeviceGame, "seats">,
  position: string,
): Promise<Hint> {
  const request = moveRequest(ADVISER, { game, size, moves }, seed, position);
  if (!request) throw new CoreError("unavailable");
  const { candidates } = (await core.ask(request)) as SearchResult;
  const [{ move, value, exact }] = candidates;
  const isProven = exact && seats.length === 2;
  const outcome = value > 0 ? "win" : value < 0 ? "loss" : "draw";
  return { move, value, exact: isProven, outcome: isProven ? outcome : null };
}
