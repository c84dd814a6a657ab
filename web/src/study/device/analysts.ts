// The workers that analyse: as many as the browser has processors for, within one budget of memory.
import type { CoreClient } from "../../core/client";
import { core, newCore } from "../../core/core";
import { texts } from "../../texts";
import { errorMessage } from "../../ui/announce";

const MEMORY_BYTES = 192 << 20; // of all tables; each worker needs some megabytes more

/** How many workers of `most` there is a processor for. */
export const workerCount = (most: number, processors = navigator.hardwareConcurrency || 2) =>
  Math.max(1, Math.min(most, processors));

/** Workers for one task. */
export class Analysts {
  readonly clients: readonly CoreClient[];
  /** Bytes for the tables of one solver or search; alone, a worker has one of each. */
  readonly memory: number;

  constructor(count: number, newClient: () => CoreClient = newCore) {
    this.clients = Array.from({ length: count }, newClient);
    this.memory = Math.floor(MEMORY_BYTES / Math.max(2, count));
    for (const it of this.clients) it.onRestart = announceRestartOnce;
  }

  close(): void {
    for (const it of this.clients) it.close();
  }
}

let isRestartShown = false;

function announceRestartOnce(): void {
  if (!isRestartShown) errorMessage.value = texts.peek().analysis.restarted;
  isRestartShown = true;
}

let current: Analysts | null = null;

/** This many workers; those of another task give their memory back first. */
export function takeWorkers(count: number): Analysts {
  if (current?.clients.length === count) return current;
  closeWorkers();
  current = new Analysts(count);
  return current;
}

export function closeWorkers(): void {
  current?.close();
  current = null;
}

export const isCoreHere = (): boolean => core.isAvailable;
