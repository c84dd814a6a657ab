// A box that scrolls sideways, also by keyboard.
import type { ComponentChildren } from "preact";

export function ScrollBox({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div class="scroll-box" role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
