// One example plays at a time, so that the page stays calm: each plays once, then the next.
import { signal } from "@preact/signals";

/** The example that is playing; null: none. */
export const playing = signal<string | null>(null);

const SETTLE_MS = 500; // without scrolling before one starts to play

const onScreen = new Set<string>();
let order: readonly string[] = [];
let paused = false; // by the visitor, or for reduced motion
let timer: ReturnType<typeof setTimeout> | undefined;

/** Start with a page of examples; the returned function stops it. */
export function startPlayback(names: readonly string[]): () => void {
  onScreen.clear();
  order = names;
  paused = matchMedia("(prefers-reduced-motion: reduce)").matches;
  playing.value = null;
  return () => clearTimeout(timer);
}

export function enterView(name: string): void {
  onScreen.add(name);
  settle();
}

export function leaveView(name: string): void {
  onScreen.delete(name);
  if (playing.peek() === name) playing.value = null;
  settle();
}

function settle(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (!paused && playing.peek() === null) playing.value = nextOf(null, order, onScreen);
  }, SETTLE_MS);
}

export function play(name: string): void {
  paused = false;
  playing.value = name;
}

export function pause(): void {
  paused = true;
  playing.value = null;
}

/** An example has ended: play the next visible one, or the same again. */
export function onExampleEnd(name: string): void {
  if (playing.peek() === name) playing.value = nextOf(name, order, onScreen);
}

/** The first visible one after `name`, or from the start; null if none is visible. */
export function nextOf(
  name: string | null,
  order: readonly string[],
  visible: ReadonlySet<string>,
): string | null {
  const after = name === null ? 0 : order.indexOf(name) + 1;
  const rotated = [...order.slice(after), ...order.slice(0, after)];
  return rotated.find((it) => visible.has(it)) ?? null;
}
