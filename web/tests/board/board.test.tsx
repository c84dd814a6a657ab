import { cleanup, fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Board } from "../../src/board/board";
import { letter } from "../../src/board/letters";
import { cell, empty } from "../fixtures";

beforeEach(() => {
  letter.value = null;
});
afterEach(cleanup);

const at = (name: string) => screen.getByRole("gridcell", { name: new RegExp(`^${name}\\b`) });

describe("the board", () => {
  it("plays the only move of a cell by a click", () => {
    const play = vi.fn();
    render(<Board picture={empty(3, 3)} active onPlay={play} />);
    fireEvent.click(at("b2"));
    expect(play.mock.calls[0][0]).toEqual({ move: "b2", label: "X" });
  });

  it("asks which letter, and plays it", () => {
    const play = vi.fn();
    render(<Board picture={empty(3, 3, ["S", "O"])} active onPlay={play} />);
    fireEvent.click(at("c1"));
    fireEvent.click(screen.getByRole("button", { name: "O" }));
    expect(play.mock.calls[0][0].move).toBe("Oc1");
  });

  it("also asks if a pressed button doesn't get the focus, as in Safari", () => {
    const play = vi.fn();
    render(<Board picture={empty(3, 3, ["S", "O"])} active onPlay={play} />);
    fireEvent.click(at("c1"));
    const button = () => screen.getByRole("button", { name: "O" });
    const unfocused = fireEvent.mouseDown(button());
    if (unfocused) fireEvent.focusOut(document.activeElement as HTMLElement);
    fireEvent.click(button());
    expect(play).toHaveBeenCalledOnce();
  });

  it("writes the letter that was pressed before the click", () => {
    const play = vi.fn();
    render(<Board picture={empty(3, 3, ["S", "O"])} active onPlay={play} />);
    fireEvent.keyDown(document.body, { key: "s" });
    fireEvent.click(at("a1"));
    expect(play.mock.calls[0][0].move).toBe("Sa1");
  });

  it("writes a letter at the cell with keyboard focus", () => {
    const play = vi.fn();
    render(<Board picture={empty(3, 3, ["S", "O"])} active onPlay={play} />);
    at("a1").focus();
    fireEvent.keyDown(at("a1"), { key: "ArrowRight" });
    fireEvent.keyDown(at("b1"), { key: "ArrowDown" });
    expect(document.activeElement).toBe(at("b2"));
    fireEvent.keyDown(at("b2"), { key: "o" });
    expect(play.mock.calls.map(([tap]) => tap.move)).toEqual(["Ob2"]);
  });

  it("only chooses the letter while the pointer is used", () => {
    const play = vi.fn();
    render(<Board picture={empty(3, 3, ["S", "O"])} active onPlay={play} />);
    fireEvent.pointerDown(at("b2"));
    at("b2").focus();
    fireEvent.keyDown(at("b2"), { key: "o" });
    expect(play).not.toHaveBeenCalled();
    expect(letter.value).toBe("O");
  });

  it("does nothing out of turn, and says so", () => {
    const play = vi.fn();
    render(<Board picture={empty(3, 3)} onPlay={play} />);
    fireEvent.click(at("a1"));
    expect(play).not.toHaveBeenCalled();
    expect(at("a1").getAttribute("aria-disabled")).toBe("true");
  });

  it("has a single tab stop", () => {
    render(<Board picture={empty(3, 3)} active />);
    const stops = screen.getAllByRole("gridcell").filter((it) => it.tabIndex === 0);
    expect(stops).toHaveLength(1);
  });

  it("describes marks, the last move, closed cells and the pending move", () => {
    const picture = empty(3, 1);
    picture.cells[0] = cell("1", 0, 0, { mark: "X", owner: 0, last: true });
    picture.cells[1] = cell("2", 1, 0, { tint: "shaded" });
    render(<Board picture={picture} active pending={{ cell: "3", label: "O", owner: 1 }} />);
    const names = screen.getAllByRole("gridcell").map((it) => it.getAttribute("aria-label"));
    expect(names).toEqual(["1, X, last move", "2, blocked", "3, O, sending"]);
  });
});
