// Sounds, vibration and system notifications, as far as enabled and supported. Never throws.
import { notification } from "../settings/preferences";
import { playSound, type SoundName } from "../ui/sound/sound";
import { vibrate } from "../ui/sound/vibration";

export interface Notice {
  kind: "turn" | "move" | "end" | "chat" | "start";
  title: string;
  body?: string;
  game?: string; // opened by a click on the notification
  sound?: SoundName;
}

/** Opens a path; the page replaces it with its router. */
let openPath = (path: string): void => location.assign(path);

/** Open paths this way when a notification is clicked; the service worker forwards clicks on its own. */
export function onNotificationClick(route: (path: string) => void): () => void {
  openPath = route;
  const onMessage = ({ data }: MessageEvent) => {
    if (typeof data?.go === "string") route(data.go);
  };
  navigator.serviceWorker?.addEventListener("message", onMessage);
  return () => navigator.serviceWorker?.removeEventListener("message", onMessage);
}

export function notify(it: Notice): void {
  if (it.sound) playSound(it.sound);
  if (it.kind === "turn") vibrate("turn");
  try {
    showNotification(it);
  } catch {
    // Unsupported or not allowed: the page itself shows the same.
  }
}

// --- system notifications ---

export type Permission = NotificationPermission | "unsupported";

export function notificationPermission(): Permission {
  return typeof Notification === "undefined" ? "unsupported" : Notification.permission;
}

/** Turn notifications on or off; return the browser's permission. */
export async function setNotifications(wanted: boolean): Promise<Permission> {
  let allowed = notificationPermission();
  try {
    if (wanted && allowed === "default") allowed = await Notification.requestPermission();
  } catch {
    allowed = "denied"; // an insecure page may not ask
  }
  notification.value = wanted && allowed === "granted";
  return allowed;
}

function showNotification({ kind, title, body, game }: Notice): void {
  if (kind === "move" || !document.hidden || !notification.peek()) return;
  if (notificationPermission() !== "granted") return;
  const path = game ? `/game/${game}` : "/";
  // One notification per game: a newer one replaces the older.
  const options = { body, tag: game && `quire-${game}`, icon: "/icon-192.png", data: { path } };
  // On phones only the service worker may show notifications.
  const worker = navigator.serviceWorker?.getRegistration() ?? Promise.resolve(undefined);
  worker
    .then((it) =>
      it?.active ? it.showNotification(title, options) : showFromPage(title, options, path),
    )
    .catch(() => {}); // the page itself shows the same
}

function showFromPage(title: string, options: NotificationOptions, path: string): void {
  const note = new Notification(title, options);
  note.onclick = () => {
    window.focus();
    openPath(path);
    note.close();
  };
}
