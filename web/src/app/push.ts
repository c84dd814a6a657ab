// Web Push: this browser is called when a friend has joined a game and no page is open.
import { effect } from "@preact/signals";
import { account } from "../net/account";
import { fetchJson } from "../net/api";
import type { PushInfo } from "../net/protocol.gen";
import { notification } from "../settings/preferences";

/** Subscribe while notifications are on and there is an account, as far as browser and server can. */
export function start(): void {
  let done = Promise.resolve();
  effect(() => {
    const wanted = notification.value && account.value?.player.id != null;
    // One after the other. It may fail: the page shows notifications of its own while it is open.
    done = done.then(() => update(wanted)).catch(() => {});
  });
}

async function update(wanted: boolean): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  if (!worker?.pushManager) return;
  const known = await worker.pushManager.getSubscription();
  if (wanted) return subscribe(worker.pushManager, known);
  if (!known) return;
  await known.unsubscribe();
  if (account.peek()) await fetchJson("DELETE", "/api/me/push");
}

async function subscribe(manager: PushManager, known: PushSubscription | null): Promise<void> {
  const { public_key: key } = await fetchJson<PushInfo>("GET", "/api/push");
  if (key === null) return;
  const isCurrent = known !== null && keyText(known) === key;
  if (!isCurrent) await known?.unsubscribe(); // that of another server at this address
  const subscription = isCurrent
    ? known
    : await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  const language = document.documentElement.lang;
  await fetchJson("PUT", "/api/me/push", {
    endpoint,
    p256dh: keys?.p256dh,
    auth: keys?.auth,
    language,
  });
}

/** The server's key of a subscription, as the server writes it. */
function keyText(subscription: PushSubscription): string {
  const bytes = new Uint8Array(subscription.options.applicationServerKey ?? []);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}
