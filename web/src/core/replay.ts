// Lines of moves to step through: computed on this device, or by the server if that can't be done.
import { ApiError, fetchJson } from "../net/api";
import type { Line, Replay } from "../net/protocol.gen";
import { profileOf } from "./agents";
import { core } from "./core";
import { CoreError } from "./instance";

const REFUSALS = ["notation", "illegal_move"]; // the server would say the same

/** The line's replay. Rejects with ApiError. */
export async function replayOf(line: Line): Promise<Replay> {
  const profile = profileOf(line.game);
  if (core.isAvailable && profile) {
    const size = line.size ?? profile.default_size; // a position has its own
    try {
      const replay = await core.ask({ kind: "replay", ...line, size });
      return { ...replay, marks: profile.marks, has_points: hasPoints(replay.game, replay.size) };
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
      if (REFUSALS.includes(error.code)) throw new ApiError(error.code, error.message);
    }
  }
  return fetchJson<Replay>("POST", "/api/replay", line);
}

/** Whether points are scored on a board of this size: a word in it, such as `simple`, decides. */
function hasPoints(game: string, size: string): boolean {
  const variant = size.split(":").find((part) => /^[a-z]+$/.test(part)) ?? "";
  return profileOf(game)?.has_points[variant] ?? false;
}
