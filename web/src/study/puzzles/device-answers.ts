// Answers to puzzles that were given on this device without a server: counted here, and sent to
// the account when there is one.
import { account } from "../../net/account";
import { ApiError, fetchJson } from "../../net/api";
import type { PuzzleAnswer, PuzzleInfo, PuzzleProgress } from "../../net/protocol.gen";
import { loadStored, save } from "../../settings/storage";
import { dateOf, type Puzzles } from "./puzzle-file";

type PuzzleState = NonNullable<PuzzleInfo["state"]>;

/** The answers to one puzzle: on its day, or at any time as practice. */
export interface DeviceAnswer {
  id: string;
  day: number; // 0: practice
  state: "tried" | "solved" | "given_up";
  // That aren't sent yet, in order: the moves of the line up to the last one, or null to give up.
  moves: (string | null)[];
  first: boolean; // solved with the first answer
  at: number; // the number of the day
}

const NAME = "puzzle-answers";

export const deviceAnswers = (): DeviceAnswer[] => loadStored<DeviceAnswer[]>(NAME, []);

/** My progress with a puzzle; `day` is today's number if it is the puzzle of the day, else 0. */
export function stateOf(answers: readonly DeviceAnswer[], id: string, day: number): PuzzleState {
  const found = answers.filter((it) => it.id === id && (day === 0 || it.day === day));
  const best = (["solved", "given_up", "tried"] as const).find((state) =>
    found.some((it) => it.state === state),
  );
  return best ?? "new";
}

export const isSettled = (state: PuzzleState | null): boolean =>
  state === "solved" || state === "given_up";

/** Store an answer; final states don't change. */
export function recordAnswer(
  id: string,
  move: string | null,
  isRight: boolean,
  { day, today }: { day: number; today: number },
): PuzzleState {
  const all = deviceAnswers();
  const before = stateOf(all, id, day);
  if (isSettled(before)) return before;
  const state = move === null ? "given_up" : isRight ? "solved" : "tried";
  const known = all.find((it) => it.id === id && it.day === day);
  const isFirst = isRight && !all.some((it) => it.id === id);
  const next: DeviceAnswer = {
    ...{ id, day, state, at: today },
    moves: [...(known?.moves ?? []), move],
    first: isFirst,
  };
  save(NAME, [...all.filter((it) => it !== known), next]);
  return state;
}

/** Totals and streaks by the answers on this device. */
export function progressOf(
  answers: readonly DeviceAnswer[],
  puzzles: Puzzles,
  today: number,
): PuzzleProgress {
  const solved = new Set(answers.filter((it) => it.state === "solved").map((it) => it.id));
  const given = new Set(answers.filter((it) => it.state === "given_up").map((it) => it.id));
  const days = new Set(
    answers.filter((it) => it.state === "solved" && it.day > 0).map((it) => it.day),
  );
  return {
    solved: solved.size,
    first_try: answers.filter((it) => it.first).length,
    given_up: [...given].filter((it) => !solved.has(it)).length,
    ...streaks(days, today),
    today: days.has(today),
    grades: gradesOf(solved, puzzles),
  };
}

/** The current streak of days, which may end yesterday, and the longest. */
export function streaks(days: ReadonlySet<number>, today: number) {
  const runs = new Map<number, number>();
  for (const day of [...days].sort((a, b) => a - b)) runs.set(day, (runs.get(day - 1) ?? 0) + 1);
  return {
    streak: runs.get(today) ?? runs.get(today - 1) ?? 0,
    best_streak: Math.max(0, ...runs.values()),
  };
}

function gradesOf(solved: ReadonlySet<string>, puzzles: Puzzles): PuzzleProgress["grades"] {
  return [...puzzles].flatMap(([game, all]) =>
    [...new Set(all.map((it) => it.grade))].sort().map((grade) => {
      const there = all.filter((it) => it.grade === grade);
      const mine = there.filter((it) => solved.has(it.id));
      return { game, grade, solved: mine.length, total: there.length };
    }),
  );
}

const REFUSALS = ["not_found", "notation", "illegal_move"];

let sending: Promise<void> | null = null;

/** Send what the account doesn't know yet; what fails is sent another time. */
export function sendAnswers(): Promise<void> {
  sending ??= send().finally(() => {
    sending = null;
  });
  return sending;
}

async function send(): Promise<void> {
  if (!account.peek()) return;
  for (const { id, day } of deviceAnswers().filter((it) => it.moves.length)) {
    const find = (it: DeviceAnswer) => it.id === id && it.day === day;
    for (let it = deviceAnswers().find(find); it?.moves.length; it = deviceAnswers().find(find)) {
      const made = it.moves[0]?.split(" ") ?? [];
      const answer = { move: made.pop() ?? null, made, day: dateOf(it.at) };
      try {
        await fetchJson<PuzzleAnswer>("POST", `/api/puzzles/${id}/answers`, answer);
      } catch (error) {
        // What the server will never take is dropped: a puzzle that is gone, say.
        if (!(error instanceof ApiError) || !REFUSALS.includes(error.code)) return;
      }
      const sent = { ...it, moves: it.moves.slice(1) };
      save(
        NAME,
        deviceAnswers().map((other) => (find(other) ? sent : other)),
      );
    }
  }
}
