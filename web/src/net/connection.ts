// The one socket to the server: it comes back by itself, and says how things stand.
import { effect, signal } from "@preact/signals";
import { account, expire, renamed } from "./account";
import type { FromClient, FromServer } from "./protocol.gen";

export type Line =
  | { state: "connecting" }
  | { state: "ready" }
  | { state: "lost"; again: number; tries: number; stopping: boolean }; // when it is tried again, in ms

export const line = signal<Line>({ state: "connecting" });

type Listener = (message: FromServer) => void;

const SLOWEST = 8; // seconds between two tries at the most
const ANSWERING = 15_000; // ms in which a new connection must be answered
const SIGNED_OUT = 4001;

const listeners = new Set<Listener>();
const openers = new Set<() => void>();
let socket: WebSocket | null = null;
let tries = 0;
let beat = 10;
let heard = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let stopping = false;

/** Hears every message until the returned function is called. */
export function listen(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls this now if there is a connection, and whenever there is one again. */
export function whenReady(work: () => void): () => void {
  if (line.peek().state === "ready") work();
  return whenBack(work);
}

/** Calls this with every connection that comes: what was refused over this one stays so. */
export function whenBack(work: () => void): () => void {
  openers.add(work);
  return () => void openers.delete(work);
}

/** Says it if there is a connection; whoever must be heard says it again when there is one. */
export function send(message: FromClient): void {
  if (line.peek().state === "ready") socket?.send(JSON.stringify(message));
}

export function connect(): void {
  clearTimeout(timer);
  const old = socket;
  socket = null;
  old?.close();
  const opened = new WebSocket(`${location.origin.replace(/^http/, "ws")}/socket`);
  socket = opened;
  heard = Date.now();
  if (line.peek().state !== "lost") line.value = { state: "connecting" };
  opened.onopen = () => {
    opened.send(JSON.stringify({ type: "hello", token: account.peek()?.token ?? null }));
  };
  opened.onmessage = ({ data }) => {
    if (opened !== socket) return;
    heard = Date.now();
    hear(JSON.parse(data) as FromServer);
  };
  opened.onclose = ({ code }) => {
    if (opened !== socket) return;
    if (code === SIGNED_OUT) expire(); // and perhaps there is a new connection, as nobody
    if (opened === socket) lose();
  };
}

/** Gives the socket up, without waiting for a server that may be out of reach to agree. */
function lose(): void {
  clearTimeout(timer);
  const old = socket;
  socket = null;
  old?.close();
  const seconds = Math.min(SLOWEST, 0.5 * 2 ** tries++) * (0.75 + Math.random() / 2);
  line.value = { state: "lost", again: Date.now() + 1000 * seconds, tries, stopping };
  timer = setTimeout(connect, 1000 * seconds);
}

function hear(message: FromServer): void {
  if (message.type === "welcome") {
    beat = message.beat;
    tries = 0;
    stopping = false;
    if (message.player) renamed(message.player);
    line.value = { state: "ready" };
    for (const work of [...openers]) work();
  } else if (message.type === "beat") {
    send({ type: "pulse", beat: message.beat });
  } else if (message.type === "bye") {
    stopping = true;
    tries = Math.ceil(Math.log2(Math.max(1, message.after)));
  } else if (message.type === "error" && message.code === "not_signed_in") {
    expire();
  }
  for (const listener of [...listeners]) listener(message);
}

/** Begins, and keeps the connection to whoever the visitor is. */
export function start(): void {
  let token: string | null | undefined;
  effect(() => {
    const now = account.value?.token ?? null;
    if (now !== token) {
      token = now;
      connect();
    }
  });
  addEventListener("online", connect);
  addEventListener("offline", lose);
  setInterval(() => {
    const patience = line.peek().state === "ready" ? 2500 * beat : ANSWERING;
    if (socket && Date.now() - heard > patience) lose();
  }, 1000);
}
