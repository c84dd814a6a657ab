// A fake server for tests of pages: its responses by method and path.
import { vi } from "vitest";

type Answer = unknown | (() => unknown);

/** Set the responses; any other request fails. Functions are called, and may throw. */
export function serve(answers: { [asked: string]: Answer }) {
  return vi.spyOn(globalThis, "fetch").mockImplementation(async (path, how) => {
    const asked = `${how?.method ?? "GET"} ${path}`;
    if (!(asked in answers)) throw new TypeError(`no response for ${asked}`);
    const it = answers[asked];
    return Response.json(typeof it === "function" ? await it() : it);
  });
}
