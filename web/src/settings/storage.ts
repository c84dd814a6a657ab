// Browser storage, with an in-memory fallback for the visit.

const memory = new Map<string, string>();

export function loadStored<T>(name: string, otherwise: T): T {
  let text: string | null | undefined;
  try {
    text = localStorage.getItem(`quire.${name}`);
  } catch {
    text = memory.get(name);
  }
  if (text == null) return otherwise;
  try {
    const kept = JSON.parse(text);
    return isAlike(kept, otherwise) ? kept : otherwise;
  } catch {
    return otherwise;
  }
}

/** An older page may have stored something else under the same name. */
function isAlike(kept: unknown, otherwise: unknown): boolean {
  if (otherwise === null) return true;
  const same = typeof kept === typeof otherwise && Array.isArray(kept) === Array.isArray(otherwise);
  return kept !== null && same;
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
