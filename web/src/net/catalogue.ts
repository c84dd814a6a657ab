// The games and computer players of this server.
import { signal } from "@preact/signals";
import { texts } from "../texts";
import { fetchJson } from "./api";
import type { AgentInfo, Catalogue } from "./protocol.gen";
import { hasServer } from "./site";

/** Without a server: which of the agents this device can play, by game. */
type Offered = Catalogue & { agents_of?: { [game: string]: string[] } };

/** Empty until it is loaded. */
export const catalogue = signal<Offered>({ games: [], agents: [] });

/** The computer players to choose from. */
export function agentsOf(game: string): AgentInfo[] {
  const { agents, agents_of: playable } = catalogue.value;
  return playable ? agents.filter((it) => playable[game]?.includes(it.name)) : agents;
}

const load = (): Promise<Offered> =>
  hasServer()
    ? fetchJson<Catalogue>("GET", "/api/catalogue")
    : import("./catalogue.gen.json").then((it) => it.default);

let loading: Promise<void> | null = null;

export function loadCatalogue(): Promise<void> {
  loading ??= load().then(
    (it) => {
      catalogue.value = it;
    },
    (error) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** The games to choose from: those of the catalogue or, before it is loaded, those with texts. */
export function allGames(): string[] {
  const known = catalogue.value.games.map((it) => it.key);
  return known.length ? known : Object.keys(texts.value.games);
}
