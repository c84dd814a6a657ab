// Checks of names and passphrases before they are sent.
import { texts } from "../texts";

export const LONGEST_NAME = 24;
export const SHORTEST_PASSPHRASE = 8;

/** Characters as people count them. */
const length = (text: string) => [...text].length;

/** What is wrong with a name; empty if nothing is. */
export function wrongName(name: string): string {
  const t = texts.peek().account;
  if (!name.trim()) return t.nameMissing;
  return length(name.trim()) > LONGEST_NAME ? t.nameLong(LONGEST_NAME) : "";
}

/** What is wrong with a passphrase; when signing in it only needs to be there. */
export function wrongPassphrase(passphrase: string, isNew: boolean): string {
  const t = texts.peek().account;
  if (!passphrase) return t.passphraseMissing;
  const short = isNew && length(passphrase) < SHORTEST_PASSPHRASE;
  return short ? t.passphraseShort(SHORTEST_PASSPHRASE) : "";
}
