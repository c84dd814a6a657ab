// Checks of names and passphrases before they are sent.
import { texts } from "../../texts";

export const MAX_NAME_LENGTH = 24;
export const MIN_PASSPHRASE_LENGTH = 8;

/** Characters as people count them. */
const length = (text: string) => [...text].length;

/** What is wrong with a name; empty if nothing is. */
export function checkName(name: string): string {
  const t = texts.peek().account;
  if (!name.trim()) return t.nameMissing;
  return length(name.trim()) > MAX_NAME_LENGTH ? t.nameLong(MAX_NAME_LENGTH) : "";
}

/** What is wrong with a passphrase; when signing in it only needs to be there. */
export function checkPassphrase(passphrase: string, isNew: boolean): string {
  const t = texts.peek().account;
  if (!passphrase) return t.passphraseMissing;
  const short = isNew && length(passphrase) < MIN_PASSPHRASE_LENGTH;
  return short ? t.passphraseShort(MIN_PASSPHRASE_LENGTH) : "";
}
