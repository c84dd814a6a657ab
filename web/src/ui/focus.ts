// Where the keyboard is when what had the focus has gone.

/** Whoever is nowhere any more goes on in the content. */
export function toContent(): void {
  const content = document.getElementById("content");
  if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true });
}
