// The account stored in this browser.
import { signal } from "@preact/signals";
import { loadStored, save } from "../settings/storage";
import type { PlayerSummary, SignedIn } from "./protocol.gen";

export const account = signal<SignedIn | null>(storedAccount());

/** The stored account; null if it is unreadable. */
function storedAccount(): SignedIn | null {
  const it = loadStored<SignedIn | null>("account", null);
  return typeof it?.token === "string" && typeof it.player?.id === "string" ? it : null;
}

/** Whether the server signed the player out, such as from another browser. */
export const signedOut = signal(false);

export function storeAccount(it: SignedIn): void {
  signedOut.value = false;
  account.value = it;
  save("account", it);
}

export function clearAccount(): void {
  signedOut.value = false;
  account.value = null;
  save("account", null);
}

/** The account or its token is no longer valid. */
export function expire(): void {
  const member = account.peek()?.player.kind === "member";
  clearAccount();
  signedOut.value = member;
}

/** Update the stored name and kind of the account. */
export function updatePlayer(player: PlayerSummary): void {
  const now = account.value;
  if (now && now.player.name + now.player.kind !== player.name + player.kind)
    storeAccount({ ...now, player });
}

/** Store the token that replaces the one of the account. */
export function updateToken(token: string): void {
  const now = account.value;
  if (now) storeAccount({ ...now, token });
}

// Another tab may sign in or out.
window.addEventListener("storage", ({ key }) => {
  if (key === "quire.account") account.value = storedAccount();
});
