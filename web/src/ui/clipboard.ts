// Texts to take along.

import { texts } from "../texts";
import { problem, say } from "./announce";

/** Copies, and says that it did; where pages may not copy it says so. */
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
