// The worker in which the core runs: one request at a time, answered in order.
import { type Core, CoreError } from "./instance";
import { fetched, loadCore } from "./load";
import type { FromWorker, ToWorker } from "./messages";

let loading: Promise<Core> | null = null;
const weighed = new Set<string>(); // the games whose weights are there

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  const { id, place, request, weights } = data;
  const reply = (message: FromWorker) => self.postMessage(message);
  try {
    loading ??= loadCore(place);
    const core = await loading;
    if (weights && !weighed.has(weights.game)) {
      const content = await read(await fetched(weights.url));
      core.setWeights(weights.game, new Uint8Array(content));
      weighed.add(weights.game);
    }
    reply({ id, answer: core.answer(request) });
  } catch (error) {
    const { code, message } = error as CoreError;
    reply({ id, error: { code: code ?? "internal", message } });
    loading?.catch(() => {
      loading = null; // the next request tries again
    });
  }
};

const read = (response: Response) =>
  response.arrayBuffer().catch(() => {
    throw new CoreError("network");
  });
