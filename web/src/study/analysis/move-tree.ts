// A tree of moves: the main line first, variations beside it.
import { afterAll, type Change } from "../../board/picture-change";
import type { Outcome, Picture, Replay, ReplayStep } from "../../net/protocol.gen";

/** A position in the tree, and the move that led to it. */
export interface Spot {
  readonly id: number;
  readonly number: number; // moves made so far
  readonly move: string; // empty at the root
  readonly player: number | null; // who made it; null at the root, and where a player left
  readonly toMove: number;
  readonly points: readonly number[];
  readonly position: string;
  readonly outcome: Outcome | null;
  parent: Spot | null;
  next: Spot[]; // the main continuation first
}

/** What all positions of the tree share. */
export type Facts = Pick<Replay, "game" | "size" | "players" | "marks" | "has_points">;

const MOST_PICTURES = 120; // cached; others are rebuilt from their changes

export class Tree {
  readonly facts: Facts;
  readonly root: Spot;
  private readonly changes = new Map<Spot, Change>();
  private readonly pictures = new Map<Spot, Picture>(); // the oldest first
  private readonly first: Picture;
  private made = 0;

  constructor(replay: Replay) {
    this.facts = replay;
    this.first = replay.picture;
    this.root = {
      id: this.made++,
      number: 0,
      move: "",
      player: null,
      toMove: replay.to_move,
      points: replay.points,
      position: replay.position,
      outcome: replay.outcome,
      parent: null,
      next: [],
    };
    this.add(this.root, replay.steps, false);
  }

  /** Add steps after a position, unless they are there already; return the last one. */
  add(from: Spot, steps: readonly ReplayStep[], apart = true): Spot {
    let spot = from;
    steps.forEach((step, n) => {
      const known = spot.next.find((it) => it.move === step.move);
      const next = known ?? this.spotOf(step, spot);
      if (!known) {
        spot.next.push(next);
        this.changes.set(next, {
          change: step.change,
          added: step.added,
          apart: apart && n === 0,
        });
      }
      spot = next;
    });
    return spot;
  }

  /** Remove a position and all that follows it; return the one before it. */
  remove(spot: Spot): Spot {
    const { parent } = spot;
    if (!parent) return spot;
    parent.next = parent.next.filter((it) => it !== spot);
    this.forget(spot);
    return parent;
  }

  /** Make a position's line the main one at its last fork. */
  promote(spot: Spot): void {
    for (let it: Spot | null = spot; it?.parent; it = it.parent) {
      const { next }: Spot = it.parent;
      if (next[0] === it) continue;
      it.parent.next = [it, ...next.filter((other) => other !== it)];
      return;
    }
  }

  picture(spot: Spot): Picture {
    const path: Spot[] = [];
    let known: Spot = spot;
    while (known.parent && !this.pictures.has(known)) {
      path.push(known);
      known = known.parent;
    }
    const start = this.pictures.get(known) ?? this.first;
    if (!path.length) return start;
    const changes = path.reverse().map((it) => this.changes.get(it) as Change);
    const made = afterAll(start, changes);
    this.pictures.set(spot, made);
    if (this.pictures.size > MOST_PICTURES) {
      const [oldest] = this.pictures.keys();
      this.pictures.delete(oldest);
    }
    return made;
  }

  private spotOf(step: ReplayStep, parent: Spot): Spot {
    return {
      id: this.made++,
      number: parent.number + 1,
      move: step.move,
      player: step.player,
      toMove: step.to_move,
      points: step.points,
      position: step.position,
      outcome: step.outcome,
      parent,
      next: [],
    };
  }

  private forget(spot: Spot): void {
    const all = [spot]; // no recursion: a line may have thousands of moves
    for (const it of all) {
      this.changes.delete(it);
      this.pictures.delete(it);
      all.push(...it.next);
    }
  }
}

/** From the root to a position, both included. */
export function pathTo(spot: Spot): Spot[] {
  const path: Spot[] = [];
  for (let it: Spot | null = spot; it; it = it.parent) path.push(it);
  return path.reverse();
}

export const movesTo = (spot: Spot): string[] =>
  pathTo(spot)
    .slice(1)
    .map((it) => it.move);

/** The main continuation of a position, without the position itself. */
export function lineFrom(spot: Spot): Spot[] {
  const line: Spot[] = [];
  for (let it = spot.next[0]; it; it = it.next[0]) line.push(it);
  return line;
}

/** The last position of the path that is on the main line. */
export function onMainLine(spot: Spot): Spot {
  let kept = spot;
  for (let it = spot; it.parent; it = it.parent) if (it.parent.next[0] !== it) kept = it.parent;
  return kept;
}

/** The position that a move leads to, if it is in the tree. */
export const child = (spot: Spot, move: string) => spot.next.find((it) => it.move === move);

/** A line that leaves another; inner ones follow the line they leave. */
export interface Variation {
  spots: Spot[];
  depth: number;
}

export function variations(root: Spot, depth = 0): Variation[] {
  const found: Variation[] = [];
  for (const spot of [root, ...lineFrom(root)]) {
    for (const other of spot.next.slice(1)) {
      found.push({ spots: [other, ...lineFrom(other)], depth });
      found.push(...variations(other, depth + 1));
    }
  }
  return found;
}
