// The current time as a signal, for countdowns; it ticks while the tab is visible.
import { signal } from "@preact/signals";

export const now = signal(Date.now());

setInterval(() => {
  if (document.visibilityState === "visible") now.value = Date.now();
}, 250);
document.addEventListener("visibilitychange", () => {
  now.value = Date.now();
});
