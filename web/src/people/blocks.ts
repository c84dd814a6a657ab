// Whom one never meets.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { account } from "../account";
import { ask } from "../api";
import { someone } from "../guest";
import type { PlayerCard } from "../protocol.gen";
import { attempt, say } from "../speech";
import { texts } from "../texts";

const blocks = signal<PlayerCard[]>([]);

/** Those whom one has blocked, as far as it is known yet. */
export function useBlocks(): PlayerCard[] {
  const me = account.value?.player.id;
  useEffect(() => {
    blocks.value = [];
    if (me) load().catch(() => {}); // to block somebody once more does no harm
  }, [me]);
  return blocks.value;
}

async function load(): Promise<void> {
  blocks.value = await ask<PlayerCard[]>("GET", "/api/me/blocks");
}

/** Blocks a player, or meets them again. */
export async function setBlocked(player: { id: string; name: string }, wanted: boolean) {
  const t = texts.value.player;
  await attempt(async () => {
    await someone();
    await ask(wanted ? "PUT" : "DELETE", `/api/players/${player.id}/block`);
    say(wanted ? t.blocked(player.name) : t.unblocked(player.name));
    await load();
  });
}
