import { describe, expect, it, vi } from "vitest";
import { isLessonDue, markSeen, postpone } from "../../src/lesson/seen-lessons";

describe("a lesson", () => {
  it("is due once, in every game that has one", async () => {
    expect(isLessonDue("sos")).toBe(true);
    markSeen("sos");
    expect(isLessonDue("sos")).toBe(false);
    expect(isLessonDue("line")).toBe(true);
    expect(isLessonDue("fifth")).toBe(false);
    vi.resetModules();
    const reloaded = await import("../../src/lesson/seen-lessons");
    expect(reloaded.isLessonDue("sos")).toBe(false);
    expect(reloaded.isLessonDue("line")).toBe(true);
  });
  it("that can't be loaded is due again on the next visit", async () => {
    postpone("line");
    expect(isLessonDue("line")).toBe(false);
    vi.resetModules();
    const reloaded = await import("../../src/lesson/seen-lessons");
    expect(reloaded.isLessonDue("line")).toBe(true);
  });
});
