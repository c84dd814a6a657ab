// Messages between the page and the worker.

export interface ToWorker {
  id: number;
  place: { url: string; integrity: string }; // of the compiled core
  request: string;
  weights?: { game: string; url: string };
}

export type FromWorker = { id: number; answer: unknown } | { id: number; error: CoreFailure };

export interface CoreFailure {
  code: string;
  message: string;
}
