import { cleanup, fireEvent, render, screen } from "@testing-library/preact";
import type { ComponentChildren } from "preact";
import { LocationProvider, Route, Router } from "preact-iso";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { GameReplay, PuzzleInfo } from "../../src/net/protocol.gen";
import Analysis from "../../src/study/analysis/analysis-page";
import Puzzles from "../../src/study/puzzles/puzzles-page";
import ReplayPage from "../../src/study/replay/replay-page";
import { announcement, errorMessage } from "../../src/ui/announce";
import { focusContent } from "../../src/ui/focus";
import { serve } from "../fake-server";
import { replay } from "../fixtures";

beforeEach(() => {
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  errorMessage.value = "";
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  localStorage.clear();
});

const game: GameReplay = {
  id: "g1",
  status: "playing",
  seats: [
    { name: "Ann", player: "a", agent: null, away: false, reconnect_left: null },
    { name: "Ben", player: "b", agent: null, away: false, reconnect_left: null },
  ],
  outcome: null,
  started: null,
  clock: null,
  increment: null,
  rated: false,
  seconds: [],
  replay: replay(),
};

function show(page: ComponentChildren, at = "/") {
  history.replaceState(null, "", at);
  return render(
    <LocationProvider>
      <main id="content" tabIndex={-1}>
        {page}
      </main>
    </LocationProvider>,
  );
}

describe("a replay", () => {
  it("reports a failed copy", async () => {
    serve({ "GET /api/games/g1/replay": game, "GET /api/games/g1/record": { game: "sos" } });
    const copying = vi.fn().mockRejectedValue(new Error("not allowed"));
    vi.stubGlobal("navigator", {
      ...navigator,
      languages: ["en"],
      clipboard: { writeText: copying },
    });
    show(<ReplayPage id="g1" />);
    const button = await screen.findByRole("button", { name: "Copy game record (JSON)" });
    fireEvent.click(button);
    await expect.poll(() => errorMessage.value).toContain("blocked copying");
    expect(button.textContent).toBe("Copy game record (JSON)");
    copying.mockResolvedValue(undefined);
    fireEvent.click(button);
    await expect.poll(() => button.textContent).toBe("Copy game record (JSON)✓");
    vi.unstubAllGlobals();
  });

  it("stays when new moves can't be loaded", async () => {
    serve({ "GET /api/games/g1/replay": game });
    show(<ReplayPage id="g1" />);
    const button = await screen.findByRole("button", { name: "Check for new moves" });
    serve({});
    fireEvent.click(button);
    await expect
      .poll(() => errorMessage.value)
      .toBe("Can't reach the server. Check your connection.");
    expect(screen.getByRole("grid")).toBeTruthy();
  });

  it("that failed to load is requested again", async () => {
    serve({});
    show(<ReplayPage id="g1" />);
    const again = await screen.findByRole("button", { name: "Try now" });
    serve({ "GET /api/games/g1/replay": game });
    fireEvent.click(again);
    expect(await screen.findByRole("grid")).toBeTruthy();
  });
});

describe("the analysis", () => {
  it("sets up the same board repeatedly, and moves on it", async () => {
    serve({ "POST /api/replay": replay() });
    show(<Analysis />, "/analysis?game=sos&size=3x3");
    await screen.findByRole("grid");
    expect(document.activeElement).toBe(document.body);
    for (let n = 1; n <= 3; n++) {
      const before = screen.getByRole("grid");
      const button = screen.getByRole("button", { name: "Open" });
      button.focus();
      announcement.value = "";
      fireEvent.click(button);
      await expect.poll(() => screen.queryByRole("grid") ?? before).not.toBe(before);
      expect(document.activeElement?.id).toBe("content");
      expect(announcement.value.trim()).toBe("SOS 3x3. Start");
    }
  });
});

describe("puzzles", () => {
  const puzzle = (id: string): PuzzleInfo => ({
    id,
    game: "sos",
    size: "3x3",
    grade: 1,
    goal: "win",
    to_move: 0,
    position: replay().position,
    picture: replay().picture,
    day: null,
    state: "new",
    moves: 2,
    line: null,
  });

  it("say how many moves there are to find", async () => {
    serve({ "GET /api/puzzles/p1": puzzle("p1") });
    show(
      <Router>{[<Route key="puzzles" path="/puzzles/:id?" component={Puzzles} />]}</Router>,
      "/puzzles/p1",
    );
    const words = await screen.findAllByText(/Find the 2 moves that win, one after the other\./);
    expect(words).not.toHaveLength(0);
  });

  it("follow one another without losing the focus", async () => {
    serve({
      "GET /api/puzzles/p1": puzzle("p1"),
      "GET /api/puzzles/p2": puzzle("p2"),
      "GET /api/puzzles?game=sos": puzzle("p2"),
    });
    show(
      <Router onRouteChange={focusContent}>
        {[<Route key="puzzles" path="/puzzles/:id?" component={Puzzles} />]}
      </Router>,
      "/puzzles/p1",
    );
    const button = await screen.findByRole("button", { name: "Next puzzle" });
    button.focus();
    fireEvent.click(button);
    await expect.poll(() => location.pathname).toBe("/puzzles/p2");
    await expect.poll(() => document.activeElement?.id).toBe("content");
    await screen.findByRole("grid");
    expect(document.activeElement?.id).toBe("content");
  });
});
