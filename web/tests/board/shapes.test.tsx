// Cells that are not squares, from the pictures that the Python tests draw as SVG and text.
import { cleanup, fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, describe, expect, it, vi } from "vitest";
import edges from "../../../tests/render/edges.json";
import hexagons from "../../../tests/render/hexagons.json";
import { Board } from "../../src/board/board";
import { Drawing } from "../../src/board/drawing/drawing";
import { hatch, outline } from "../../src/board/drawing/geometry";
import { boxOf, tapShape } from "../../src/board/drawing/polygon";
import type { Picture } from "../../src/net/protocol.gen";

const pictures = { hexagons, edges } as unknown as { [name: string]: Picture };

afterEach(cleanup);

const at = (name: string) => screen.getByRole("gridcell", { name: new RegExp(`^${name}\\b`) });
const cellOf = (picture: Picture, name: string) =>
  picture.cells.find((it) => it.name === name) as Picture["cells"][number];

describe("hexagons", () => {
  it("are tapped, inside their outline", () => {
    const play = vi.fn();
    render(<Board picture={pictures.hexagons} active onPlay={play} />);
    fireEvent.click(at("a3"));
    expect(play.mock.calls[0][0]).toEqual({ move: "a3", label: "O" });
    expect(tapShape(cellOf(pictures.hexagons, "a3"), 1)).toBe(
      "polygon(50% 0%, 100% 25%, 100% 75%, 50% 100%, 0% 75%, 0% 25%)",
    );
  });

  it("are reached by arrow keys across the rows that are shifted", () => {
    render(<Board picture={pictures.hexagons} active />);
    at("b1").focus();
    fireEvent.keyDown(at("b1"), { key: "ArrowLeft" });
    expect(document.activeElement).toBe(at("a1"));
    fireEvent.keyDown(at("a1"), { key: "ArrowDown" });
    expect(document.activeElement).toBe(at("a2"));
  });

  it("are drawn with their corners, marks, hatch and notes", () => {
    const { container } = render(<Drawing picture={pictures.hexagons} unit={48} />);
    const lines = container.querySelector(".cell-lines")?.getAttribute("d") ?? "";
    expect(lines.match(/z/g)).toHaveLength(6);
    expect(lines.startsWith("M24 0L48 12L48 36L24 48L0 36L0 12z")).toBe(true);
    expect(container.querySelectorAll(".mark")).toHaveLength(3);
    expect(container.querySelector(".fill.good")?.getAttribute("d")).toBe(
      outline(cellOf(pictures.hexagons, "b1")),
    );
    const across =
      hatch(cellOf(pictures.hexagons, "b2"))
        .match(/-?[\d.]+/g)
        ?.map(Number) ?? [];
    expect(across.length).toBeGreaterThan(12);
    expect(Math.min(...across.filter((_, n) => n % 2 === 0))).toBeGreaterThanOrEqual(72);
    expect(Math.max(...across.filter((_, n) => n % 2 === 0))).toBeLessThanOrEqual(120);
  });
});

describe("edges", () => {
  it("are tapped, and lie over the boxes they separate", () => {
    const play = vi.fn();
    render(<Board picture={pictures.edges} active onPlay={play} />);
    fireEvent.click(at("vc1"));
    fireEvent.click(at("hb2"));
    fireEvent.click(at("va1"));
    expect(play.mock.calls.map(([tap]) => tap.move)).toEqual(["vc1", "hb2"]);
    expect(boxOf(cellOf(pictures.edges, "vc1"))).toBe(1);
  });

  it("that are taken are whole lines, without gaps for marks", () => {
    const { container } = render(<Drawing picture={pictures.edges} unit={48} />);
    const drawn = [...container.querySelectorAll("path")].map((it) => it.getAttribute("d"));
    expect(drawn).toContain("M24 24L24 72");
  });
});
