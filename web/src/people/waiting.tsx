// What stands in the place of something that is not there yet, or was refused.
import type { ComponentChildren } from "preact";
import type { Loaded } from "../loaded";
import { texts } from "../texts";

interface WhenLoadedProps<T> {
  it: Loaded<T>;
  children: (value: T) => ComponentChildren;
}

export function WhenLoaded<T>({ it, children }: WhenLoadedProps<T>) {
  if (it.state === "there") return <>{children(it.value)}</>;
  if (it.state === "waiting") return <p class="hint waiting-line">{texts.value.loading}</p>;
  return (
    <div class="card spread" role="alert">
      <p>{it.why}</p>
      <button type="button" onClick={it.again}>
        {texts.value.offlinePage.again}
      </button>
    </div>
  );
}
