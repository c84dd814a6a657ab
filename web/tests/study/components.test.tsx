import { fireEvent, render, screen } from "@testing-library/preact";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { Picture } from "../../src/net/protocol.gen";
import { Effort } from "../../src/study/analysis/effort";
import type { AnalysisWork, Found } from "../../src/study/analysis/use-analysis";
import { MoveList, rowsInSight } from "../../src/study/move-list";
import { worthWords } from "../../src/study/puzzles/puzzle-words";
import { svgFile } from "../../src/study/replay/svg-file";
import { Stepper, useStepKeys } from "../../src/study/stepper";

beforeAll(() => {
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});

describe("a picture as a file", () => {
  const picture: Picture = {
    game: "sos",
    size: "3x3",
    caption: "SOS <3x3>",
    width: 2,
    height: 1,
    cells: [
      {
        name: "a1",
        x: 0,
        y: 0,
        mark: "S",
        owner: null,
        tint: "",
        span: 1,
        last: true,
        taps: [],
        polygon: [],
      },
      {
        name: "b1",
        x: 1,
        y: 0,
        mark: "X",
        owner: 1,
        tint: "shaded",
        span: 1,
        last: false,
        taps: [],
        polygon: [],
      },
    ],
    strokes: [{ kind: "line", x1: 0, y1: 0, x2: 1, y2: 0, owner: 0 }],
    labels: [{ x: 0.5, y: -0.4, text: "a" }],
    notes: [],
  };

  test("contains its colours, so that it needs no stylesheet", () => {
    const file = svgFile(picture);
    expect(file).toContain('xmlns="http://www.w3.org/2000/svg"');
    expect(file).not.toContain("class=");
    expect(file).not.toContain("var(");
    expect(file).not.toContain("currentColor");
    for (const colour of ["#fdfaf3", "#2a2b2e", "#1f57b5", "#b9242f", "#ffdf6b"])
      expect(file).toContain(colour);
    expect(file).toContain("SOS &lt;3x3&gt;");
  });
});

describe("a list of moves", () => {
  test("renders only the visible rows", () => {
    const moves = Array.from({ length: 2000 }, (_, n) => ({
      number: n + 1,
      move: `S${n + 1}`,
      label: `${n + 1}. S${n + 1}`,
    }));
    const onJump = vi.fn();
    render(<MoveList moves={moves} current={0} onJump={onJump} label="Moves" />);
    const buttons = screen.getAllByRole("button");
    expect(buttons.length).toBeLessThan(60);
    expect(buttons[0].getAttribute("aria-current")).toBe("step");
    fireEvent.click(screen.getByRole("button", { name: "3. S3" }));
    expect(onJump).toHaveBeenCalledWith(3);
    expect(rowsInSight(0, 5)).toEqual([0, 5]);
    const [from, to] = rowsInSight(36000, 2000);
    expect(from).toBeLessThan(1000);
    expect(to).toBeGreaterThan(1008);
  });
});

describe("stepping", () => {
  function Stepping({ onStep, onPlay }: { onStep: (to: number) => void; onPlay: () => void }) {
    useStepKeys({ at: 5, last: 9, onStep, onPlay });
    return (
      <div>
        <input aria-label="typed" />
        <div role="grid">
          <button type="button">cell</button>
        </div>
        <Stepper at={5} last={9} onStep={onStep} words="five" />
      </div>
    );
  }

  test("works by keys, except in fields", () => {
    const [onStep, onPlay] = [vi.fn(), vi.fn()];
    render(<Stepping onStep={onStep} onPlay={onPlay} />);
    const press = (key: string, on: Element = document.body) => fireEvent.keyDown(on, { key });
    for (const key of ["ArrowLeft", "ArrowRight", "Home", "End", "."]) press(key);
    expect(onStep.mock.calls.flat()).toEqual([4, 6, 0, 9]);
    onStep.mockClear();
    press("ArrowLeft", screen.getByLabelText("typed"));
    press("ArrowLeft", screen.getByText("cell"));
    expect(onStep).not.toHaveBeenCalled();
    press(".", screen.getByText("cell"));
    press(",", screen.getByText("cell"));
    expect(onStep.mock.calls.flat()).toEqual([6, 4]);
    press(" ");
    press(" ", screen.getByText("cell"));
    expect(onPlay).toHaveBeenCalledTimes(1);
  });
});

test("an analysis says who computes, and what is too large for this device", () => {
  const found = { exact: false, seconds: 61, nodes: 2_000_000 } as Found["found"];
  const known: Found = { found, by: "device", isWorking: false, solver: "gave up" };
  const work = { isStopped: false, askServer: () => {} } as unknown as AnalysisWork;
  const { container, rerender } = render(<Effort known={known} work={work} />);
  expect(container.textContent).toMatch(/^Computed on this device · 61 s · 2,000,000 nodes/);
  expect(container.textContent).toMatch(/Too large to solve on this device\.$/);
  rerender(<Effort known={{ ...known, solver: "working", isWorking: true }} work={work} />);
  expect(container.textContent).toMatch(/looking deeper/);
  expect(container.textContent).not.toMatch(/Too large/);
});

test("the value of an answer is in points only in games with points", () => {
  expect(worthWords({ value: 1, second_value: -1 })).not.toMatch(/\d/);
  expect(worthWords({ value: 3, second_value: -1 })).toMatch(/3.*1/);
  expect(worthWords({ value: 0, second_value: -1 })).not.toBe(
    worthWords({ value: 1, second_value: 0 }),
  );
});
