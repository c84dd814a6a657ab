// The names of the players of a game on this device.
import type { GameSummary } from "../../../net/protocol.gen";
import { texts } from "../../../texts";
import { agentName } from "../../../texts/names";
import { type DeviceGame, seatOfPerson } from "./stored-games";

/** Chosen names; without one, a single person is "You", and people at one screen are numbered. */
export function namesAt(game: Pick<DeviceGame, "seats">): string[] {
  const t = texts.value;
  const isAlone = seatOfPerson(game) !== null;
  return game.seats.map(({ name, agent }, n) => {
    if (agent) return agentName(agent);
    return name.trim() || (isAlone ? t.game.youName : t.hotseat.player(n + 1));
  });
}

/** The game as the rows of games show it. */
export function summaryOf(game: DeviceGame): GameSummary {
  const names = namesAt(game);
  return {
    id: game.id,
    status: game.outcome ? "over" : "playing",
    game: game.game,
    size: game.size,
    clock: null,
    increment: null,
    rated: false,
    seats: game.seats.map(({ agent }, n) => ({
      player: agent ? null : "device",
      agent,
      name: names[n],
      away: false,
      reconnect_left: null,
    })),
    moves: game.moves.length,
  };
}
