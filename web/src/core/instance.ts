// The compiled core, and how it is called.

/** What the core refuses, and why; the codes are the server's. */
export class CoreError extends Error {
  constructor(
    readonly code: string,
    message = "",
  ) {
    super(message);
  }
}

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  allocate(length: number): number;
  release(at: number): void;
  answer(at: number, length: number): number;
  answer_text(): number;
  set_weights(game: number, gameLength: number, content: number, length: number): void;
}

const NOT_THERE = 8; // "bad file descriptor" in WASI: there are no files

/** Answers requests; after an error with a new instance, because the old one isn't cleaned up. */
export class Core {
  #module: WebAssembly.Module;
  #exports: Exports | null = null;
  #weights = new Map<string, Uint8Array>();

  constructor(module: WebAssembly.Module) {
    this.#module = module;
  }

  /** The answer to an encoded request. Throws CoreError. */
  answer<T>(request: string): T {
    try {
      return this.#answer(request);
    } catch (error) {
      // What earlier requests left behind may be in the way: a new instance has all the memory.
      if (error instanceof CoreError && error.code === "memory") return this.#answer(request);
      throw error;
    }
  }

  #answer<T>(request: string): T {
    return JSON.parse(
      this.#call((core) => {
        const text = new TextEncoder().encode(request);
        const length = this.#with(text, (at) => core.answer(at, text.length));
        return this.#text(core.answer_text(), length);
      }),
    );
  }

  /** Gives a game's learned evaluation its weights. */
  setWeights(game: string, content: Uint8Array): void {
    this.#weights.set(game, content);
    if (this.#exports) this.#call(() => this.#sendWeights(game, content));
  }

  #call<T>(work: (core: Exports) => T): T {
    try {
      return work(this.#instance());
    } catch (error) {
      this.#exports = null;
      // A trap: out of memory, or a mistake in the core.
      throw error instanceof CoreError ? error : new CoreError("internal", String(error));
    }
  }

  #instance(): Exports {
    if (this.#exports) return this.#exports;
    const { exports } = new WebAssembly.Instance(this.#module, {
      host: { fail: this.#fail },
      wasi_snapshot_preview1: {
        clock_time_get: this.#writeTime,
        fd_close: () => NOT_THERE,
        fd_seek: () => NOT_THERE,
        fd_write: () => NOT_THERE,
      },
    });
    this.#exports = exports as unknown as Exports;
    this.#exports._initialize();
    for (const [game, content] of this.#weights) this.#sendWeights(game, content);
    return this.#exports;
  }

  #sendWeights(game: string, content: Uint8Array): void {
    const key = new TextEncoder().encode(game);
    this.#with(key, (name) =>
      this.#with(content, (at) => this.#exports?.set_weights(name, key.length, at, content.length)),
    );
  }

  /** Calls `use` with the place of a copy of these bytes. */
  #with<T>(bytes: Uint8Array, use: (at: number) => T): T {
    const core = this.#instance();
    const at = core.allocate(bytes.length);
    new Uint8Array(core.memory.buffer).set(bytes, at);
    const result = use(at);
    core.release(at);
    return result;
  }

  #text(at: number, length: number): string {
    const memory = this.#exports?.memory.buffer ?? new ArrayBuffer(0);
    return new TextDecoder().decode(new Uint8Array(memory, at, length));
  }

  #fail = (code: number, codeLength: number, text: number, textLength: number): never => {
    throw new CoreError(this.#text(code, codeLength), this.#text(text, textLength));
  };

  #writeTime = (_clock: number, _precision: bigint, at: number): number => {
    const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
    const memory = this.#exports?.memory.buffer ?? new ArrayBuffer(0);
    new DataView(memory).setBigUint64(at, nanoseconds, true);
    return 0;
  };
}
