// The socket to the server: it reconnects on its own, and shows its status.
import { effect, type ReadonlySignal, signal } from "@preact/signals";
import { account, expire, updatePlayer, updateToken } from "./account";
import type { FromClient, FromServer } from "./protocol.gen";

export type ConnectionStatus =
  | { state: "connecting" }
  | { state: "ready" }
  | { state: "lost"; reason: LossReason; tries: number; retryAt: number | null }; // in ms, or never

type LossReason = "unreachable" | "restarting" | "banned";

export type Unsubscribe = () => void;
type Listener = (message: FromServer) => void;

const MAX_RETRY_SECONDS = 8;
const WELCOME_TIMEOUT_MS = 15_000; // for a new connection to be greeted
const MISSED_BEATS = 2.5; // after which a silent connection counts as lost
const SIGNED_OUT = 4001; // close codes
const BANNED = 4003;

export class Connection {
  private readonly current = signal<ConnectionStatus>({ state: "connecting" });
  readonly status: ReadonlySignal<ConnectionStatus> = this.current;
  private readonly listeners = new Set<Listener>();
  private readonly readyListeners = new Set<() => void>();
  private socket: WebSocket | null = null;
  private tries = 0;
  private beatSeconds = 10;
  private lastReceived = 0; // ms
  private stopping = false;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private token: string | null | undefined; // that the connection was opened for

  /** Call the listener with every message. */
  subscribe(listener: Listener): Unsubscribe {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Call this now if connected, and after every reconnect. */
  whenReady(work: () => void): Unsubscribe {
    if (this.isReady()) work();
    return this.onConnect(work);
  }

  /** Call this whenever a new connection is ready. */
  onConnect(work: () => void): Unsubscribe {
    this.readyListeners.add(work);
    return () => void this.readyListeners.delete(work);
  }

  /** Send if connected. Callers that must not lose a message resend it on reconnect. */
  send(message: FromClient): void {
    if (this.isReady()) this.socket?.send(JSON.stringify(message));
  }

  /** Open a new socket now, in place of the current one. */
  connect = (): void => {
    this.close();
    const opened = new WebSocket(`${location.origin.replace(/^http/, "ws")}/socket`);
    this.socket = opened;
    this.lastReceived = Date.now();
    if (this.current.peek().state !== "lost") this.current.value = { state: "connecting" };
    opened.onopen = () => {
      opened.send(JSON.stringify({ type: "hello", token: account.peek()?.token ?? null }));
    };
    opened.onmessage = ({ data }) => {
      if (opened !== this.socket) return;
      this.lastReceived = Date.now();
      this.receive(JSON.parse(data) as FromServer);
    };
    opened.onclose = ({ code }) => {
      if (opened !== this.socket) return;
      if (code === SIGNED_OUT) expire(); // which may already have opened an anonymous connection
      if (opened !== this.socket) return;
      if (code === BANNED) this.stop();
      else this.lose();
    };
  };

  /** Connect, and reconnect when the account changes, the network returns or the server is silent. */
  start(): void {
    effect(() => {
      const now = account.value?.token ?? null;
      if (now === this.token) return;
      this.token = now;
      this.connect();
    });
    addEventListener("online", this.connect);
    addEventListener("offline", this.lose);
    setInterval(() => {
      const timeout = this.isReady() ? MISSED_BEATS * 1000 * this.beatSeconds : WELCOME_TIMEOUT_MS;
      if (this.socket && Date.now() - this.lastReceived > timeout) this.lose();
    }, 1000);
  }

  private isReady(): boolean {
    return this.current.peek().state === "ready";
  }

  private close(): void {
    clearTimeout(this.retryTimer);
    const old = this.socket;
    this.socket = null;
    old?.close();
  }

  /** Drop the socket without waiting for the closing handshake: the server may be unreachable. */
  private lose = (): void => {
    this.close();
    const reason = this.stopping ? "restarting" : "unreachable";
    const delay = Math.min(MAX_RETRY_SECONDS, 0.5 * 2 ** this.tries++);
    const milliseconds = 1000 * delay * (0.75 + Math.random() / 2);
    const retryAt = Date.now() + milliseconds;
    this.current.value = { state: "lost", reason, tries: this.tries, retryAt };
    this.retryTimer = setTimeout(this.connect, milliseconds);
  };

  /** Don't try again: the server does not accept connections from here. */
  private stop(): void {
    this.close();
    this.current.value = { state: "lost", reason: "banned", tries: ++this.tries, retryAt: null };
  }

  private receive(message: FromServer): void {
    if (message.type === "welcome") {
      this.beatSeconds = message.heartbeat_seconds;
      this.tries = 0;
      this.stopping = false;
      if (message.player) updatePlayer(message.player);
      if (message.token) {
        this.token = message.token; // this connection stays
        updateToken(message.token);
      }
      this.current.value = { state: "ready" };
      for (const work of [...this.readyListeners]) work();
    } else if (message.type === "heartbeat") {
      this.send({ type: "heartbeat_reply", number: message.number });
    } else if (message.type === "shutdown") {
      this.stopping = true;
      this.tries = Math.ceil(Math.log2(Math.max(1, message.reconnect_after)));
    } else if (message.type === "error" && message.code === "not_signed_in") {
      expire();
    }
    for (const listener of [...this.listeners]) listener(message);
  }
}
