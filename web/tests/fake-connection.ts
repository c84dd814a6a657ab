// A connection without a server: it records what is sent, and receives what a test gives it.
import type { FromClient, FromServer } from "../src/net/protocol.gen";

export class FakeConnection {
  readonly sent: FromClient[] = [];
  readonly listeners = new Set<(message: FromServer) => void>();
  readonly readyListeners = new Set<() => void>();

  constructor(public isReady = true) {}

  send(message: FromClient): void {
    if (this.isReady) this.sent.push(message);
  }

  subscribe(listener: (message: FromServer) => void) {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  whenReady(work: () => void) {
    this.readyListeners.add(work);
    if (this.isReady) work();
    return () => void this.readyListeners.delete(work);
  }

  receive(message: FromServer): void {
    for (const it of [...this.listeners]) it(message);
  }

  reconnect(): void {
    this.isReady = true;
    for (const it of [...this.readyListeners]) it();
  }
}
