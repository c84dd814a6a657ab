import { cleanup, render, screen } from "@testing-library/preact";
import { afterEach, describe, expect, it } from "vitest";
import type { Remark } from "../../src/net/protocol.gen";
import { Remarks } from "../../src/study/analysis/remarks";
import { texts } from "../../src/texts";
import { en } from "../../src/texts/en";
import { tr } from "../../src/texts/tr";
import kinds from "./remarks.gen.json";

afterEach(() => {
  cleanup();
  texts.value = en;
});

// One remark of each kind that the server sends.
const remarks = Object.entries(kinds as unknown as { [game: string]: Remark[] }).flatMap(
  ([game, them]) => them.map((it) => ({ game, it })),
);
const ENGLISH =
  /\b(the|an?|of|and|more|by|move|player|wins?|loses?|region|value|squares|top|left)\b/i;

describe("Turkish", () => {
  it.each(remarks)("has words for $game: $it.text", ({ game, it }) => {
    const words = tr.remarks[game]?.[it.topic]?.(it) ?? "";
    expect(words).toMatch(/\.$/);
    expect(words).not.toMatch(ENGLISH);
    expect(words).not.toMatch(/undefined|NaN|\d['’]?\p{L}{2}/u);
    // All moves, cells and numbers that the English tells, and no others.
    const english = it.text.replace(/player (\d) loses/, (_, n) => `player ${3 - n} wins`);
    const numbers = (text: string) => new Set(text.match(/\w*\d\w*(?:[:-]\w+)*/g));
    expect(numbers(words)).toEqual(numbers(english));
  });

  it("has no text for any other remark", () => {
    const topics = (of: { [game: string]: { [topic: string]: unknown } }) =>
      Object.entries(of).flatMap(([game, them]) => Object.keys(them).map((it) => `${game} ${it}`));
    const known = new Set(remarks.map(({ game, it }) => `${game} ${it.topic}`));
    expect(new Set(topics(tr.remarks))).toEqual(known);
  });
});

describe("remarks", () => {
  const talk: Remark[] = [
    { topic: "wins", text: "S3 completes S-O-S and wins at once.", items: ["S3"], facts: {} },
    { topic: "unheard_of", text: "Something new.", items: [], facts: {} },
  ];
  const shown = () =>
    screen.getAllByRole("listitem").map((it) => [it.textContent, it.getAttribute("lang")]);

  it("are the server's text in English", () => {
    render(<Remarks game="line" remarks={talk} />);
    expect(shown()).toEqual(talk.map((it) => [it.text, "en"]));
  });

  it("are translated to Turkish, except those without a translation", () => {
    texts.value = tr;
    render(<Remarks game="line" remarks={talk} />);
    const [first, second] = shown();
    expect(first).toEqual(["S-O-S tamamlayıp hemen kazandıran hamleler: S3.", null]);
    expect(second).toEqual(["Something new.", "en"]);
    cleanup();
    render(<Remarks game="fifth" remarks={talk} />);
    expect(shown()).toEqual(talk.map((it) => [it.text, "en"]));
  });
});
