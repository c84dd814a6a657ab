// What a page shows once its data is there, or why it isn't.
import type { ComponentChildren } from "preact";
import { texts } from "../../texts";
import type { Loaded } from "../use-loaded";
import { EmptyPlace } from "./empty-place";
import { OfflinePlace } from "./offline-place";

// What trying again doesn't change.
const FINAL_CODES = new Set([
  ...["not_found", "not_allowed", "unknown_game", "notation", "record", "illegal_move"],
]);

interface PageLoadedProps<T> {
  it: Loaded<T>;
  isPage?: boolean; // whether this is all of the page, with its heading
  missing: string; // the title if there is no such thing
  elsewhere: [address: string, words: string];
  children: (value: T) => ComponentChildren;
}

export function PageLoaded<T>({ it, isPage, missing, elsewhere, children }: PageLoadedProps<T>) {
  const t = texts.value;
  if (it.state === "ready") return <>{children(it.value)}</>;
  if (it.state === "loading") return <p class="hint loading">{t.loading}</p>;
  if (it.code === "network") return <OfflinePlace isPage={isPage} onRetry={it.again} />;
  const isFinal = FINAL_CODES.has(it.code);
  const title = isFinal ? missing : t.loadFailed.title;
  const [address, words] = elsewhere;
  return (
    <EmptyPlace scene="board" title={title} text={it.why} isPage={isPage} role="alert">
      {!isFinal && (
        <button type="button" class="primary" onClick={it.again}>
          {t.study.tryAgain}
        </button>
      )}
      <a class={isFinal ? "button primary" : "button"} href={address}>
        {words}
      </a>
    </EmptyPlace>
  );
}
