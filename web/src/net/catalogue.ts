// The games and computer players of this server.
import { signal } from "@preact/signals";
import { texts } from "../texts";
import { fetchJson } from "./api";
import type { Catalogue } from "./protocol.gen";

/** Empty until it is loaded. */
export const catalogue = signal<Catalogue>({ games: [], agents: [] });

let loading: Promise<void> | null = null;

export function loadCatalogue(): Promise<void> {
  loading ??= fetchJson<Catalogue>("GET", "/api/catalogue").then(
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
