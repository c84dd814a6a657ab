import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { EventKind } from "../../src/net/protocol.gen";
import { en } from "../../src/texts/en";
import { tr } from "../../src/texts/tr";

type Kind = string; // "string", "function of 2", "list of 3"
type Words = Map<string, { kind: Kind; words: string }>;

/** All texts by their path; functions are called, so that their texts count too. */
function textsIn(it: unknown, path = ""): Words {
  if (path === ".remarks") return new Map(); // remarks.test.tsx listens to these
  if (typeof it === "string") return new Map([[path, { kind: "string", words: it }]]);
  if (typeof it === "function") {
    const given = Array.from({ length: it.length }, (_, n) => n + 2);
    return new Map([[path, { kind: `function of ${it.length}`, words: it(...given) }]]);
  }
  const within = Object.entries(it as object).map(([key, value]) =>
    textsIn(value, `${path}.${key}`),
  );
  return new Map(within.flatMap((words) => [...words]));
}

const protocol = readFileSync("../docs/reference/protocol.md", "utf-8");
const errorTable = protocol.split("<!-- errors:")[1].split("<!-- end of errors -->")[0];
const errorCodes = [...errorTable.matchAll(/^\| `(\w+)`/gm)].map(([, code]) => code);
const requests = [...protocol.matchAll(/`([A-Z]+ \/api\/[^`?]*)/g)].map(([, request]) => request);

const english = textsIn(en);
const turkish = textsIn(tr);

// Only names, signs and abbreviations are the same in both languages.
const ALIKE = new Set([
  ".title",
  ".nav.arena",
  ".games.sos.title",
  ".player.kinds.bot",
  ".arena.title",
  ".arena.bot",
  ".arena.elo",
  ".replay.speeds.normal",
  ".analysis.numberColumn",
]);
const LETTERS = /\p{L}{2,}/u; // what has none is a sign or a pattern such as "1. 2: 3"

// Texts that only one language needs.
const OWN = /^\.(board\.labels|eventsOfYou)\./;

describe("Turkish", () => {
  it("has everything that English has, and nothing else", () => {
    const kinds = (of: Words) =>
      Object.fromEntries(
        [...of].filter(([path]) => !OWN.test(path)).map(([p, { kind }]) => [p, kind]),
      );
    expect(kinds(turkish)).toEqual(kinds(english));
  });

  it("is Turkish throughout", () => {
    const same = [...turkish]
      .filter(([path, { words }]) => !ALIKE.has(path) && words === english.get(path)?.words)
      .filter(([, { words }]) => LETTERS.test(words));
    expect(same).toEqual([]);
  });

  it("appends no suffix to a parameter", () => {
    const given = /\d['’]?\p{L}/u; // given are numbers here
    const joined = [...turkish].filter(([, it]) => it.kind !== "string" && given.test(it.words));
    expect(joined).toEqual([]);
  });
});

describe.each([
  ["English", english],
  ["Turkish", turkish],
])("%s", (_, words) => {
  it("has no empty text", () => {
    const empty = [...words].filter(([path, it]) => !it.words.trim() && path !== NO_GRADE);
    expect(empty).toEqual([]);
  });

  it("has a text for every error code", () => {
    expect(errorCodes.length).toBeGreaterThan(10);
    expect(errorCodes.filter((code) => !words.has(`.errors.${code}`))).toEqual([]);
  });

  it("words errors of requests and codes that there are", () => {
    const worded = [...words.keys()].filter((path) => path.startsWith(".errorsOf."));
    const known = worded.filter((path) => {
      const [, request, code] = /^\.errorsOf\.(.+)\.(\w+)$/.exec(path) ?? [];
      return requests.includes(request) && errorCodes.includes(code);
    });
    expect(worded.length).toBeGreaterThan(10);
    expect(known).toEqual(worded);
  });

  it("has a text for every event that is shown as text", () => {
    const others: string[] = ["move", "chat", "abandoned", "ended_by_admin", "next_game"];
    const kinds = Object.values(EventKind).filter((kind) => !others.includes(kind));
    expect(kinds.filter((kind) => !words.has(`.events.${kind}`))).toEqual([]);
  });
});

const NO_GRADE = ".puzzles.grades.0"; // grades begin at one
