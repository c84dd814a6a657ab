// Acts sent but not yet acknowledged. They are resent after a reconnect: ids make that idempotent.
import { type ReadonlySignal, signal } from "@preact/signals";
import type { Pending } from "../board/drawing/pending";
import type { Act } from "./protocol.gen";

export interface PendingMove extends Pending {
  act: Act;
}

export class Outbox {
  private readonly pendingMoves = signal<ReadonlyMap<string, PendingMove>>(new Map());
  /** Moves that aren't stored yet, by game. */
  readonly moves: ReadonlySignal<ReadonlyMap<string, PendingMove>> = this.pendingMoves;
  private readonly refusedMove = signal<PendingMove | null>(null);
  /** The last move that the server refused. */
  readonly refused: ReadonlySignal<PendingMove | null> = this.refusedMove;
  private readonly others = new Map<string, Act>(); // by id

  addMove(move: PendingMove): void {
    this.refusedMove.value = null;
    this.pendingMoves.value = new Map(this.pendingMoves.peek()).set(move.act.game_id, move);
  }

  add(act: Act): void {
    this.others.set(act.id, act);
  }

  /** Everything to resend, moves last. */
  unacknowledged(): Act[] {
    return [...this.others.values(), ...[...this.pendingMoves.peek().values()].map((it) => it.act)];
  }

  refuse(id: string | null | undefined): void {
    const move = [...this.pendingMoves.peek().values()].find((it) => it.act.id === id);
    if (move) this.refusedMove.value = move;
    this.acknowledge(id);
  }

  acknowledge(id: string | null | undefined): void {
    if (!id) return;
    this.others.delete(id);
    const left = [...this.pendingMoves.peek()].filter(([, it]) => it.act.id !== id);
    if (left.length < this.pendingMoves.peek().size) this.pendingMoves.value = new Map(left);
  }

  clear(): void {
    this.others.clear();
    this.pendingMoves.value = new Map();
  }
}

/** A random id for an act or a seek: the server handles each id once. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((it) => it.toString(16).padStart(2, "0")).join("");
}
