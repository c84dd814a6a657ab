// A worker that answers when the test says so.
import type { FromWorker, ToWorker } from "../../src/core/messages";

export class FakeWorker {
  static all: FakeWorker[] = [];
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  received: ToWorker[] = [];
  isTerminated = false;

  constructor() {
    FakeWorker.all.push(this);
  }

  postMessage(message: ToWorker) {
    this.received.push(message);
  }

  terminate() {
    this.isTerminated = true;
  }

  /** Answers the last request. */
  answer(answer: unknown) {
    const id = this.received[this.received.length - 1].id;
    this.onmessage?.({ data: { id, answer } } as MessageEvent<FromWorker>);
  }

  fail(code: string, message: string) {
    const id = this.received[this.received.length - 1].id;
    this.onmessage?.({ data: { id, error: { code, message } } } as MessageEvent<FromWorker>);
  }

  die() {
    this.onerror?.({ message: "out of memory" } as ErrorEvent);
  }
}
