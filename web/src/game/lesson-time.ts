// When a game can wait for a lesson: nobody does, and no clock runs.
import { isLessonDue } from "../lesson/seen-lessons";
import type { LiveGame } from "../net/live-game";

/** Whether the visitor should have the lesson before this game: it has just begun, against computers. */
export function hasTimeForLesson(game: LiveGame): boolean {
  const isUntimed = game.status === "playing" && game.clock === null;
  const isAlone = game.you !== null && game.seats.every((it, n) => n === game.you || it.agent);
  const hasJustBegun = game.moves.length < game.seats.length;
  return isUntimed && isAlone && hasJustBegun && isLessonDue(game.game);
}
