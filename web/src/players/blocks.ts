// Blocked players.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { account } from "../net/account";
import { fetchJson } from "../net/api";
import { ensureAccount } from "../net/guest";
import type { PlayerSummary } from "../net/protocol.gen";
import { texts } from "../texts";
import { announce, attempt } from "../ui/announce";

const blocks = signal<PlayerSummary[]>([]);
let changes = 0; // a response requested before the last change is outdated

function change(players: PlayerSummary[]): void {
  changes++;
  blocks.value = players;
}

/** The blocked players, as far as loaded. */
export function useBlocks(): PlayerSummary[] {
  const me = account.value?.player.id;
  useEffect(() => {
    change([]);
    if (me) load().catch(() => {}); // blocking a player twice is harmless
  }, [me]);
  return blocks.value;
}

async function load(): Promise<void> {
  const before = changes;
  const players = await fetchJson<PlayerSummary[]>("GET", "/api/me/blocks");
  if (changes === before) change(players);
}

/** Block or unblock a player. */
export async function setBlocked(player: PlayerSummary, wanted: boolean): Promise<void> {
  const t = texts.value.player;
  await attempt(async () => {
    const { player: me } = await ensureAccount();
    await fetchJson(wanted ? "PUT" : "DELETE", `/api/players/${player.id}/block`);
    announce(wanted ? t.blocked(player.name) : t.unblocked(player.name));
    if (account.peek()?.player.id !== me.id) return;
    const others = blocks.peek().filter((it) => it.id !== player.id);
    change(wanted ? [...others, player] : others);
  });
}
