// The time, for whatever counts down: it goes on while anybody looks.
import { signal } from "@preact/signals";

export const now = signal(Date.now());

setInterval(() => {
  if (document.visibilityState === "visible") now.value = Date.now();
}, 250);
document.addEventListener("visibilitychange", () => {
  now.value = Date.now();
});
