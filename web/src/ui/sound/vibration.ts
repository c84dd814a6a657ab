// Short vibrations of a phone, where they are possible and wanted.
import { prefersReducedMotion } from "../../settings/motion";
import { vibration } from "../../settings/preferences";

const PATTERNS_MS = { move: [10], turn: [10, 40, 10] };

export const canVibrate = (): boolean => typeof navigator.vibrate === "function";

export function vibrate(kind: keyof typeof PATTERNS_MS): void {
  // Browsers log an error if a page vibrates before any input.
  const hasInput = navigator.userActivation?.hasBeenActive ?? true;
  if (!vibration.peek() || !canVibrate() || !hasInput || prefersReducedMotion()) return;
  try {
    navigator.vibrate(PATTERNS_MS[kind]);
  } catch {
    // Not allowed: the page itself shows the same.
  }
}
