// Guests: created when an account is first needed, with a random name.

import { texts } from "../texts";
import { account, storeAccount } from "./account";
import { ask } from "./api";
import type { SignedIn } from "./protocol.gen";

let making: Promise<SignedIn> | null = null;

/** The current account, or a new guest with the given or a random name. */
export function ensureAccount(name?: string): Promise<SignedIn> {
  if (account.value) return Promise.resolve(account.value);
  making ??= makeGuest(name).finally(() => {
    making = null;
  });
  return making;
}

async function makeGuest(name?: string): Promise<SignedIn> {
  const made = await ask<SignedIn>("POST", "/api/guests", { name: name ?? anyName() });
  storeAccount(made);
  return made;
}

function anyName(): string {
  const { first, second } = texts.peek().guests;
  const [a, b, c] = crypto.getRandomValues(new Uint32Array(3));
  return `${first[a % first.length]} ${second[b % second.length]} ${10 + (c % 90)}`;
}
