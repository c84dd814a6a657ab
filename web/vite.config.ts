import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { build, type Plugin } from "vite";
import { defineConfig } from "vitest/config";

const OUT = "../src/quire/server/static"; // where `quire serve` looks for the page
const CORE = resolve(import.meta.dirname, "src/core/build/quire.wasm"); // if it could be built

export default defineConfig({
  base: "/",
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the server's policy allows no inline scripts or styles
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: chunkOf, debugName: "index" }] } },
    },
  },
  define: { __CORE_INTEGRITY__: JSON.stringify(existsSync(CORE) ? integrity(CORE) : "") },
  // Files find each other from where they are, so that a site can be anywhere; the page itself is
  // served at many paths, and `quire export` writes it with relative addresses.
  experimental: {
    renderBuiltUrl: (_, { hostType }) => (hostType === "html" ? undefined : { relative: true }),
  },
  plugins: [serviceWorker()],
  server: {
    fs: { allow: [".", "../src/quire/engine/weights"] }, // weights come from the package
    proxy: {
      "/api": "http://127.0.0.1:8080",
      "/docs": "http://127.0.0.1:8080",
      "/socket": { target: "http://127.0.0.1:8080", ws: true },
    },
  },
  test: {
    environment: "happy-dom",
    pool: "threads",
    isolate: false,
    setupFiles: ["tests/fresh-page.ts"],
    unstubGlobals: true,
    include: ["tests/**/*.test.{ts,tsx}"],
    coverage: {
      include: ["src/**"],
      exclude: ["**/*.gen.*"],
      reportsDirectory: "../build/coverage/web",
    },
  },
});

/** What the browser checks before it runs the file. */
function integrity(path: string): string {
  return `sha384-${createHash("sha384").update(readFileSync(path)).digest("base64")}`;
}

interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

/** Everything that each visit loads is one file: it compresses better than a dozen. */
function chunkOf(id: string, graph: ModuleGraph): string | null {
  const loaded = new Set([resolve(import.meta.dirname, "src/main.tsx")]);
  for (const it of loaded) {
    for (const imported of graph.getModuleInfo(it)?.importedIds ?? []) loaded.add(imported);
  }
  return loaded.has(id) ? "index" : null;
}

/** Builds sw.js last: it holds the names of all other files, and changes with what is in them. */
function serviceWorker(): Plugin {
  return {
    name: "quire-service-worker",
    apply: "build",
    async closeBundle() {
      const out = resolve(import.meta.dirname, OUT);
      const names = readdirSync(out, { recursive: true, withFileTypes: true })
        .filter((it) => it.isFile() && it.name !== "sw.js" && !/\.(map|txt)$/.test(it.name))
        .map((it) => relative(out, join(it.parentPath, it.name)).split(sep).join("/"))
        .sort();
      const hash = createHash("sha256");
      for (const name of names) hash.update(name).update(readFileSync(join(out, name)));
      await build({
        configFile: false,
        logLevel: "warn",
        publicDir: false,
        define: {
          __FILES__: JSON.stringify(names.map((it) => (it === "index.html" ? "" : it))),
          __BUILD__: JSON.stringify(hash.digest("hex").slice(0, 12)),
        },
        build: {
          outDir: out,
          emptyOutDir: false,
          target: "es2022",
          modulePreload: false,
          rollupOptions: {
            input: resolve(import.meta.dirname, "src/app/offline/service-worker.ts"),
            output: { format: "iife", entryFileNames: "sw.js" },
          },
        },
      });
    },
  };
}
