// The position as text, and a link to it.
import { sharedAddress } from "../../net/site";
import { texts } from "../../texts";
import { copy } from "../../ui/clipboard";
import type { TreeNode } from "./move-tree";

export function PositionText({ node, address }: { node: TreeNode; address: string }) {
  const t = texts.value.analysis;
  return (
    <section class="card stack position-card">
      <label>
        {t.shown}
        <textarea class="position-text" rows={2} readOnly value={node.position} />
      </label>
      <div class="row">
        <button type="button" onClick={() => void copy(node.position, t.copied)}>
          {t.copy}
        </button>
        <button type="button" onClick={() => void copy(sharedAddress(address), t.linkCopied)}>
          {t.link}
        </button>
      </div>
    </section>
  );
}
