// Answers requests, a line of JSON each, with the compiled core, through the page's own modules.
// Usage: node host.mjs MODULES CORE, where MODULES are bundled from web/src/core.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [modules, place, weights] = process.argv.slice(2);
const { Core, encode, moveRequest } = await import(modules);
const core = new Core(new WebAssembly.Module(readFileSync(place)));
for (const [game, path] of Object.entries(JSON.parse(weights))) {
  core.setWeights(game, new Uint8Array(readFileSync(path)));
}

function answer({ agent, line, seed, position, request }) {
  const wanted = request ?? moveRequest(agent, line, seed, position);
  const before = process.cpuUsage();
  const answer = core.answer(encode(wanted));
  const { user, system } = process.cpuUsage(before);
  return { answer, seconds: (user + system) / 1e6 };
}

for await (const text of createInterface({ input: process.stdin })) {
  let reply;
  try {
    reply = answer(JSON.parse(text));
  } catch ({ code, message }) {
    reply = { error: { code: code ?? "host", message } };
  }
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
