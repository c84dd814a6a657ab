// Browser storage; what it doesn't take stays in memory for the visit.

const PREFIX = "quire.";
const memory = new Map<string, string>();

export function loadStored<T>(name: string, fallback: T): T {
  const text = memory.get(name) ?? read(name);
  if (text == null) return fallback;
  try {
    const stored = JSON.parse(text);
    return hasSameType(stored, fallback) ? stored : fallback;
  } catch {
    return fallback;
  }
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null; // not allowed
  }
}

/** An older page may have stored something else under the same name. */
function hasSameType(stored: unknown, fallback: unknown): boolean {
  if (fallback === null) return true;
  const same =
    typeof stored === typeof fallback && Array.isArray(stored) === Array.isArray(fallback);
  return stored !== null && same;
}

/** Store a value, or delete it if it is null; return whether the browser will still have it. */
export function save(name: string, value: unknown): boolean {
  const text = value == null ? null : JSON.stringify(value);
  memory.delete(name);
  try {
    if (text === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, text);
    return true;
  } catch {
    if (text !== null) memory.set(name, text); // storage is full, or not allowed
    return false;
  }
}

/** The names that begin so. */
export function storedNames(prefix: string): string[] {
  const names = new Set(memory.keys());
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX)) names.add(key.slice(PREFIX.length));
  } catch {
    // Not allowed: there are only those of this visit.
  }
  return [...names].filter((it) => it.startsWith(prefix));
}

/** Call this when another tab has stored a value, with its name; null after it has deleted all. */
export function onStoredElsewhere(work: (name: string | null) => void): void {
  window.addEventListener("storage", ({ key }) => {
    if (key === null) work(null);
    else if (key.startsWith(PREFIX)) work(key.slice(PREFIX.length));
  });
}
