// The review of a game on this device: every position from the end, then all again, longer.
import { profileOf } from "../../core/agents";
import { candidateWords, type PositionReview, proofWords, type Request } from "../../core/request";
import type { GameReview, Line } from "../../net/protocol.gen";
import type { Facts } from "../analysis/move-tree";
import type { Analysts } from "./analysts";

/** Seconds for each position, one pass after the other. */
const PASSES_SECONDS = [0.12, 0.5, 2];
const MAX_PASS_SECONDS = 300; // of all positions and workers together
const MAX_FAILED_PROOFS = 2; // in a row: earlier positions are harder
const SHOW_MS = 400; // between two looks at a review in progress

export interface ReviewNews {
  pass: number; // 0 is the first
  done: number; // of this pass, 0 to 1
  review: GameReview;
}

export const PASSES = PASSES_SECONDS.length;

/** Calls `show` as more is known. */
export async function reviewGame(
  facts: Pick<Facts, "game" | "players">,
  line: Line,
  analysts: Analysts,
  show: (news: ReviewNews) => void,
  signal: AbortSignal,
): Promise<void> {
  await new Review(facts, line, analysts, show, signal).run();
}

class Review {
  private readonly began = performance.now();
  private readonly moves: string[];
  private readonly known: (PositionReview | undefined)[] = [];
  private readonly search: string;
  private nodes = 0;
  private shown = 0;
  private showing: Promise<void> | null = null;

  constructor(
    private readonly facts: Pick<Facts, "game" | "players">,
    private readonly line: Line,
    private readonly analysts: Analysts,
    private readonly show: (news: ReviewNews) => void,
    private readonly signal: AbortSignal,
  ) {
    this.moves = line.moves ?? [];
    this.search = profileOf(facts.game)?.estimator ?? "mcts";
  }

  async run(): Promise<void> {
    for (const [pass, seconds] of PASSES_SECONDS.entries()) {
      const open = this.openPositions();
      const share = Math.min(seconds, MAX_PASS_SECONDS / Math.max(1, open.length));
      await this.pass(pass, open, share);
      if (!this.openPositions().length) break; // everything is proven
    }
    this.signal.throwIfAborted();
  }

  /** Numbers of moves made in positions that aren't proven, the last first. */
  private openPositions(): number[] {
    return Array.from({ length: this.moves.length + 1 }, (_, n) => this.moves.length - n).filter(
      (n) => !this.known[n]?.proof,
    );
  }

  private async pass(pass: number, open: number[], seconds: number): Promise<void> {
    let next = 0;
    let failed = 0;
    const work = async (client: Analysts["clients"][number]) => {
      while (next < open.length) {
        const number = open[next++];
        const proves = this.facts.players === 2 && failed < MAX_FAILED_PROOFS;
        const found = await this.look(client, number, seconds, proves);
        if (proves) failed = found.proof ? 0 : failed + 1;
        // A longer look without a proof replaces a shorter one.
        this.known[number] = found;
        this.nodes += found.nodes;
        this.showNowAndThen(pass, next / open.length);
      }
    };
    await Promise.all(this.analysts.clients.map(work));
    await this.showing;
    await this.showNow(pass, 1);
  }

  private look(
    client: Analysts["clients"][number],
    number: number,
    seconds: number,
    prove: boolean,
  ): Promise<PositionReview> {
    const request: Request<"review_position"> = {
      kind: "review_position",
      ...this.line,
      moves: this.moves.slice(0, number),
      entry: this.moves[number],
      search: this.search,
      memory: Math.floor(this.analysts.memory / 2), // for the solver and for the search each
      ...{ prove, seconds },
    };
    return client.ask(request, this.signal);
  }

  /** Shows the review now and then while it goes on. */
  private showNowAndThen(pass: number, done: number): void {
    if (this.showing || performance.now() - this.shown < SHOW_MS) return;
    this.showing = this.showNow(pass, done)
      .catch(() => {}) // the next look reports what is wrong
      .finally(() => {
        this.shown = performance.now();
        this.showing = null;
      });
  }

  private async showNow(pass: number, done: number): Promise<void> {
    const details: { [name: string]: string[] } = {};
    for (const [number, it] of this.known.entries()) {
      if (it?.proof) details[`proof.${number}`] = proofWords(it.proof);
      if (!it) continue;
      if (it.found.length) details[`found.${number}`] = candidateWords(it.found);
      const bounds = [it.lower, it.upper].map((bound) => (bound === null ? "-" : String(bound)));
      details[`bounds.${number}`] = bounds;
      if (it.forced) details[`forced.${number}`] = ["yes"];
    }
    const found = await this.analysts.clients[0].ask(
      { kind: "review", ...this.line, ...details },
      this.signal,
    );
    const seconds = (performance.now() - this.began) / 1000;
    this.show({ pass, done, review: { ...found, nodes: this.nodes, seconds } });
  }
}
