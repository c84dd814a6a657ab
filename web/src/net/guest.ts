// A guest is made when somebody is first needed, without asking for a name.

import { texts } from "../texts";
import { account, keep } from "./account";
import { ask } from "./api";
import type { SignedIn } from "./protocol.gen";

let making: Promise<SignedIn> | null = null;

/** Whoever one is; else a new guest, with that name or one drawn by lot. */
export function someone(name?: string): Promise<SignedIn> {
  if (account.value) return Promise.resolve(account.value);
  making ??= makeGuest(name).finally(() => {
    making = null;
  });
  return making;
}

async function makeGuest(name?: string): Promise<SignedIn> {
  const made = await ask<SignedIn>("POST", "/api/guests", { name: name ?? anyName() });
  keep(made);
  return made;
}

function anyName(): string {
  const { first, second } = texts.peek().guests;
  const [a, b, c] = crypto.getRandomValues(new Uint32Array(3));
  return `${first[a % first.length]} ${second[b % second.length]} ${10 + (c % 90)}`;
}
