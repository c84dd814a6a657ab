// Which lessons the visitor has seen, or has no time for; stored in this browser.
import { signal } from "@preact/signals";
import { loadStored, save } from "../settings/storage";
import { texts } from "../texts";

const STORAGE_KEY = "lessons";

const seen = signal<readonly string[]>(loadStored<string[]>(STORAGE_KEY, []));
const postponed = signal<readonly string[]>([]); // until the page is loaded again

/** Whether the game has a lesson: words, then; the boards load on demand. */
export const hasLesson = (game: string) => Object.hasOwn(texts.value.lesson.games, game);

/** Whether the visitor should be shown the lesson of a game. */
export const isLessonDue = (game: string) =>
  hasLesson(game) && !seen.value.includes(game) && !postponed.value.includes(game);

export function markSeen(game: string): void {
  if (seen.peek().includes(game)) return;
  seen.value = [...seen.peek(), game];
  save(STORAGE_KEY, seen.peek());
}

/** Skip the lesson until the page is loaded again: it can't be fetched. */
export function postpone(game: string): void {
  postponed.value = [...postponed.peek(), game];
}
