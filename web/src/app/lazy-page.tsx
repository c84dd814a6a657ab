// Pages that load on demand.
import type { ComponentType } from "preact";
import { lazy } from "preact-iso";
import { texts } from "../texts";
import { Failed } from "./failed-page";

/** Like `lazy`, but shows a fallback if loading fails. */
export function lazyPage<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  otherwise: ComponentType = LoadFailed,
) {
  const failed = { default: otherwise as ComponentType<Props> };
  return lazy(() => load().catch(() => failed));
}

/** A browser doesn't retry a failed import until the page is reloaded. */
function LoadFailed() {
  return <Failed why={texts.value.loadFailed.lazy} onAgain={() => location.reload()} />;
}
