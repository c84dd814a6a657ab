// Guests: created when an account is first needed, with a random name.

import { texts } from "../texts";
import { account, storeAccount } from "./account";
import { fetchJson } from "./api";
import type { SignedIn } from "./protocol.gen";

let creating: Promise<SignedIn> | null = null;

/** The current account, or a new guest with the given or a random name. */
export function ensureAccount(name?: string): Promise<SignedIn> {
  if (account.value) return Promise.resolve(account.value);
  creating ??= createGuest(name).finally(() => {
    creating = null;
  });
  return creating;
}

async function createGuest(name?: string): Promise<SignedIn> {
  const guest = await fetchJson<SignedIn>("POST", "/api/guests", { name: name ?? randomName() });
  storeAccount(guest);
  return guest;
}

function randomName(): string {
  const { first, second } = texts.peek().guests;
  const [a, b, c] = crypto.getRandomValues(new Uint32Array(3));
  return `${first[a % first.length]} ${second[b % second.length]} ${10 + (c % 90)}`;
}
