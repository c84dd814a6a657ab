// Variations, each below the line it leaves.
import { texts } from "../../texts";
import { moveWords, type Names } from "../names";
import { type Tree, type TreeNode, variations } from "./move-tree";

interface VariationProps {
  tree: Tree;
  node: TreeNode;
  names: Names;
  onJump: (node: TreeNode) => void;
  onPromote: (node: TreeNode) => void;
  onRemove: (node: TreeNode) => void;
}

export function VariationList({ tree, node, names, onJump, onPromote, onRemove }: VariationProps) {
  const t = texts.value.analysis;
  const found = variations(tree.root);
  if (!found.length) return null;
  return (
    <div class="stack">
      <h3>{t.variations}</h3>
      <ul class="stack">
        {found.map(({ nodes, depth }) => {
          const [first] = nodes;
          const name = t.variation(first.number, first.move);
          return (
            <li
              key={first.id}
              class="variation"
              style={{ marginInlineStart: `${Math.min(depth, 4) * 18}px` }}
            >
              <ol class="row" aria-label={name}>
                {nodes.map((it) => (
                  <li key={it.id}>
                    <button
                      type="button"
                      class="move"
                      aria-current={it === node ? "step" : undefined}
                      onClick={() => onJump(it)}
                    >
                      <span class="visually-hidden">{moveWords(it, names)}</span>
                      <span aria-hidden="true">
                        <span class="hint">{it.number}.</span> {it.move}
                      </span>
                    </button>
                  </li>
                ))}
              </ol>
              <div class="row" role="group" aria-label={name}>
                <button type="button" class="quiet" onClick={() => onPromote(first)}>
                  {t.promote}
                </button>
                <button type="button" class="quiet" onClick={() => onRemove(first)}>
                  {t.remove}
                </button>
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
