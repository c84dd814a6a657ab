// Whom one never meets.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { account } from "../net/account";
import { ask } from "../net/api";
import { someone } from "../net/guest";
import type { PlayerSummary } from "../net/protocol.gen";
import { texts } from "../texts";
import { attempt, say } from "../ui/announce";

const blocks = signal<PlayerSummary[]>([]);
let changes = 0; // what was asked for before the last one is answered too late

function change(them: PlayerSummary[]): void {
  changes++;
  blocks.value = them;
}

/** Those whom one has blocked, as far as it is known yet. */
export function useBlocks(): PlayerSummary[] {
  const me = account.value?.player.id;
  useEffect(() => {
    change([]);
    if (me) load().catch(() => {}); // to block somebody once more does no harm
  }, [me]);
  return blocks.value;
}

async function load(): Promise<void> {
  const before = changes;
  const them = await ask<PlayerSummary[]>("GET", "/api/me/blocks");
  if (changes === before) change(them);
}

/** Blocks a player, or meets them again. */
export async function setBlocked(player: PlayerSummary, wanted: boolean): Promise<void> {
  const t = texts.value.player;
  await attempt(async () => {
    const { player: me } = await someone();
    await ask(wanted ? "PUT" : "DELETE", `/api/players/${player.id}/block`);
    say(wanted ? t.blocked(player.name) : t.unblocked(player.name));
    if (account.peek()?.player.id !== me.id) return;
    const others = blocks.peek().filter((it) => it.id !== player.id);
    change(wanted ? [...others, player] : others);
  });
}
