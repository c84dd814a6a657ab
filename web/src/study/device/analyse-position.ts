// The analysis of one position on this device: a solver and a search side by side, deeper and
// deeper, until everything is proven or nobody looks any more.
import { bookEntry, profileOf } from "../../core/agents";
import type { CoreClient } from "../../core/client";
import { CoreError } from "../../core/instance";
import { candidateWords, type Proofs, proofWords, type Values } from "../../core/request";
import type { AnalysisResponse } from "../../net/protocol.gen";
import type { Facts } from "../analysis/move-tree";
import type { Analysts } from "./analysts";

/** What is known so far. */
export interface Known {
  found: AnalysisResponse;
  solver: "working" | "done" | "gave up" | "none"; // none: three or more play
}

export interface PositionToAnalyse {
  facts: Pick<Facts, "game" | "size" | "players">;
  position: string;
  toMove: number;
}

const FIRST_SLICE_SECONDS = 0.15;
const GROWTH = 1.6; // of each slice to the next
const MAX_SLICE_SECONDS = 6;
const MAX_SOLVER_SECONDS = 60; // then it is too large for this device
const MAX_LINE_SECONDS = 5;
const MAX_SECONDS = 180; // then more would hardly change anything

/** Calls `show` whenever more is known; ends when there is nothing left to find. */
export async function analysePosition(
  it: PositionToAnalyse,
  analysts: Analysts,
  show: (known: Known) => void,
  signal: AbortSignal,
): Promise<void> {
  await new PositionAnalysis(it, analysts, show, signal).run();
}

class PositionAnalysis {
  private readonly began = performance.now();
  private readonly line: { game: string; position: string };
  private readonly search: string;
  private readonly prover: CoreClient;
  private readonly estimator: CoreClient;
  private readonly estimates = new AbortController(); // of the search, once it isn't needed
  private proofs: Proofs | null = null;
  private values: Values | null = null;
  private expected: string[] = [];
  private nodes = 0;
  private solver: Known["solver"];

  constructor(
    private readonly it: PositionToAnalyse,
    private readonly analysts: Analysts,
    private readonly show: (known: Known) => void,
    private readonly signal: AbortSignal,
  ) {
    const { clients } = analysts;
    this.line = { game: it.facts.game, position: it.position };
    this.search = profileOf(it.facts.game)?.estimator ?? "mcts";
    this.prover = clients[0];
    this.estimator = clients[clients.length - 1];
    this.solver = it.facts.players === 2 ? "working" : "none";
    signal.addEventListener("abort", () => this.estimates.abort(signal.reason));
  }

  async run(): Promise<void> {
    const proving = this.solver === "none" ? Promise.resolve() : this.prove();
    await Promise.all([proving, this.estimate()]);
  }

  private get seconds(): number {
    return (performance.now() - this.began) / 1000;
  }

  private async prove(): Promise<void> {
    const entry = bookEntry(this.line.game, this.line.position);
    const proof = entry && [String(entry.value), "all", ...entry.moves.split(" ")];
    const { memory } = this.analysts;
    let slice = FIRST_SLICE_SECONDS;
    while (!this.proofs?.done && this.seconds < this.solverSeconds()) {
      const request = { kind: "prove", ...this.line, search: this.search } as const;
      const limits = { memory, proof, seconds: slice };
      const before = this.proofs;
      try {
        this.proofs = await this.prover.ask({ ...request, ...limits }, this.signal);
      } catch (error) {
        if (!(error instanceof CoreError) || error.code !== "memory") throw error;
        break; // not even the tables fit
      }
      this.nodes += this.proofs.nodes;
      if (this.proofs.done) this.estimates.abort(DONE);
      if (isMore(before, this.proofs)) await this.combine();
      slice = Math.min(slice * GROWTH, MAX_SLICE_SECONDS);
    }
    this.solver = this.proofs?.done ? "done" : "gave up";
    this.report();
  }

  /** Once every value is proven, only the best line may grow. */
  private solverSeconds(): number {
    return this.isAllExact() ? MAX_LINE_SECONDS : MAX_SOLVER_SECONDS;
  }

  /** Shows new proofs at once, among the estimates there are. */
  private async combine(): Promise<void> {
    const found = (this.values?.moves ?? []).flatMap(({ move, value, exact }) =>
      value === null ? [] : [{ move, value, exact, nodes: 0 }],
    );
    if (!found.length && !this.proofs?.done) return; // the search will have some in a moment
    const request = { kind: "analyse", ...this.line, search: this.search } as const;
    const facts = { ...this.facts(), found: candidateWords(found) };
    this.values = await this.prover.ask({ ...request, ...facts }, this.signal);
    this.report();
  }

  private async estimate(): Promise<void> {
    let slice = FIRST_SLICE_SECONDS;
    while (!this.isAllExact() && this.seconds < MAX_SECONDS) {
      const request = { kind: "analyse", ...this.line, search: this.search } as const;
      const limits = { memory: this.analysts.memory, seconds: slice };
      try {
        const found = await this.estimator.ask(
          { ...request, ...limits, ...this.facts() },
          this.estimates.signal,
        );
        this.values = found;
        this.expected = found.expected;
        this.nodes += found.nodes;
      } catch (error) {
        if (error === DONE) return;
        throw error;
      }
      this.report();
      slice = Math.min(slice * GROWTH, MAX_SLICE_SECONDS);
    }
  }

  private isAllExact(): boolean {
    return this.values?.moves.every((it) => it.exact) ?? false;
  }

  private facts() {
    const { proof, proven } = this.proofs ?? {};
    return {
      proof: proof ? proofWords(proof) : undefined,
      proven: proven?.flatMap(([move, value]) => [move, String(value)]),
    };
  }

  private report(): void {
    if (!this.values || this.signal.aborted) return;
    const { value, exact, moves, decided_by_points } = this.values;
    const { facts, position, toMove } = this.it;
    const line = this.proofs?.expected.length ? this.proofs.expected : this.expected;
    const found: AnalysisResponse = {
      ...{ game: facts.game, size: facts.size, position, to_move: toMove, value, exact },
      outcome: exact && value !== null ? outcomeOf(value) : null,
      ...{ moves, line, remarks: [], decided_by_points, nodes: this.nodes, seconds: this.seconds },
    };
    this.show({ found, solver: this.solver });
  }
}

const DONE = new Error("everything is proven");

const outcomeOf = (value: number) => (value > 0 ? "win" : value < 0 ? "loss" : "draw");

/** Whether there is something new to show. */
const isMore = (before: Proofs | null, after: Proofs) =>
  after.done ||
  (after.proof !== null &&
    (before?.proof == null ||
      after.proven.length > before.proven.length ||
      after.expected.length > before.expected.length));
