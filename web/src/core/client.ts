// The core as the page sees it: requests that can be cancelled, answered by a worker that is
// started when it is needed, again when it dies, and dropped with its memory when it is idle.

import { usesWeights } from "./agents";
import { CoreError } from "./instance";
import type { FromWorker, ToWorker } from "./messages";
import { type Answers, encode, type Request } from "./request";

const IDLE_MS = 60_000; // before the memory is given back
const GRACE_MS = 300; // for a search that nobody waits for any more, before its worker is dropped
const EXTRA_MS = 5000; // beyond the time limit of a request: loading the core, a slow device
const MAX_SECONDS = 30; // for a request without a limit of its own
const ATTEMPTS = 2; // of a request whose worker dies

/** Where the core and the weights of learned evaluations are. */
export interface Places {
  core: { url: string; integrity: string } | null; // null: the page was built without it
  weights: { [game: string]: string };
}

interface Job {
  request: Request;
  attempts: number;
  isCancelled: boolean;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
}

export class CoreClient {
  /** Called when a worker died and another one is started. */
  onRestart: () => void = () => {};

  #startWorker: () => Worker;
  #places: Places;
  #worker: Worker | null = null;
  #queue: Job[] = [];
  #running: { id: number; job: Job } | null = null;
  #nextId = 1;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(startWorker: () => Worker, places: Places) {
    this.#startWorker = startWorker;
    this.#places = places;
  }

  /** Whether there is a core; without it, the server has to be asked. */
  get isAvailable(): boolean {
    return this.#places.core !== null && typeof WebAssembly === "object";
  }

  /** The answer. Rejects with CoreError, or with the signal's reason once that is aborted. */
  ask<R extends Request>(request: R, signal?: AbortSignal): Promise<Answers[R["kind"]]> {
    return new Promise<Answers[R["kind"]]>((resolve, reject) => {
      if (!this.isAvailable) return reject(new CoreError("unavailable"));
      if (signal?.aborted) return reject(signal.reason);
      const cancel = () => this.#cancel(job, signal?.reason);
      const settle = <T>(use: (value: T) => void) => {
        return (value: T) => {
          signal?.removeEventListener("abort", cancel);
          use(value);
        };
      };
      const job: Job = {
        request,
        attempts: 0,
        isCancelled: false,
        resolve: settle((answer) => resolve(answer as Answers[R["kind"]])),
        reject: settle(reject),
      };
      signal?.addEventListener("abort", cancel);
      this.#queue.push(job);
      this.#next();
    });
  }

  /** Drops the worker, and its memory. Requests that wait for it are rejected. */
  close(): void {
    const waiting = [...(this.#running ? [this.#running.job] : []), ...this.#queue];
    this.#queue = [];
    this.#drop();
    for (const job of waiting) job.reject(new CoreError("closed"));
  }

  #next(): void {
    if (this.#running) return;
    clearTimeout(this.#timer);
    const job = this.#queue.shift();
    if (!job) {
      this.#timer = setTimeout(() => this.#drop(), IDLE_MS);
      return;
    }
    job.attempts++;
    const id = this.#nextId++;
    this.#running = { id, job };
    const seconds = ("seconds" in job.request && job.request.seconds) || MAX_SECONDS;
    this.#timer = setTimeout(() => this.#fail("timeout"), seconds * 1000 + EXTRA_MS);
    try {
      this.#worker ??= this.#start();
      this.#worker.postMessage(this.#message(id, job.request));
    } catch (error) {
      this.#fail("internal", String(error));
    }
  }

  #message(id: number, request: Request): ToWorker {
    const url = usesWeights(request.kind) ? this.#places.weights[request.game] : undefined;
    const place = this.#places.core ?? { url: "", integrity: "" };
    const weights = url ? { weights: { game: request.game, url } } : {};
    return { id, place, request: encode(request), ...weights };
  }

  #start(): Worker {
    const worker = this.#startWorker();
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.id === this.#running?.id) this.#settle(data);
    };
    worker.onerror = (event) => {
      event.preventDefault?.();
      if (worker === this.#worker) this.#restart(event.message);
    };
    return worker;
  }

  #settle(data: FromWorker): void {
    const job = this.#running?.job;
    this.#running = null;
    if (job && !job.isCancelled) {
      if ("answer" in data) job.resolve(data.answer);
      else job.reject(new CoreError(data.error.code, data.error.message));
    }
    this.#next();
  }

  #cancel(job: Job, reason: unknown): void {
    job.isCancelled = true;
    this.#queue = this.#queue.filter((it) => it !== job);
    if (this.#running?.job === job) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#fail("cancelled"), GRACE_MS);
    }
    job.reject(reason);
  }

  /** Repeats the request in a new worker, if it can't be what the old one died of. */
  #restart(message: string): void {
    const job = this.#running?.job;
    if (!job || job.attempts >= ATTEMPTS || job.isCancelled) return this.#fail("died", message);
    this.#drop();
    this.#queue.unshift(job);
    this.onRestart();
    this.#next();
  }

  #fail(code: string, message = ""): void {
    const job = this.#running?.job;
    this.#drop();
    if (job && !job.isCancelled) job.reject(new CoreError(code, message));
    this.#next();
  }

  #drop(): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = null;
    this.#running = null;
  }
}
