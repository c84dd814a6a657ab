// Announcements for screen readers, and the error banner.
import { signal } from "@preact/signals";
import { errorText } from "../net/api";

export const announcement = signal("");
export const errorMessage = signal("");

export function announce(text: string): void {
  // Screen readers ignore an unchanged text.
  announcement.value = text.trim() === announcement.peek() ? `${text.trim()}\u00a0` : text.trim();
}

/** Run something that may fail and show the error; return whether it succeeded. */
export async function attempt(work: () => Promise<unknown> | unknown): Promise<boolean> {
  errorMessage.value = "";
  try {
    await work();
    return true;
  } catch (error) {
    errorMessage.value = errorText(error);
    return false;
  }
}
