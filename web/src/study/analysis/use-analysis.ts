// The server's analysis of a position, requested once the visitor stays there, and cached.
import { useEffect, useState } from "preact/hooks";
import { ApiError, ask, errorText } from "../../net/api";
import type { AnalysisResponse } from "../../net/protocol.gen";

export type Thought =
  | { state: "thinking" }
  | { state: "known"; found: AnalysisResponse }
  | { state: "waiting"; code: string; seconds: number } // before the retry
  | { state: "failed"; words: string };

const SETTLE_MS = 250; // at a position before it is requested
const RETRY_SECONDS = 4;
const MAX_CACHED = 300;
const TEMPORARY_ERRORS = new Set(["too_many", "unavailable", "agent_failed", "network"]);

const known = new Map<string, AnalysisResponse>(); // the oldest first

export function useAnalysis(game: string, position: string, wanted: boolean): Thought {
  const key = `${game} ${position}`;
  const [thought, setThought] = useState<{ key: string; it: Thought } | null>(null);
  useEffect(() => {
    if (!wanted || known.has(key)) return;
    const left = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const show = (it: Thought) => !left.signal.aborted && setThought({ key, it });
    const think = async () => {
      show({ state: "thinking" });
      try {
        const line = { game, position };
        const found = await ask<AnalysisResponse>("POST", "/api/analysis", line, left.signal);
        cache(key, found);
        show({ state: "known", found });
      } catch (error) {
        if (left.signal.aborted) return;
        const code = error instanceof ApiError ? error.code : "";
        if (!TEMPORARY_ERRORS.has(code)) return show({ state: "failed", words: errorText(error) });
        show({ state: "waiting", code, seconds: RETRY_SECONDS });
        timer = setTimeout(think, RETRY_SECONDS * 1000);
      }
    };
    timer = setTimeout(think, SETTLE_MS);
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [key, wanted]);
  const found = known.get(key);
  if (found) return { state: "known", found };
  return thought?.key === key ? thought.it : { state: "thinking" };
}

function cache(key: string, found: AnalysisResponse): void {
  known.set(key, found);
  const [oldest] = known.keys();
  if (known.size > MAX_CACHED) known.delete(oldest);
}
