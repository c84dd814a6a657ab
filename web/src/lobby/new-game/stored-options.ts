// The options last used in this browser.
import { signal } from "@preact/signals";
import { hasServer } from "../../net/site";
import { loadStored, save } from "../../settings/storage";
import {
  CLOCKS,
  DEFAULT_OPTIONS,
  DEVICE_OPPONENTS,
  FIRST,
  type GameOptions,
  OPPONENTS,
} from "./game-options";

/** The stored options, completed: an older page may have stored fewer, or others. */
export function completeOptions(stored: unknown): GameOptions {
  if (typeof stored !== "object" || stored === null) return DEFAULT_OPTIONS;
  const it = { ...DEFAULT_OPTIONS, ...stored } as GameOptions;
  for (const key of Object.keys(DEFAULT_OPTIONS) as (keyof GameOptions)[])
    if (typeof it[key] !== typeof DEFAULT_OPTIONS[key] || it[key] === null) restore(it, key);
  const opponents = hasServer() ? OPPONENTS : DEVICE_OPPONENTS;
  if (!opponents.includes(it.opponent)) it.opponent = DEFAULT_OPTIONS.opponent;
  if (!FIRST.includes(it.first)) it.first = DEFAULT_OPTIONS.first;
  if (!Array.isArray(it.more)) it.more = [];
  it.sizes = textsOf(it.sizes);
  it.agents = textsOf(it.agents);
  it.clocks = { ...DEFAULT_OPTIONS.clocks, ...it.clocks };
  for (const against of ["people", "computer"] as const)
    if (!Object.hasOwn(CLOCKS, it.clocks[against]))
      it.clocks[against] = DEFAULT_OPTIONS.clocks[against];
  it.rated = DEFAULT_OPTIONS.rated;
  it.listed = { ...DEFAULT_OPTIONS.listed, ...it.listed };
  return it;
}

function textsOf(stored: { [key: string]: unknown }): { [key: string]: string } {
  return Object.fromEntries(
    Object.entries(stored).filter((it): it is [string, string] => typeof it[1] === "string"),
  );
}

function restore<Key extends keyof GameOptions>(it: GameOptions, key: Key): void {
  it[key] = DEFAULT_OPTIONS[key];
}

export const gameOptions = signal<GameOptions>(
  completeOptions(loadStored<unknown>("choices", null)),
);

export function setOptions(change: Partial<GameOptions>): void {
  gameOptions.value = { ...gameOptions.peek(), ...change };
  const { rated: _, ...stored } = gameOptions.peek();
  save("choices", stored);
}
