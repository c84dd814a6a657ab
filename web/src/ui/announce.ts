// What is said to everybody: a line for screen readers, and a problem for all to read.
import { signal } from "@preact/signals";
import { errorText } from "../net/api";

export const spoken = signal("");
export const problem = signal("");

export function say(text: string): void {
  // The same words again would not be read out.
  spoken.value = text.trim() === spoken.peek() ? `${text.trim()}\u00a0` : text.trim();
}

/** Does something that may be refused, and shows why it was; whether it was done. */
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
