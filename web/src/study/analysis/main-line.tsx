// The moves of the main line, and the variations below them.

import type { Step } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { announce } from "../../ui/announce";
import { type ListedMove, MoveList } from "../move-list";
import { moveWords, type Names } from "../names";
import { markOf } from "../review/review";
import { onMainLine, pathTo, type TreeNode } from "./move-tree";
import type { OpenTree } from "./use-open-tree";
import { VariationList } from "./variation-list";

interface MainLineProps {
  open: OpenTree;
  names: Names;
  steps: readonly Step[]; // of the review; empty without one
}

export function MainLine({ open, names, steps }: MainLineProps) {
  const t = texts.value.analysis;
  const { tree, node, main, go } = open;
  const listed = main.slice(1).map(
    (it): ListedMove => ({
      number: it.number,
      move: it.move,
      annotation: markOf(steps[it.number - 1] ?? null) || undefined,
      label: moveWords(it, names),
    }),
  );

  function remove(it: TreeNode) {
    const before = tree.remove(it);
    open.refresh(pathTo(node).includes(it) ? before : node);
    announce(t.removed(it.move));
  }

  function promote(it: TreeNode) {
    tree.promote(it);
    open.refresh(node);
  }

  return (
    <section class="card stack">
      <h2>{t.mainLine}</h2>
      {main.length === 1 ? (
        <p class="hint">{t.noMoves}</p>
      ) : (
        <MoveList
          moves={listed}
          current={onMainLine(node) === node ? node.number : -1}
          onJump={(number) => go(main[number])}
          label={t.mainLine}
        />
      )}
      <VariationList
        tree={tree}
        node={node}
        names={names}
        onJump={go}
        onPromote={promote}
        onRemove={remove}
      />
    </section>
  );
}
