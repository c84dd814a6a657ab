// The moves of a live game with who made each, and the points it made.
import { useEffect, useRef, useState } from "preact/hooks";
import { fetchJson } from "../../net/api";
import type { LiveGame } from "../../net/live-game";
import type { GameReplay, Replay } from "../../net/protocol.gen";

export interface LoggedMove {
  move: string;
  seat: number | null; // null where a player left, or until it is known
  points: number; // made by this move
}

type Known = Pick<LiveGame, "moves" | "toMove" | "points">;

/** The log after one more move or after a takeback; null if more has happened. */
export function nextLog(
  log: readonly LoggedMove[],
  before: Known,
  now: Known,
): readonly LoggedMove[] | null {
  if (now.moves.length <= log.length) {
    const kept = log.slice(0, now.moves.length);
    return kept.every((it, n) => it.move === now.moves[n]) ? kept : null;
  }
  const isNext = now.moves.length === log.length + 1 && before.moves.length === log.length;
  if (!isNext) return null;
  const move = now.moves[log.length];
  if (isDeparture(move)) return [...log, { move, seat: null, points: 0 }];
  const seat = before.toMove;
  return [...log, { move, seat, points: Math.max(0, now.points[seat] - before.points[seat]) }];
}

/** A record has `x2` where player 2 left. */
export const isDeparture = (move: string) => /^x\d+$/.test(move);

export function logOf(replay: Pick<Replay, "to_move" | "points" | "steps">): LoggedMove[] {
  let before: { to_move: number; points: number[] } = replay;
  return replay.steps.map((step) => {
    const seat = isDeparture(step.move) ? null : before.to_move;
    const points = seat === null ? 0 : Math.max(0, step.points[seat] - before.points[seat]);
    before = step;
    return { move: step.move, seat, points };
  });
}

/** The log of a game that is followed; the moves made before are asked for once. */
export function useMoveLog(game: LiveGame): readonly LoggedMove[] {
  const [log, setLog] = useState<readonly LoggedMove[]>([]);
  const last = useRef<{ log: readonly LoggedMove[]; game: Known }>({ log: [], game });
  useEffect(() => {
    let wanted = true;
    const show = (next: readonly LoggedMove[]) => {
      last.current = { log: next, game };
      setLog(next);
    };
    const next = nextLog(last.current.log, last.current.game, game);
    if (next) show(next);
    else
      fetchJson<GameReplay>("GET", `/api/games/${game.id}/replay`).then(
        ({ replay }) => wanted && show(logOf(replay).slice(0, game.moves.length)),
        () => wanted && show(game.moves.map((move) => ({ move, seat: null, points: 0 }))),
      );
    return () => {
      wanted = false;
    };
  }, [game.moves]);
  return log;
}
