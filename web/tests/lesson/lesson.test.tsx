import { cleanup, fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import Lesson from "../../src/lesson/lesson";
import { boardBefore, games, lessonOf, targetOf } from "../../src/lesson/lesson-data";
import { en } from "../../src/texts/en";
import { tr } from "../../src/texts/tr";

describe.each([
  ["en", en.lesson],
  ["tr", tr.lesson],
])("the words of lessons in %s", (_, words) => {
  it("are a sentence per move of the visitor, and one for the end", () => {
    expect(Object.keys(words.games)).toEqual(games);
    for (const game of games) {
      const mine = lessonOf(game)?.steps.filter((it) => it.isMine) ?? [];
      expect([game, words.games[game].length]).toEqual([game, mine.length + 1]);
    }
  });
});

describe("the lesson of a game", () => {
  it.each(games)("begins with the visitor, who can make all of their moves: %s", (game) => {
    const steps = lessonOf(game)?.steps ?? [];
    expect(steps[0].isMine).toBe(true);
    expect(steps.at(-1)?.isMine).toBe(true);
    for (const step of steps.filter((it) => it.isMine)) {
      const { cell, letter } = targetOf(step);
      const marked = boardBefore(step).cells.find((it) => it.name === cell);
      expect(marked?.tint).toBe("open");
      expect(step.move).toBe(letter + cell);
    }
  });
  it("is missing for a game newer than this page", () => {
    expect(lessonOf("fifth")).toBeNull();
    expect(render(<Lesson game="fifth" />).container.textContent).toBe("");
  });
});

describe("the lesson on the page", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });
  const at = (name: string) => screen.getByRole("gridcell", { name: new RegExp(`^${name}\\b`) });
  const words = en.lesson.games.obstruction;

  it("waits for the right move, answers it, and ends", async () => {
    const done = vi.fn();
    render(<Lesson game="obstruction" onDone={done} />);
    expect(screen.getByText(words[0])).toBeTruthy();
    fireEvent.click(at("a1"));
    expect(screen.getByText(en.lesson.playThere("c2"))).toBeTruthy();
    fireEvent.click(at("c2"));
    expect(screen.getByText(en.lesson.reply)).toBeTruthy();
    expect(at("e2").getAttribute("aria-disabled")).toBe("true");
    await vi.runAllTimersAsync();
    expect(screen.getByText(words[1])).toBeTruthy();
    expect(done).not.toHaveBeenCalled();
    fireEvent.click(at("e2"));
    await vi.runAllTimersAsync();
    expect(screen.getByText(words[2])).toBeTruthy();
    expect(done).toHaveBeenCalledOnce();
  });
});
