// Loads what Web Push needs, once notifications are on: most visitors never do that.
import { effect } from "@preact/signals";
import { notification } from "../settings/preferences";

export function startPush(): void {
  let isLoading = false;
  effect(() => {
    if (!notification.value || isLoading) return;
    isLoading = true;
    import("./push").then(
      (push) => push.start(),
      () => {
        isLoading = false; // there is another chance when they are switched on again
      },
    );
  });
}
