// The server's analysis of a position, requested once the visitor stays there, and cached.
import { useEffect, useState } from "preact/hooks";
import { ApiError, ask, errorText } from "../../net/api";
import type { AnalysisResponse } from "../../net/protocol.gen";

export type Thought =
  | { state: "thinking" }
  | { state: "known"; found: AnalysisResponse }
  | { state: "waiting"; code: string; seconds: number } // until it is asked again
  | { state: "failed"; words: string };

const STILL = 250; // ms at a position before it is requested
const PAUSE = 4; // seconds before a retry
const MOST = 300;
const LATER = new Set(["too_many", "unavailable", "agent_failed", "network"]);

const known = new Map<string, AnalysisResponse>(); // the oldest first

export function useAnalysis(game: string, position: string, wanted: boolean): Thought {
  const key = `${game} ${position}`;
  const [thought, setThought] = useState<{ key: string; it: Thought } | null>(null);
  useEffect(() => {
    if (!wanted || known.has(key)) return;
    const left = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const tell = (it: Thought) => !left.signal.aborted && setThought({ key, it });
    const think = async () => {
      tell({ state: "thinking" });
      try {
        const line = { game, position };
        const found = await ask<AnalysisResponse>("POST", "/api/analysis", line, left.signal);
        keep(key, found);
        tell({ state: "known", found });
      } catch (error) {
        if (left.signal.aborted) return;
        const code = error instanceof ApiError ? error.code : "";
        if (!LATER.has(code)) return tell({ state: "failed", words: errorText(error) });
        tell({ state: "waiting", code, seconds: PAUSE });
        timer = setTimeout(think, PAUSE * 1000);
      }
    };
    timer = setTimeout(think, STILL);
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [key, wanted]);
  const found = known.get(key);
  if (found) return { state: "known", found };
  return thought?.key === key ? thought.it : { state: "thinking" };
}

function keep(key: string, found: AnalysisResponse): void {
  known.set(key, found);
  const [oldest] = known.keys();
  if (known.size > MOST) known.delete(oldest);
}
