import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { core } from "../../src/core/core";
import { CoreError } from "../../src/core/instance";
import { replayOf } from "../../src/core/replay";
import { ApiError, fetchJson } from "../../src/net/api";

vi.mock("../../src/net/api", async (original) => ({
  ...(await original<typeof import("../../src/net/api")>()),
  fetchJson: vi.fn(async () => "the server's"),
}));

const LINE = { game: "sos", size: "3x3:simple", moves: ["Sa1"] };
const answer = (size: string) => ({ game: "sos", size, steps: [] }) as never;

beforeEach(() => {
  vi.mocked(fetchJson).mockClear();
  vi.spyOn(core, "isAvailable", "get").mockReturnValue(true);
});
afterEach(() => vi.restoreAllMocks());

describe("a line's replay", () => {
  it("is computed on this device, with what the profile says about the game", async () => {
    const ask = vi.spyOn(core, "ask").mockImplementation(async (it) => answer(it.size ?? ""));
    expect(await replayOf(LINE)).toMatchObject({
      size: "3x3:simple",
      has_points: false,
      marks: [],
    });
    expect(await replayOf({ game: "sos" })).toMatchObject({ size: "8x8", has_points: true });
    expect(ask.mock.calls[0][0]).toEqual({ kind: "replay", ...LINE });
    expect(fetchJson).not.toHaveBeenCalled();
  });

  it("comes from the server if there is no core, or it fails", async () => {
    vi.spyOn(core, "ask").mockRejectedValue(new CoreError("died"));
    expect(await replayOf(LINE)).toBe("the server's");
    vi.spyOn(core, "isAvailable", "get").mockReturnValue(false);
    expect(await replayOf(LINE)).toBe("the server's");
    expect(fetchJson).toHaveBeenCalledTimes(2);
    expect(core.ask).toHaveBeenCalledTimes(1);
  });

  it("comes from the server for a game that the core doesn't know", async () => {
    const ask = vi.spyOn(core, "ask");
    await replayOf({ game: "chess" });
    expect(ask).not.toHaveBeenCalled();
    expect(fetchJson).toHaveBeenCalledWith("POST", "/api/replay", { game: "chess" });
  });

  it("is refused with the code that the server would send", async () => {
    vi.spyOn(core, "ask").mockRejectedValue(new CoreError("illegal_move", "a1 is taken"));
    const error = await replayOf(LINE).catch((it) => it);
    expect(error).toBeInstanceOf(ApiError);
    expect(error.code).toBe("illegal_move");
    expect(fetchJson).not.toHaveBeenCalled();
  });
});
