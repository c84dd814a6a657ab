// Parts of the page that come when they are asked for.
import type { ComponentType } from "preact";
import { lazy } from "preact-iso";
import { texts } from "../texts";
import { Failed } from "./failed-page";

/** `lazy` would wait for ever for what does not come: this shows something else then. */
export function lazily<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  otherwise: ComponentType = Unloaded,
) {
  const failed = { default: otherwise as ComponentType<Props> };
  return lazy(() => load().catch(() => failed));
}

/** What a browser could not load it does not try again before it loads the page anew. */
function Unloaded() {
  return <Failed why={texts.value.offlinePage.lazy} onAgain={() => location.reload()} />;
}
