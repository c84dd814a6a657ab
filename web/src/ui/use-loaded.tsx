// Load data for a page: pending, ready or failed; reloads when the connection is back.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ApiError, errorText } from "../net/api";
import { connection } from "../net/online";
import { texts } from "../texts";

export type Loaded<T> =
  | { state: "loading" }
  | { state: "ready"; value: T }
  | { state: "failed"; code: string; why: string; again: () => void };

/** The loaded value, or null. */
export function loadedValue<T>(it: Loaded<T>): T | null {
  return it.state === "ready" ? it.value : null;
}

/** Reload whenever `key` changes; late responses are dropped. */
export function useLoaded<T>(key: string, load: () => Promise<T>): Loaded<T> {
  const [result, setResult] = useState<{ key: string; it: Loaded<T> } | null>(null);
  const [tries, setTries] = useState(0);
  const it: Loaded<T> = result?.key === key ? result.it : { state: "loading" };
  useEffect(() => {
    let wanted = true;
    const again = () => setTries((n) => n + 1);
    load().then(
      (value) => wanted && setResult({ key, it: { state: "ready", value } }),
      (error) => {
        const code = error instanceof ApiError ? error.code : "";
        if (wanted) setResult({ key, it: { state: "failed", code, why: errorText(error), again } });
      },
    );
    return () => {
      wanted = false;
    };
  }, [key, tries]);
  useEffect(() => {
    if (it.state === "failed") return connection.onConnect(it.again);
  }, [it.state]);
  return it;
}

interface WhenLoadedProps<T> {
  it: Loaded<T>;
  children: (value: T) => ComponentChildren;
}

export function WhenLoaded<T>({ it, children }: WhenLoadedProps<T>) {
  if (it.state === "ready") return <>{children(it.value)}</>;
  if (it.state === "loading") return <p class="hint loading-line">{texts.value.loading}</p>;
  return (
    <div class="card spread" role="alert">
      <p>{it.why}</p>
      <button type="button" onClick={it.again}>
        {texts.value.loadFailed.again}
      </button>
    </div>
  );
}
