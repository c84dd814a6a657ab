// Shown instead of a page that crashed or couldn't be loaded.

import { texts } from "../texts";
import { useTitle } from "../ui/page-title";

export function FailedPage({ why, onRetry }: { why: string; onRetry: () => void }) {
  const t = texts.value;
  useTitle(t.loadFailed.title);
  return (
    <section class="card narrow stack">
      <h1>{t.loadFailed.title}</h1>
      <p role="alert">{why}</p>
      <div class="row">
        <button type="button" class="primary" onClick={onRetry}>
          {t.loadFailed.again}
        </button>
        <a class="button" href="/">
          {t.notFound.back}
        </a>
      </div>
    </section>
  );
}
