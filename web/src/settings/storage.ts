// Browser storage, with an in-memory fallback for the visit.

const memory = new Map<string, string>();

export function loadStored<T>(name: string, fallback: T): T {
  let text: string | null | undefined;
  try {
    text = localStorage.getItem(`quire.${name}`);
  } catch {
    text = memory.get(name);
  }
  if (text == null) return fallback;
  try {
    const stored = JSON.parse(text);
    return hasSameType(stored, fallback) ? stored : fallback;
  } catch {
    return fallback;
  }
}

/** An older page may have stored something else under the same name. */
function hasSameType(stored: unknown, fallback: unknown): boolean {
  if (fallback === null) return true;
  const same =
    typeof stored === typeof fallback && Array.isArray(stored) === Array.isArray(fallback);
  return stored !== null && same;
}

export function save(name: string, value: unknown): void {
  const text = value == null ? null : JSON.stringify(value);
  try {
    if (text === null) localStorage.removeItem(`quire.${name}`);
    else localStorage.setItem(`quire.${name}`, text);
  } catch {
    if (text === null) memory.delete(name);
    else memory.set(name, text);
  }
}
