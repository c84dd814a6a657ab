// A tree of moves: the main line first, variations beside it.
import { applyChanges, type Change } from "../../board/picture-change";
import type { Outcome, Picture, Replay, ReplayStep } from "../../net/protocol.gen";

/** A position in the tree, and the move that led to it. */
export interface TreeNode {
  readonly id: number;
  readonly number: number; // moves made so far
  readonly move: string; // empty at the root
  readonly player: number | null; // who made it; null at the root, and where a player left
  readonly toMove: number;
  readonly points: readonly number[];
  readonly position: string;
  readonly outcome: Outcome | null;
  parent: TreeNode | null;
  next: TreeNode[]; // the main continuation first
}

/** What all positions of the tree share. */
export type Facts = Pick<Replay, "game" | "size" | "players" | "marks" | "has_points">;

const MAX_PICTURES = 120; // cached; others are rebuilt from their changes

export class Tree {
  readonly facts: Facts;
  readonly root: TreeNode;
  private readonly changes = new Map<TreeNode, Change>();
  private readonly pictures = new Map<TreeNode, Picture>(); // the oldest first
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
  add(from: TreeNode, steps: readonly ReplayStep[], isDetached = true): TreeNode {
    let node = from;
    steps.forEach((step, n) => {
      const known = node.next.find((it) => it.move === step.move);
      const next = known ?? this.nodeOf(step, node);
      if (!known) {
        node.next.push(next);
        this.changes.set(next, {
          change: step.change,
          added: step.added,
          isDetached: isDetached && n === 0,
        });
      }
      node = next;
    });
    return node;
  }

  /** Remove a position and all that follows it; return the one before it. */
  remove(node: TreeNode): TreeNode {
    const { parent } = node;
    if (!parent) return node;
    parent.next = parent.next.filter((it) => it !== node);
    this.forget(node);
    return parent;
  }

  /** Make a position's line the main one at its last fork. */
  promote(node: TreeNode): void {
    for (let it: TreeNode | null = node; it?.parent; it = it.parent) {
      const { next }: TreeNode = it.parent;
      if (next[0] === it) continue;
      it.parent.next = [it, ...next.filter((other) => other !== it)];
      return;
    }
  }

  picture(node: TreeNode): Picture {
    const path: TreeNode[] = [];
    let known: TreeNode = node;
    while (known.parent && !this.pictures.has(known)) {
      path.push(known);
      known = known.parent;
    }
    const start = this.pictures.get(known) ?? this.first;
    if (!path.length) return start;
    const changes = path.reverse().map((it) => this.changes.get(it) as Change);
    const made = applyChanges(start, changes);
    this.pictures.set(node, made);
    if (this.pictures.size > MAX_PICTURES) {
      const [oldest] = this.pictures.keys();
      this.pictures.delete(oldest);
    }
    return made;
  }

  private nodeOf(step: ReplayStep, parent: TreeNode): TreeNode {
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

  private forget(node: TreeNode): void {
    const all = [node]; // no recursion: a line may have thousands of moves
    for (const it of all) {
      this.changes.delete(it);
      this.pictures.delete(it);
      all.push(...it.next);
    }
  }
}

/** From the root to a position, both included. */
export function pathTo(node: TreeNode): TreeNode[] {
  const path: TreeNode[] = [];
  for (let it: TreeNode | null = node; it; it = it.parent) path.push(it);
  return path.reverse();
}

export const movesTo = (node: TreeNode): string[] =>
  pathTo(node)
    .slice(1)
    .map((it) => it.move);

/** The main continuation of a position, without the position itself. */
export function lineFrom(node: TreeNode): TreeNode[] {
  const line: TreeNode[] = [];
  for (let it = node.next[0]; it; it = it.next[0]) line.push(it);
  return line;
}

/** The last position of the path that is on the main line. */
export function onMainLine(node: TreeNode): TreeNode {
  let found = node;
  for (let it = node; it.parent; it = it.parent) if (it.parent.next[0] !== it) found = it.parent;
  return found;
}

/** The position that a move leads to, if it is in the tree. */
export const child = (node: TreeNode, move: string) => node.next.find((it) => it.move === move);

/** A line that leaves another; inner ones follow the line they leave. */
export interface Variation {
  nodes: TreeNode[];
  depth: number;
}

export function variations(root: TreeNode, depth = 0): Variation[] {
  const found: Variation[] = [];
  for (const node of [root, ...lineFrom(root)]) {
    for (const other of node.next.slice(1)) {
      found.push({ nodes: [other, ...lineFrom(other)], depth });
      found.push(...variations(other, depth + 1));
    }
  }
  return found;
}
