// Keyboard focus.

/** If the focused element is gone, move focus to the main content. */
export function focusContent(): void {
  const content = document.getElementById("content");
  if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true });
}
