// New games on this device.
import { replayOf } from "../../../core/replay";
import { account } from "../../../net/account";
import { ApiError } from "../../../net/api";
import type { GameRequest } from "../../../net/protocol.gen";
import { hasServer } from "../../../net/site";
import { loadStored, save } from "../../../settings/storage";
import { nextOrder } from "./device-game";
import { addGame, type DeviceGame, type DeviceSeat, deviceGames } from "./stored-games";
import { canPlayHere } from "./thinking";

const NAMES_KEY = "hotseat.names"; // of the people who last shared this device
const OLD_KEY = "hotseat"; // where builds of the page before 2026-11-19 stored their one game

export const gameAddress = ({ id }: Pick<DeviceGame, "id">) => `/device/${id}`;

export const rememberNames = (names: string[]) => void save(NAMES_KEY, names);

/** The address of a new game of one person against computers; the clock is left out. */
export async function createDeviceGame(request: GameRequest): Promise<string> {
  const { game, seats = [] } = request;
  const isPossible = seats.every((it) => it === "me" || canPlayHere(game, it));
  // Only a server has such players.
  if (!isPossible) throw new ApiError(hasServer() ? "network" : "no_server");
  const { size } = await replayOf({ game, size: request.size }); // in its own notation
  const me = { name: account.peek()?.player.name ?? "", agent: null };
  const taken = seats.map((it) => (it === "me" ? me : { name: "", agent: it }));
  const order = request.random_order ? shuffled(taken) : taken;
  return gameAddress(addGame({ game, size, seats: order }));
}

/** The game that people at this screen last played on such a board, or a new one. */
export async function openHotseat(game: string, size: string | undefined): Promise<DeviceGame> {
  await adoptOldGame();
  const isWanted = (it: DeviceGame) => it.game === game && (!size || it.size === size);
  const known = hotseatGames().find(isWanted);
  if (known) return known;
  const replay = await replayOf({ game, size });
  const again = hotseatGames().find((it) => it.game === game && it.size === replay.size);
  return again ?? addGame({ game, size: replay.size, seats: peopleAt(replay.players) });
}

const hotseatGames = () => deviceGames.peek().filter((it) => it.seats.every((seat) => !seat.agent));

export const lastHotseatGame = () => hotseatGames().at(0)?.game ?? oldGame()?.game;

function peopleAt(players: number, names = loadStored<string[]>(NAMES_KEY, [])): DeviceSeat[] {
  return Array.from({ length: players }, (_, n) => ({ name: names[n] ?? "", agent: null }));
}

function shuffled<T>(items: readonly T[]): T[] {
  const keys = crypto.getRandomValues(new Uint32Array(items.length));
  return items
    .map((it, n) => ({ it, key: keys[n] }))
    .sort((a, b) => a.key - b.key)
    .map(({ it }) => it);
}

interface OldGame {
  game: string;
  size: string;
  moves: string[];
}

const oldGame = () => loadStored<OldGame | null>(OLD_KEY, null);

/** Keep the game in progress of an older build; one that can't be read is forgotten. */
async function adoptOldGame(): Promise<void> {
  const old = oldGame();
  if (!old) return;
  const { game, size, moves } = old;
  const replay = await replayOf({ game, size, moves }).catch((error) => {
    if (error.code === "network") throw error;
    return null;
  });
  save(OLD_KEY, null);
  if (!replay?.steps.length) return;
  const seats = peopleAt(replay.players);
  addGame({ game, size, seats }, moves, replay.steps.at(-1)?.outcome ?? null);
}

/** The address of the next game: people swap sides, and so does a person with a computer. */
export function startRematch({ game, size, seats }: DeviceGame, swapSides = true): string {
  return gameAddress(addGame({ game, size, seats: swapSides ? nextOrder(seats) : seats }));
}
