// The clipboard.

import { texts } from "../texts";
import { problem, say } from "./announce";

/** Copy and announce it, or show that the browser blocked it. */
export async function copy(text: string, done: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    problem.value = texts.peek().study.copyFailed;
    return false;
  }
  say(done);
  return true;
}
