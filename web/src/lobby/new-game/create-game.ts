// Create the game; if the server no longer knows the guest, create a new one first.
import { account } from "../../net/account";
import { ApiError, fetchJson } from "../../net/api";
import { ensureAccount } from "../../net/guest";
import type { GameCreated, GameRequest } from "../../net/protocol.gen";

export async function withAccount<T>(work: () => Promise<T>): Promise<T> {
  const { player } = await ensureAccount();
  try {
    return await work();
  } catch (error) {
    const lost = error instanceof ApiError && error.code === "not_signed_in";
    if (!lost || player.kind !== "guest" || account.value) throw error;
    await ensureAccount();
    return work();
  }
}

/** The address of the new game. */
export async function createGame(request: GameRequest): Promise<string> {
  const { id } = await withAccount(() => fetchJson<GameCreated>("POST", "/api/games", request));
  return `/game/${id}`;
}

export async function joinGame(id: string): Promise<string> {
  await withAccount(() => fetchJson("POST", `/api/games/${id}/join`));
  return `/game/${id}`;
}
