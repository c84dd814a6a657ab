// The server over HTTP. Every refusal is a `Refused` with the server's code and words; what cannot
// be read, such as an answer that breaks off or another's page in its place, is "network".

import { texts } from "../texts";
import { account, expire } from "./account";

export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

type Query = { [key: string]: string | number | null | undefined };

/** The path with what is asked for; what is null or empty is left out. */
export function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value != null && value !== "");
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)]));
  return given.length ? `${path}?${search}` : path;
}

/** The answer itself, after its status was found good. */
async function request(
  method: string,
  path: string,
  body?: unknown,
  token: string | null = account.value?.token ?? null,
  signal?: AbortSignal,
): Promise<Response> {
  const headers: { [name: string]: string } = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (token) headers.authorization = `Bearer ${token}`;
  const asking = {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    signal,
  };
  const answer = await reached(() => fetch(path, asking));
  if (answer.ok) return answer;
  if (answer.status === 401 && token && account.value?.token === token) expire();
  const told = await answer.json().catch(() => null);
  throw new Refused(told?.code ?? "error", told?.message ?? "");
}

async function reached<T>(work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch {
    throw new Refused("network", texts.value.errors.network);
  }
}

export async function ask<T>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const answer = await request(method, path, body, undefined, signal);
  return (answer.status === 204 ? null : await reached(() => answer.json())) as T;
}

/** The same as nobody: a token that is no longer good would be refused even where none is needed. */
export async function askAsNobody<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await request(method, path, body, null);
  return reached<T>(() => answer.json());
}

export async function askForFile(path: string): Promise<Blob> {
  const answer = await request("GET", path);
  return reached(() => answer.blob());
}

/** The lines of a long answer, one object each, as they come. */
export async function* lines<T>(
  path: string,
  body: unknown,
  signal?: AbortSignal,
): AsyncGenerator<T> {
  const answer = await request("POST", path, body, undefined, signal);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  const stop = () => void reader.cancel().catch(() => {});
  signal?.addEventListener("abort", stop);
  try {
    let rest = "";
    for (;;) {
      const { value, done } = await reached(() => reader.read());
      if (done) return;
      const parts = (rest + value).split("\n");
      rest = parts.pop() ?? "";
      for (const part of parts) if (part) yield await reached<T>(() => JSON.parse(part));
    }
  } finally {
    signal?.removeEventListener("abort", stop);
    stop();
  }
}

/** What to show for whatever went wrong. */
export function wordsFor(error: unknown): string {
  const t = texts.value.errors;
  if (!(error instanceof Refused)) {
    console.error(error); // a mistake of the page: its words are for whoever mends it
    return t.error;
  }
  const known = t[error.code];
  // The server's own words name the thing and the remedy, in English.
  return document.documentElement.lang !== "en" && known
    ? known
    : error.message || known || t.error;
}
