// Moves grouped for a list: one row per round, one run of moves per turn.
import type { LoggedMove } from "./move-log";

export interface Run {
  seat: number | null;
  first: number; // number of its first move, from 1
  moves: LoggedMove[];
}

/** The runs of moves that one player made in a row. */
export function runsOf(log: readonly LoggedMove[]): Run[] {
  const runs: Run[] = [];
  log.forEach((it, n) => {
    const last = runs.at(-1);
    if (last && it.seat !== null && last.seat === it.seat) last.moves.push(it);
    else runs.push({ seat: it.seat, first: n + 1, moves: [it] });
  });
  return runs;
}

/** The runs of each round: a new one begins when a player has had a turn already. */
export function roundsOf(log: readonly LoggedMove[]): Run[][] {
  const rounds: Run[][] = [];
  for (const run of runsOf(log)) {
    const round = rounds.at(-1);
    const seats = round?.map((it) => it.seat ?? -1) ?? [];
    if (!round || run.seat === null || Math.max(...seats) >= run.seat) rounds.push([run]);
    else round.push(run);
  }
  return rounds;
}
