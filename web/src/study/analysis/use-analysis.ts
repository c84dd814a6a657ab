// The server's analysis of a position, requested once the visitor stays there, and cached.
import { useEffect, useState } from "preact/hooks";
import { ApiError, errorText, fetchJson } from "../../net/api";
import type { AnalysisResponse } from "../../net/protocol.gen";

export type AnalysisState =
  | { state: "analysing" }
  | { state: "ready"; found: AnalysisResponse }
  | { state: "retrying"; code: string; seconds: number } // before the retry
  | { state: "failed"; words: string };

const SETTLE_MS = 250; // at a position before it is requested
const RETRY_SECONDS = 4;
const MAX_CACHED = 300;
const TEMPORARY_ERRORS = new Set(["too_many", "unavailable", "agent_failed", "network"]);

const cached = new Map<string, AnalysisResponse>(); // the oldest first

export function useAnalysis(game: string, position: string, wanted: boolean): AnalysisState {
  const key = `${game} ${position}`;
  const [analysis, setAnalysis] = useState<{ key: string; it: AnalysisState } | null>(null);
  useEffect(() => {
    if (!wanted || cached.has(key)) return;
    const aborter = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const show = (it: AnalysisState) => !aborter.signal.aborted && setAnalysis({ key, it });
    const analyse = async () => {
      show({ state: "analysing" });
      try {
        const line = { game, position };
        const found = await fetchJson<AnalysisResponse>(
          "POST",
          "/api/analysis",
          line,
          aborter.signal,
        );
        cache(key, found);
        show({ state: "ready", found });
      } catch (error) {
        if (aborter.signal.aborted) return;
        const code = error instanceof ApiError ? error.code : "";
        if (!TEMPORARY_ERRORS.has(code)) return show({ state: "failed", words: errorText(error) });
        show({ state: "retrying", code, seconds: RETRY_SECONDS });
        timer = setTimeout(analyse, RETRY_SECONDS * 1000);
      }
    };
    timer = setTimeout(analyse, SETTLE_MS);
    return () => {
      aborter.abort();
      clearTimeout(timer);
    };
  }, [key, wanted]);
  const found = cached.get(key);
  if (found) return { state: "ready", found };
  return analysis?.key === key ? analysis.it : { state: "analysing" };
}

function cache(key: string, found: AnalysisResponse): void {
  cached.set(key, found);
  const [oldest] = cached.keys();
  if (cached.size > MAX_CACHED) cached.delete(oldest);
}
