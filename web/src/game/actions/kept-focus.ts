// Keyboard focus, where buttons come and go.
import { useLayoutEffect, useRef } from "preact/hooks";
import { focusContent } from "../../ui/focus";

/** If a pressed button disappears, move focus to the content. */
export function useKeptFocus(names: string) {
  const inside = useRef(false);
  useLayoutEffect(() => {
    if (!inside.current || document.activeElement !== document.body) return;
    inside.current = false;
    focusContent();
  }, [names]);
  return {
    onFocusIn: () => {
      inside.current = true;
    },
    onFocusOut: ({ relatedTarget }: FocusEvent) => {
      inside.current = relatedTarget === null;
    },
  };
}
