// One example moves at a time, so that a page of them stays calm: each plays once, then the next.
import { signal } from "@preact/signals";

/** Which example moves; null: none. */
export const moving = signal<string | null>(null);

const SETTLED = 500; // ms without anything coming or going, before one begins to move

const onScreen = new Set<string>();
let order: readonly string[] = [];
let paused = false; // by the visitor, or because motion is not wanted
let timer: ReturnType<typeof setTimeout> | undefined;

/** Begins with a page of examples; the returned function ends it. */
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
  }, SETTLED);
}

export function run(name: string): void {
  paused = false;
  moving.value = name;
}

export function pause(): void {
  paused = true;
  moving.value = null;
}

/** An example has come to its end: the next in sight has its turn, or the same once more. */
export function ended(name: string): void {
  if (moving.peek() === name) moving.value = nextOf(name, order, onScreen);
}

/** The first one in sight after `name`, or from the start; null if none is in sight. */
export function nextOf(
  name: string | null,
  order: readonly string[],
  inSight: ReadonlySet<string>,
): string | null {
  const after = name === null ? 0 : order.indexOf(name) + 1;
  const turned = [...order.slice(after), ...order.slice(0, after)];
  return turned.find((it) => inSight.has(it)) ?? null;
}
