// Pages that load on demand.
import type { ComponentType } from "preact";
import { lazy } from "preact-iso";
import { texts } from "../texts";
import { FailedPage } from "./failed-page";

/** Like `lazy`, but shows a fallback if loading fails. */
export function lazyPage<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ComponentType = LoadFailedPage,
) {
  const failed = { default: fallback as ComponentType<Props> };
  return lazy(() => load().catch(() => failed));
}

/** A browser doesn't retry a failed import until the page is reloaded. */
function LoadFailedPage() {
  return <FailedPage why={texts.value.loadFailed.lazy} onRetry={() => location.reload()} />;
}
