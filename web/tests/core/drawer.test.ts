import { describe, expect, it } from "vitest";
import { Drawer } from "../../src/core/drawer";
import { CoreError } from "../../src/core/instance";
import { empty } from "../fixtures";

const change = { gone: [], cells: [], strokes: null, notes: null, caption: "" };
const step = (position: string) => ({ position, change: { ...change, caption: position } });

/** A core that answers every request with these steps. */
function drawerOf(steps: object[], asked: string[] = []) {
  const answer = (request: string) => {
    asked.push(request);
    if (request.includes("bad")) throw new CoreError("illegal_move");
    return { picture: empty(2, 1), position: "start", steps };
  };
  return new Drawer({ answer: answer as never });
}

const board = { game: "g", size: "2", moves: ["a", "b"], position: "after b" };

describe("a drawer", () => {
  it("plays the whole game once", () => {
    const asked: string[] = [];
    const drawer = drawerOf([step("after a"), step("after b")], asked);
    expect(drawer.draw(board)?.caption).toBe("after b");
    expect(asked).toEqual(["replay\ngame=g\nsize=2\nmoves=a b"]);
    expect(drawer.draw({ ...board, position: "elsewhere" })).toBeNull();
  });

  it("draws a move from the position before it", () => {
    const asked: string[] = [];
    const drawer = drawerOf([step("after c")], asked);
    expect(drawer.drawNext(board, empty(2, 1), "c", "after c")?.caption).toBe("after c");
    expect(asked).toEqual(["replay\ngame=g\nposition=after b\nmoves=c"]);
    expect(drawer.drawNext(board, empty(2, 1), "c", "elsewhere")).toBeNull();
    expect(drawer.drawNext(board, empty(2, 1), "bad", "after c")).toBeNull();
  });

  it("says whether the rules allow a move", () => {
    const drawer = drawerOf([step("after c")]);
    expect(drawer.allows(board, "c")).toBe(true);
    expect(drawer.allows(board, "bad")).toBe(false);
  });
});
