// Load data for a page: pending, ready or failed; reloads when the connection is back.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { errorText } from "../net/api";
import { connection } from "../net/online";
import { texts } from "../texts";

export type Loaded<T> =
  | { state: "waiting" }
  | { state: "there"; value: T }
  | { state: "refused"; why: string; again: () => void };

/** The loaded value, or null. */
export function there<T>(it: Loaded<T>): T | null {
  return it.state === "there" ? it.value : null;
}

/** Reload whenever `key` changes; late responses are dropped. */
export function useLoaded<T>(key: string, load: () => Promise<T>): Loaded<T> {
  const [told, setTold] = useState<{ key: string; it: Loaded<T> } | null>(null);
  const [tries, setTries] = useState(0);
  const it: Loaded<T> = told?.key === key ? told.it : { state: "waiting" };
  useEffect(() => {
    let wanted = true;
    const again = () => setTries((n) => n + 1);
    load().then(
      (value) => wanted && setTold({ key, it: { state: "there", value } }),
      (error) => wanted && setTold({ key, it: { state: "refused", why: errorText(error), again } }),
    );
    return () => {
      wanted = false;
    };
  }, [key, tries]);
  useEffect(() => {
    if (it.state === "refused") return connection.onConnect(it.again);
  }, [it.state]);
  return it;
}

interface WhenLoadedProps<T> {
  it: Loaded<T>;
  children: (value: T) => ComponentChildren;
}

export function WhenLoaded<T>({ it, children }: WhenLoadedProps<T>) {
  if (it.state === "there") return <>{children(it.value)}</>;
  if (it.state === "waiting") return <p class="hint waiting-line">{texts.value.loading}</p>;
  return (
    <div class="card spread" role="alert">
      <p>{it.why}</p>
      <button type="button" onClick={it.again}>
        {texts.value.offlinePage.again}
      </button>
    </div>
  );
}
