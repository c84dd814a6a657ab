// The server over HTTP. Every failure is an `ApiError` with the server's code; a response that
// can't be read, such as one cut off or a proxy's error page, has code "network".
import { texts } from "../texts";
import { account, expire } from "./account";
import { hasServer } from "./site";

/** The message is the server's, in English: it is for developers, and never shown. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message = "",
    readonly request = "", // such as "POST /api/games"
    readonly retrySeconds: number | null = null, // until it may succeed
  ) {
    super(message);
  }
}

/** An error that has its words already, in the visitor's language. */
export class WordedError extends Error {}

type Query = { [key: string]: string | number | null | undefined };

/** The path with a query string; null and empty values are left out. */
export function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value != null && value !== "");
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)]));
  return given.length ? `${path}?${search}` : path;
}

/** The response, after checking the status. */
async function request(
  method: string,
  path: string,
  body?: unknown,
  token: string | null = account.value?.token ?? null,
  signal?: AbortSignal,
): Promise<Response> {
  if (!hasServer()) throw new ApiError("no_server");
  const headers: { [name: string]: string } = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (token) headers.authorization = `Bearer ${token}`;
  const init = {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    signal,
  };
  const response = await orNetworkError(() => fetch(path, init));
  if (response.ok) return response;
  if (response.status === 401 && token && account.value?.token === token) expire();
  const error = await response.json().catch(() => null);
  const seconds = Number(response.headers.get("retry-after")) || null;
  throw new ApiError(error?.code ?? "error", error?.message, `${method} ${path}`, seconds);
}

async function orNetworkError<T>(work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch {
    throw new ApiError("network");
  }
}

export async function fetchJson<T>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const response = await request(method, path, body, undefined, signal);
  return (response.status === 204 ? null : await orNetworkError(() => response.json())) as T;
}

/** The same without a token: an expired token would be rejected even where none is needed. */
export async function fetchJsonAnonymously<T>(
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await request(method, path, body, null);
  return orNetworkError<T>(() => response.json());
}

export async function fetchFile(path: string): Promise<Blob> {
  const response = await request("GET", path);
  return orNetworkError(() => response.blob());
}

/** The lines of a streamed response, one object each, as they arrive. */
export async function* streamLines<T>(
  path: string,
  body: unknown,
  signal?: AbortSignal,
): AsyncGenerator<T> {
  const response = await request("POST", path, body, undefined, signal);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  const stop = () => void reader.cancel().catch(() => {});
  signal?.addEventListener("abort", stop);
  try {
    let rest = "";
    for (;;) {
      const { value, done } = await orNetworkError(() => reader.read());
      if (done) return;
      const parts = (rest + value).split("\n");
      rest = parts.pop() ?? "";
      for (const part of parts) if (part) yield await orNetworkError<T>(() => JSON.parse(part));
    }
  } finally {
    signal?.removeEventListener("abort", stop);
    stop();
  }
}

/** What to show the visitor about an error. */
export function errorText(error: unknown): string {
  const t = texts.value;
  if (error instanceof WordedError) return error.message;
  if (!(error instanceof ApiError)) {
    console.error(error); // a bug in the page: its details are for developers
    return t.errors.error;
  }
  const { code, request, retrySeconds } = error;
  if (code === "too_many" && retrySeconds) return t.tooFast(retrySeconds);
  const known = Object.entries(t.errorsOf).find(([endpoint]) => isCallOf(endpoint, request));
  return known?.[1][code] ?? t.errors[code] ?? t.errors.error;
}

/** Whether "POST /api/games/7/join" is a call of "POST /api/games/{id}/join". */
export function isCallOf(endpoint: string, request: string): boolean {
  const [wanted, given] = [endpoint, request.split("?")[0]].map((it) => it.split("/"));
  return (
    wanted.length === given.length &&
    wanted.every((part, n) => part === given[n] || part.startsWith("{"))
  );
}
