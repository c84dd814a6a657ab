// An open tree of moves: the position shown, and how to move on from it.
import { useReducer, useState } from "preact/hooks";
import type { Pending } from "../../board/drawing/pending";
import { replayOf } from "../../core/replay";
import type { Line } from "../../net/protocol.gen";
import { announce, attempt } from "../../ui/announce";
import { moveWords, type Names } from "../names";
import { child, lineFrom, pathTo, type Tree, type TreeNode } from "./move-tree";

export function useOpenTree(tree: Tree, first: TreeNode, names: Names) {
  const [node, setNode] = useState(first);
  const [pending, setPending] = useState<Pending | null>(null);
  const [, rerender] = useReducer((n: number) => n + 1, 0); // the tree is changed in place

  function go(to: TreeNode | undefined) {
    if (!to || to === node) return;
    setNode(to);
    announce(moveWords(to, names));
  }

  /** Play moves from here; those that the tree doesn't have yet are computed. */
  async function play(moves: string[], shown: Pending | null = null) {
    if (pending) return;
    let from = node;
    let rest = moves;
    for (let next = child(from, rest[0]); next; next = child(from, rest[0])) {
      from = next;
      rest = rest.slice(1);
    }
    if (!rest.length) return go(from);
    setPending(shown ?? { cell: "", label: "", owner: null });
    await attempt(async () => {
      const line: Line = { game: tree.facts.game, position: from.position, moves: rest };
      const more = await replayOf(line);
      go(tree.add(from, more.steps));
    });
    setPending(null);
  }

  /** Show the tree after a change, at this position. */
  function refresh(at: TreeNode) {
    setNode(at);
    rerender(undefined);
  }

  const main = [tree.root, ...lineFrom(tree.root)];
  const line = [...pathTo(node), ...lineFrom(node)]; // through the position shown
  return { tree, node, main, line, pending, go, play, refresh };
}

export type OpenTree = ReturnType<typeof useOpenTree>;
