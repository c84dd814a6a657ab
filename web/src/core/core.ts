// The clients of the core on this page, with the files of this build. Most need only `core`.
import { CoreClient } from "./client";

declare const __CORE_INTEGRITY__: string;

// Empty if the page was built without the core.
const built = import.meta.glob<string>("./build/quire.wasm", {
  query: "?url",
  import: "default",
  eager: true,
});
const weights = import.meta.glob<string>("../../../src/quire/engine/weights/*.bin", {
  query: "?url",
  import: "default",
  eager: true,
});

const [url] = Object.values(built);
const gameOf = (path: string) => path.replace(/.*\/|\.bin$/g, "");

/** Where the core is; null if the page was built without it. */
export const place = url ? { url, integrity: __CORE_INTEGRITY__ } : null;

/** Another client, with a separate worker. */
export const newCore = () =>
  new CoreClient(
    () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "core" }),
    {
      core: place,
      weights: Object.fromEntries(
        Object.entries(weights).map(([path, file]) => [gameOf(path), file]),
      ),
    },
  );

export const core = newCore();
