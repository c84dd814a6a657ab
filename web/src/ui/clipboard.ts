// The clipboard.

import { texts } from "../texts";
import { announce, errorMessage } from "./announce";

/** Copy and announce it, or show that the browser blocked it. */
export async function copy(text: string, done: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    errorMessage.value = texts.peek().study.copyFailed;
    return false;
  }
  announce(done);
  return true;
}
