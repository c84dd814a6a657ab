// The service worker: the page opens offline, with the rules and the games opened before, and
// calls from the server are shown while it is closed.
import { PUSH_TEXTS } from "../../texts/push";
import {
  appCachePrefix,
  GAMES_CACHE,
  isCacheable,
  isOutage,
  outdated,
  strategyFor,
  surplus,
} from "./cache-policy";

// Set by the build: the names of all its files, and a name that changes with any of them.
declare const __FILES__: string[];
declare const __BUILD__: string;

// TypeScript's types for pages and for workers can't be combined.
interface LifecycleEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface RequestEvent extends LifecycleEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface ClickEvent extends LifecycleEvent {
  readonly notification: Notification;
}
interface PushEvent extends LifecycleEvent {
  readonly data: { json(): Call } | null;
}
/** A friend has joined a game; see `Call` in the server's `push.py`. */
interface Call {
  game_id: string;
  name: string;
  language: string;
}
interface Tab {
  focus(): Promise<unknown>;
  postMessage(message: { go: string }): void;
}
interface Worker extends EventTarget {
  skipWaiting(): Promise<void>;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(which: { type: "window"; includeUncontrolled: true }): Promise<Tab[]>;
    openWindow(path: string): Promise<unknown>;
  };
}
const worker = self as unknown as Worker;

const SITE = new URL("./", location.href); // the worker is at its top
const PREFIX = appCachePrefix(SITE.pathname);
const CACHE = PREFIX + __BUILD__;
const SHELL = SITE.href; // some hosts redirect /index.html, and pages mustn't be redirects
const FILES = new Set(__FILES__);
const MAX_CACHED_GAMES = 60;
const PAGE_TIMEOUT_MS = 5000; // then the cached page opens: the network is up but doesn't answer

worker.addEventListener("install", (event) => {
  (event as LifecycleEvent).waitUntil(install());
});
worker.addEventListener("activate", (event) => {
  (event as LifecycleEvent).waitUntil(activate());
});
worker.addEventListener("notificationclick", (event) => {
  const { notification } = event as ClickEvent;
  notification.close();
  (event as ClickEvent).waitUntil(open(notification.data?.path ?? "/"));
});
worker.addEventListener("push", (event) => {
  const { data } = event as PushEvent;
  if (data) (event as PushEvent).waitUntil(showCall(data.json()));
});
worker.addEventListener("fetch", (event) => {
  const { request } = event as RequestEvent;
  const strategy = strategyFor(request, SITE.href, FILES);
  if (strategy === "leave") return;
  const handlers = { shell, asset, cached };
  (event as RequestEvent).respondWith(handlers[strategy](request));
});

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(__FILES__.map((it) => new Request(new URL(it, SITE), { cache: "no-cache" })));
  // The first visit requests it before the worker runs. The page also opens without it.
  const page = await (await cache.match(SHELL))?.text();
  if (!page?.includes('data-server="none"'))
    await (await caches.open(GAMES_CACHE)).add("/api/catalogue").catch(() => {});
  await worker.skipWaiting();
}

async function activate(): Promise<void> {
  for (const name of outdated(await caches.keys(), CACHE, PREFIX)) await caches.delete(name);
  await worker.clients.claim();
}

function showCall({ game_id: game, name, language }: Call): Promise<void> {
  const t = PUSH_TEXTS[language] ?? PUSH_TEXTS.en;
  return worker.registration.showNotification(t?.joined(name) ?? name, {
    body: t?.come,
    tag: `quire-${game}`, // replaces what the page has shown
    icon: "/icon-192.png",
    data: { path: `/game/${game}` },
  });
}

/** Open a path in the last used tab, or in a new one. */
async function open(path: string): Promise<void> {
  const [tab] = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!tab) return void (await worker.clients.openWindow(path));
  tab.postMessage({ go: path });
  await tab.focus().catch(() => {}); // it may be refused; the tab shows the page anyway
}

async function shell(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const page = await cache.match(SHELL, { ignoreVary: true });
  const options = page ? { signal: AbortSignal.timeout(PAGE_TIMEOUT_MS) } : {};
  try {
    const answer = await fetch(request, options);
    return page && isOutage(answer) ? page : answer;
  } catch (error) {
    if (page) return page;
    throw error;
  }
}

/** From this build's cache or, for an older tab, from the previous build's. */
async function asset(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

async function cached(request: Request): Promise<Response> {
  const cache = await caches.open(GAMES_CACHE);
  const cachedResponse = () => cache.match(request, { ignoreVary: true });
  let answer: Response;
  try {
    answer = await fetch(request);
  } catch (error) {
    const known = await cachedResponse();
    if (known) return known;
    throw error;
  }
  if (isOutage(answer)) return (await cachedResponse()) ?? answer;
  // If storage is full, it isn't cached.
  if (isCacheable(answer)) await store(cache, request, answer.clone()).catch(() => {});
  return answer;
}

async function store(cache: Cache, request: Request, answer: Response): Promise<void> {
  await cache.delete(request, { ignoreVary: true }); // so that the latest comes last
  await cache.put(request, answer);
  const replays = (await cache.keys()).filter((it) => it.url.endsWith("/replay"));
  for (const old of surplus(replays, MAX_CACHED_GAMES)) await cache.delete(old);
}
