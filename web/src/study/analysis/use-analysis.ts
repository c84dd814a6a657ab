// The analysis of the position shown, requested once the visitor stays there, and cached: by this
// device, or by the server where the page has no core, or if the visitor asks for it.
import { useEffect, useState } from "preact/hooks";
import { profileOf } from "../../core/agents";
import { CoreError } from "../../core/instance";
import { ApiError, errorText, fetchJson } from "../../net/api";
import type { AnalysisResponse } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { analysePosition, type Known, type PositionToAnalyse } from "../device/analyse-position";
import { closeWorkers, isCoreHere, takeWorkers, workerCount } from "../device/analysts";
import { mayAnalyse } from "../device/may-analyse";
import { useIsHidden } from "../device/use-is-hidden";

export interface Found extends Known {
  by: "device" | "server";
  isWorking: boolean;
}

export type AnalysisState =
  | { state: "analysing" }
  | { state: "ready"; known: Found }
  | { state: "retrying"; code: string; seconds: number } // before the retry
  | { state: "failed"; words: string };

export interface AnalysisWork {
  now: AnalysisState;
  isStopped: boolean;
  stop: () => void;
  resume: () => void;
  /** The server has more memory for its solver; null while it is asked. */
  askServer: (() => void) | null;
}

const SETTLE_MS = 250; // at a position before it is requested
const RETRY_SECONDS = 4;
const MAX_CACHED = 300;
const TEMPORARY_ERRORS = new Set(["too_many", "unavailable", "agent_failed", "network"]);

const cached = new Map<string, Found>(); // the oldest first

type Who = "device" | "server" | "solver"; // the last is the server's, with more memory

/** `isWanted` is false where there is nothing to analyse, and while something else needs the device. */
export function useAnalysis(it: PositionToAnalyse, isWanted: boolean): AnalysisWork {
  const key = `${it.facts.game} ${it.position}`;
  const [last, setLast] = useState<{ key: string; it: AnalysisState } | null>(null);
  const [stopped, setStopped] = useState("");
  const [asked, setAsked] = useState("");
  const isHidden = useIsHidden();
  const here: Who = isCoreHere() && profileOf(it.facts.game) ? "device" : "server";
  const who: Who = asked === key ? "solver" : here;
  const isStopped = stopped === key || isHidden;
  useEffect(() => closeWorkers, []);
  useEffect(() => {
    const done = cached.get(key);
    if (!isWanted || isStopped || (done && !done.isWorking && who !== "solver")) return;
    const aborter = new AbortController();
    const { signal } = aborter;
    let timer: ReturnType<typeof setTimeout>;
    const show = (state: AnalysisState) => !signal.aborted && setLast({ key, it: state });
    const report = (known: Found) => {
      cache(key, known);
      show({ state: "ready", known });
    };
    const analyse = async () => {
      if (!cached.has(key)) show({ state: "analysing" });
      try {
        await (who === "device"
          ? analyseHere(it, report, signal)
          : askServer(it, who, report, signal));
        if (who === "solver") setAsked("");
      } catch (error) {
        if (signal.aborted || isClosed(error)) return;
        if (who === "solver") setAsked("");
        const code = error instanceof ApiError ? error.code : "";
        if (who === "server" && TEMPORARY_ERRORS.has(code)) {
          show({ state: "retrying", code, seconds: RETRY_SECONDS });
          timer = setTimeout(analyse, RETRY_SECONDS * 1000);
        } else show({ state: "failed", words: wordsOf(error) });
      }
    };
    timer = setTimeout(analyse, SETTLE_MS);
    return () => {
      aborter.abort();
      clearTimeout(timer);
    };
  }, [key, isWanted, isStopped, who]);
  const known = cached.get(key);
  const failed = last?.key === key && last.it.state === "failed";
  return {
    now: known && !failed ? { state: "ready", known } : shown(last, key),
    isStopped,
    stop: () => setStopped(key),
    resume: () => setStopped(""),
    askServer: who === "solver" ? null : () => setAsked(key),
  };
}

const shown = (last: { key: string; it: AnalysisState } | null, key: string): AnalysisState =>
  last?.key === key ? last.it : { state: "analysing" };

async function analyseHere(
  it: PositionToAnalyse,
  report: (known: Found) => void,
  signal: AbortSignal,
): Promise<void> {
  const { remarks } = await mayAnalyse({ game: it.facts.game, position: it.position }, signal);
  signal.throwIfAborted();
  let last: Known | null = null;
  const show = (known: Known) => {
    last = { ...known, found: { ...known.found, remarks } };
    report({ ...last, by: "device", isWorking: true });
  };
  await analysePosition(it, takeWorkers(workerCount(2)), show, signal);
  if (last && !signal.aborted) report({ ...(last as Known), by: "device", isWorking: false });
}

async function askServer(
  { facts, position }: PositionToAnalyse,
  who: Who,
  report: (known: Found) => void,
  signal: AbortSignal,
): Promise<void> {
  const path = who === "solver" ? "/api/solve" : "/api/analysis";
  const line = { game: facts.game, position };
  const found = await fetchJson<AnalysisResponse>("POST", path, line, signal);
  const solver = facts.players !== 2 ? "none" : found.exact ? "done" : "gave up";
  report({ found, solver, by: "server", isWorking: false });
}

/** Whether the workers were closed because something else needs their memory. */
const isClosed = (error: unknown) => error instanceof CoreError && error.code === "closed";

const wordsOf = (error: unknown) =>
  error instanceof CoreError ? texts.peek().analysis.deviceFailed : errorText(error);

function cache(key: string, found: Found): void {
  cached.delete(key);
  cached.set(key, found);
  const [oldest] = cached.keys();
  if (cached.size > MAX_CACHED) cached.delete(oldest);
}
