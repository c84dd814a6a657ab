// Announcements for screen readers, and the error banner.
import { signal } from "@preact/signals";
import { errorText } from "../net/api";

export const spoken = signal("");
export const problem = signal("");

export function say(text: string): void {
  // Screen readers ignore an unchanged text.
  spoken.value = text.trim() === spoken.peek() ? `${text.trim()}\u00a0` : text.trim();
}

/** Run something that may fail and show the error; return whether it succeeded. */
export async function attempt(work: () => Promise<unknown> | unknown): Promise<boolean> {
  problem.value = "";
  try {
    await work();
    return true;
  } catch (error) {
    problem.value = errorText(error);
    return false;
  }
}
