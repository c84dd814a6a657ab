// Shown instead of a page that crashed or couldn't be loaded.

import { texts } from "../texts";
import { useTitle } from "../ui/page-title";
import { EmptyPlace } from "../ui/places/empty-place";

export function FailedPage({ why, onRetry }: { why: string; onRetry: () => void }) {
  const t = texts.value;
  useTitle(t.loadFailed.title);
  return (
    <EmptyPlace scene="string" title={t.loadFailed.title} text={why} isPage role="alert">
      <button type="button" class="primary" onClick={onRetry}>
        {t.loadFailed.again}
      </button>
      <a class="button" href="/">
        {t.notFound.back}
      </a>
    </EmptyPlace>
  );
}
