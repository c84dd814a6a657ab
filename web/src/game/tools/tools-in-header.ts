// Whether the header shows the tools of a game: while one is on the page, but not before it starts.
import { signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";

export const toolsInHeader = signal(false);

export function useToolsInHeader(): void {
  useLayoutEffect(() => {
    toolsInHeader.value = true;
    return () => {
      toolsInHeader.value = false;
    };
  }, []);
}
