// Variations, each below the line it leaves.
import { texts } from "../../texts";
import { moveWords, type Names } from "../names";
import { type Spot, type Tree, variations } from "./move-tree";

interface VariationProps {
  tree: Tree;
  spot: Spot;
  names: Names;
  onJump: (spot: Spot) => void;
  onPromote: (spot: Spot) => void;
  onRemove: (spot: Spot) => void;
}

export function VariationList({ tree, spot, names, onJump, onPromote, onRemove }: VariationProps) {
  const t = texts.value.analysis;
  const found = variations(tree.root);
  if (!found.length) return null;
  return (
    <div class="stack">
      <h3>{t.variations}</h3>
      <ul class="stack">
        {found.map(({ spots, depth }) => {
          const [first] = spots;
          const name = t.variation(first.number, first.move);
          return (
            <li
              key={first.id}
              class="variation"
              style={{ marginInlineStart: `${Math.min(depth, 4) * 18}px` }}
            >
              <ol class="row" aria-label={name}>
                {spots.map((it) => (
                  <li key={it.id}>
                    <button
                      type="button"
                      class="move"
                      aria-current={it === spot ? "step" : undefined}
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
