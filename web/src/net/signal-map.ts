// A map in a signal, which is replaced on every change.
import type { Signal } from "@preact/signals";

/** Set an entry, or delete it if the value is null; nothing changes if it is the same. */
export function setEntry<T>(
  map: Signal<ReadonlyMap<string, T>>,
  key: string,
  value: T | null,
): void {
  if ((map.peek().get(key) ?? null) === value) return;
  const entries = new Map(map.peek());
  if (value === null) entries.delete(key);
  else entries.set(key, value);
  map.value = entries;
}
