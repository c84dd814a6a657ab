// Create the game; if the server no longer knows the guest, create a new one first.
import { account } from "../../net/account";
import { ApiError, ask } from "../../net/api";
import { someone } from "../../net/guest";
import type { GameCreated, GameRequest } from "../../net/protocol.gen";

export async function asSomeone<T>(work: () => Promise<T>): Promise<T> {
  const { player } = await someone();
  try {
    return await work();
  } catch (error) {
    const lost = error instanceof ApiError && error.code === "not_signed_in";
    if (!lost || player.kind !== "guest" || account.value) throw error;
    await someone();
    return work();
  }
}

/** The address of the new game. */
export async function makeGame(wish: GameRequest): Promise<string> {
  const { id } = await asSomeone(() => ask<GameCreated>("POST", "/api/games", wish));
  return `/game/${id}`;
}

export async function joinGame(id: string): Promise<string> {
  await asSomeone(() => ask("POST", `/api/games/${id}/join`));
  return `/game/${id}`;
}
