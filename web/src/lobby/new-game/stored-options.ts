// The options last used in this browser.
import { signal } from "@preact/signals";
import { loadStored, save } from "../../settings/storage";
import { type Choices, FIRST, OPPONENTS, USUAL } from "./game-options";

/** The stored options, completed: an older page may have stored fewer, or others. */
export function restored(kept: unknown): Choices {
  if (typeof kept !== "object" || kept === null) return USUAL;
  const it = { ...USUAL, ...kept } as Choices;
  for (const key of Object.keys(USUAL) as (keyof Choices)[])
    if (typeof it[key] !== typeof USUAL[key] || it[key] === null) restore(it, key);
  if (!OPPONENTS.includes(it.opponent)) it.opponent = USUAL.opponent;
  if (!FIRST.includes(it.first)) it.first = USUAL.first;
  if (!Array.isArray(it.more)) it.more = [];
  it.sizes = textsOf(it.sizes);
  it.agents = textsOf(it.agents);
  it.clocks = { ...USUAL.clocks, ...it.clocks };
  it.listed = { ...USUAL.listed, ...it.listed };
  return it;
}

function textsOf(kept: { [key: string]: unknown }): { [key: string]: string } {
  return Object.fromEntries(
    Object.entries(kept).filter((it): it is [string, string] => typeof it[1] === "string"),
  );
}

function restore<Key extends keyof Choices>(it: Choices, key: Key): void {
  it[key] = USUAL[key];
}

export const choices = signal<Choices>(restored(loadStored<unknown>("choices", null)));

export function choose(change: Partial<Choices>): void {
  choices.value = { ...choices.peek(), ...change };
  save("choices", choices.peek());
}
