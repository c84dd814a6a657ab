// Sounds, vibration and system notifications, as far as enabled and supported. Never throws.
import { notification, sound, vibration } from "../settings/preferences";

export interface Notice {
  kind: "turn" | "move" | "end" | "chat" | "start";
  title: string;
  body?: string;
  game?: string; // opened by a click on the notification
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
  for (const work of [playSound, vibrate, showNotification]) {
    try {
      work(it);
    } catch {
      // Unsupported or not allowed: the page itself shows the same.
    }
  }
}

// --- sound ---

interface Tone {
  at: number; // seconds from now
  pitch: number; // Hz
  duration: number; // seconds
  volume: number;
}

const tone = (at: number, pitch: number, duration = 0.16, volume = 0.12): Tone => ({
  at,
  pitch,
  duration,
  volume,
});

const TUNES: { [kind in Notice["kind"]]: Tone[] } = {
  move: [], // only the pencil
  turn: [tone(0, 660), tone(0.13, 880, 0.24)],
  start: [tone(0, 523), tone(0.13, 784, 0.24)],
  end: [tone(0, 784), tone(0.15, 659), tone(0.3, 523, 0.4)],
  chat: [tone(0, 988, 0.09, 0.07)],
};

let audio: AudioContext | null = null;

function playSound({ kind }: Notice): void {
  if (!sound.peek() || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume().catch(() => {});
  const now = audio.currentTime + 0.02;
  if (kind === "move" || kind === "turn") scratch(audio, now);
  for (const it of TUNES[kind]) playTone(audio, now + it.at, it);
}

function playTone(context: AudioContext, at: number, { pitch, duration, volume }: Tone): void {
  const oscillator = context.createOscillator();
  oscillator.type = "triangle";
  oscillator.frequency.value = pitch;
  const gain = context.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(volume, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + duration);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + duration);
}

/** A pencil on paper: a short burst of high noise. */
function scratch(context: AudioContext, at: number): void {
  const duration = 0.07;
  const buffer = context.createBuffer(1, duration * context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n++)
    samples[n] = (2 * Math.random() - 1) * (1 - n / samples.length) ** 2;
  const source = context.createBufferSource();
  source.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = 3800;
  const gain = context.createGain();
  gain.gain.value = 0.25;
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(at);
}

// --- vibration ---

export const canVibrate = (): boolean => typeof navigator.vibrate === "function";

function vibrate({ kind }: Notice): void {
  const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
  // Browsers log an error if a page vibrates before any input.
  const hasInput = navigator.userActivation?.hasBeenActive ?? true;
  if (kind === "turn" && vibration.peek() && canVibrate() && hasInput && !reducedMotion)
    navigator.vibrate([70, 50, 70]);
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
