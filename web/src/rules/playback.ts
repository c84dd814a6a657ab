// One example plays at a time, so that the page stays calm: each plays once, then the next.
import { signal } from "@preact/signals";

/** The example that is playing; null: none. */
export const moving = signal<string | null>(null);

const SETTLE_MS = 500; // without scrolling before one starts to play

const onScreen = new Set<string>();
let order: readonly string[] = [];
let paused = false; // by the visitor, or for reduced motion
let timer: ReturnType<typeof setTimeout> | undefined;

/** Start with a page of examples; the returned function stops it. */
export function begin(names: readonly string[]): () => void {
  onScreen.clear();
  order = names;
  paused = matchMedia("(prefers-reduced-motion: reduce)").matches;
  moving.value = null;
  return () => clearTimeout(timer);
}

export function comesIntoSight(name: string): void {
  onScreen.add(name);
  settle();
}

export function leavesSight(name: string): void {
  onScreen.delete(name);
  if (moving.peek() === name) moving.value = null;
  settle();
}

function settle(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (!paused && moving.peek() === null) moving.value = nextOf(null, order, onScreen);
  }, SETTLE_MS);
}

export function run(name: string): void {
  paused = false;
  moving.value = name;
}

export function pause(): void {
  paused = true;
  moving.value = null;
}

/** An example has ended: play the next visible one, or the same again. */
export function ended(name: string): void {
  if (moving.peek() === name) moving.value = nextOf(name, order, onScreen);
}

/** The first visible one after `name`, or from the start; null if none is visible. */
export function nextOf(
  name: string | null,
  order: readonly string[],
  inSight: ReadonlySet<string>,
): string | null {
  const after = name === null ? 0 : order.indexOf(name) + 1;
  const turned = [...order.slice(after), ...order.slice(0, after)];
  return turned.find((it) => inSight.has(it)) ?? null;
}
