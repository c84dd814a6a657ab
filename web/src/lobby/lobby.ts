// The public games in the lobby, my own, and how many people are online.
import { signal } from "@preact/signals";
import { account } from "../net/account";
import { fetchJson } from "../net/api";
import { connection, session } from "../net/online";
import type { GameSummary, LobbyGames } from "../net/protocol.gen";

/** Null until they are loaded. */
export const lobby = signal<LobbyGames | null>(null);
/** How many people are online; null until it is known. */
export const online = signal<number | null>(null);
export const mine = signal<GameSummary[]>([]);

/** Follow the lobby until the returned function is called. */
export function followLobby(): () => void {
  const unsubscribe = connection.subscribe((message) => {
    if (message.type === "online") online.value = message.people;
    if (message.type !== "lobby") return;
    lobby.value = { open: message.open, playing: message.playing };
    loadMine();
  });
  const unsubscribeReady = connection.whenReady(() => {
    connection.send({ type: "lobby", on: true });
    loadMine();
  });
  // Signing in or out changes my games, and so does a game that starts or ends.
  const unsubscribeAccount = account.subscribe(loadMine);
  const unsubscribeGames = session.myGames.subscribe(loadMine);
  return () => {
    unsubscribe();
    unsubscribeReady();
    unsubscribeAccount();
    unsubscribeGames();
    clearTimeout(timer);
    timer = undefined;
    connection.send({ type: "lobby", on: false });
  };
}

const DEBOUNCE_MS = 150; // several changes make one request
let timer: ReturnType<typeof setTimeout> | undefined;

function loadMine(): void {
  timer ??= setTimeout(async () => {
    timer = undefined;
    const player = account.peek()?.player.id;
    if (!player) {
      mine.value = [];
      return;
    }
    try {
      const found = await fetchJson<GameSummary[]>("GET", "/api/me/games");
      if (account.peek()?.player.id !== player) return;
      mine.value = found;
      // Follow my games, to be present and to know whose turn it is.
      session.follow(found.map(({ id }) => id).filter((id) => !session.myGames.peek().has(id)));
    } catch {
      // The list stays as it is until the next connection.
    }
  }, DEBOUNCE_MS);
}

/** The lobby's games without the player's own. */
export function gamesOfOthers(
  cards: readonly GameSummary[],
  player: string | undefined,
): GameSummary[] {
  if (!player) return [...cards];
  return cards.filter((card) => card.seats.every((seat) => seat.player !== player));
}
