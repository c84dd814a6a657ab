// The games played on this device, stored in the browser, each under a name of its own: two tabs
// may play two games. They need no account, and no server.
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { newId } from "../../../net/outbox";
import type { Line, Outcome } from "../../../net/protocol.gen";
import { loadStored, onStoredElsewhere, save, storedNames } from "../../../settings/storage";
import { isDeparture } from "../../moves/move-log";

/** A person at this device or, if there is an agent, a computer player. */
export interface DeviceSeat {
  name: string; // a person's; may be empty
  agent: string | null;
}

export interface DeviceGame {
  id: string;
  game: string;
  size: string;
  seats: DeviceSeat[];
  seed: string; // of the computer players' moves
  moves: string[]; // the entries of a record
  changed: number; // in ms
  outcome: Outcome | null;
  sent?: string; // its id on the server, or REFUSED
}

export const REFUSED = "refused"; // the server doesn't believe it

const PREFIX = "game.";
const MAX_FINISHED = 200; // the oldest are deleted
const MAX_IN_PROGRESS = 50;

const all = signal<readonly DeviceGame[]>(loadAll());
const lasting = signal(true);

/** The games, the last changed first. */
export const deviceGames: ReadonlySignal<readonly DeviceGame[]> = all;
/** Those to go on with; without a move there is nothing to lose. */
export const gamesInProgress = computed(() =>
  all.value.filter((it) => !it.outcome && it.moves.length > 0),
);
/** Those to send to a server: finished against computers, by a player who didn't leave them. */
export const unsentGames = computed(() =>
  all.value.filter(
    (it) => it.outcome && !it.sent && seatOfPerson(it) !== null && !it.moves.some(isDeparture),
  ),
);
/** Whether the browser stores them: it may be full, or not allow it. */
export const isLasting: ReadonlySignal<boolean> = lasting;

export const findGame = (id: string) => all.value.find((it) => it.id === id) ?? null;

/** The seat of the only person, who plays computers; null if several people share the device. */
export function seatOfPerson({ seats }: Pick<DeviceGame, "seats">): number | null {
  const people = seats.flatMap((it, n) => (it.agent ? [] : [n]));
  return people.length === 1 ? people[0] : null;
}

/** The line of its moves, without what else is stored. */
export const lineOf = ({ game, size, moves }: DeviceGame): Line => ({ game, size, moves });

type NewGame = Pick<DeviceGame, "game" | "size" | "seats">;

export function addGame(
  { game, size, seats }: NewGame,
  moves: string[] = [],
  outcome: Outcome | null = null,
): DeviceGame {
  const [random] = crypto.getRandomValues(new BigUint64Array(1));
  const seed = `${random >> 5n}`; // the server reads up to 18 digits
  return store({ id: newId(), game, size, seats, seed, moves, changed: Date.now(), outcome });
}

/** Change a game; null if it has other moves by now than the page shows: another tab plays it. */
export function changeGame(
  shown: DeviceGame,
  change: Partial<Omit<DeviceGame, "id">>,
): DeviceGame | null {
  const stored = loadStored<unknown>(PREFIX + shown.id, null);
  if (!isGame(stored) || stored.moves.join() !== shown.moves.join()) {
    all.value = loadAll();
    return null;
  }
  return store({ ...stored, ...change, changed: Date.now() });
}

/** Note that a finished game was sent, or refused. */
export function markSent(id: string, sent: string): void {
  const game = findGame(id);
  if (game) store({ ...game, sent });
}

export function deleteGame(id: string): void {
  save(PREFIX + id, null);
  all.value = all.peek().filter((it) => it.id !== id);
}

function store(game: DeviceGame): DeviceGame {
  lasting.value = save(PREFIX + game.id, game);
  all.value = lastFirst([game, ...all.peek().filter((it) => it.id !== game.id)]);
  const isOver = (it: DeviceGame) => it.outcome !== null;
  const surplus = [
    ...all.peek().filter(isOver).slice(MAX_FINISHED),
    ...all
      .peek()
      .filter((it) => !isOver(it))
      .slice(MAX_IN_PROGRESS),
  ];
  for (const { id } of surplus) deleteGame(id);
  return game;
}

function lastFirst(games: DeviceGame[]): DeviceGame[] {
  return games.sort((a, b) => b.changed - a.changed);
}

function loadAll(): DeviceGame[] {
  const stored = storedNames(PREFIX).map((it) => loadStored<unknown>(it, null));
  return lastFirst(stored.filter(isGame));
}

/** Another build of the page may have stored something else. */
function isGame(it: unknown): it is DeviceGame {
  const game = it as DeviceGame | null;
  const texts = [game?.id, game?.game, game?.size, game?.seed];
  return (
    texts.every((text) => typeof text === "string") &&
    Array.isArray(game?.moves) &&
    Array.isArray(game.seats) &&
    game.seats.every((seat) => typeof seat?.name === "string")
  );
}

onStoredElsewhere((name) => {
  if (name === null || name.startsWith(PREFIX)) all.value = loadAll();
});
