// What happens in a game, in words: whose turn it is, the last event, how it ended.
import { type GameUpdate, isTurnOf, type LiveGame, resultFor } from "../net/live-game";
import type { EventMessage, Outcome } from "../net/protocol.gen";
import { texts } from "../texts";
import { seatName } from "../texts/names";
import { announce } from "../ui/announce";

/** Whose turn it is, in a few words. */
export function turnWords(game: LiveGame): string {
  const t = texts.value.game;
  if (game.status === "open") return t.waiting;
  if (game.outcome) return "";
  if (game.waiting) return t.waitingFor(awaitedNames(game));
  if (isTurnOf(game, game.you)) return t.yourTurn;
  const seat = game.seats[game.toMove];
  return seat.agent ? t.thinking(seatName(seat)) : t.turnOf(seatName(seat));
}

/** The other players who are away. */
const awaitedNames = ({ seats, you }: LiveGame): string =>
  seats
    .filter((it, n) => it.away && n !== you)
    .map(seatName)
    .join(texts.value.end.and);

/** How it ended: the result in capitals, and why. */
export function endWords(
  outcome: Outcome,
  seats: readonly { name: string; agent?: string | null }[],
  you: number | null,
): [string, string] {
  const t = texts.value.end;
  const shared = outcome.winner == null && seats.length > 2;
  const reason = shared && outcome.reason === "full" ? "points" : outcome.reason;
  const why = t.reasons[reason] ?? reason;
  switch (resultFor(outcome, you)) {
    case "none":
      return [t.none, why];
    case "won":
      return [t.won, why];
    case "watched":
      return [t.wonBy(seatName(seats[outcome.winner ?? 0])), why];
    case "lost":
      return [t.lost, shared ? t.shared(why, winnersOf(outcome, seats)) : why];
    case "draw":
      return [t.draw, shared ? t.shared(why, winnersOf(outcome, seats)) : why];
  }
}

function winnersOf(
  outcome: Outcome,
  seats: readonly { name: string; agent?: string | null }[],
): string {
  const best = seats.filter((_, n) => outcome.ranks[n] === 1).map(seatName);
  return best.join(texts.value.end.and);
}

/** An event as one line for screen readers; empty if there is nothing to announce. */
export function eventWords(before: LiveGame, now: LiveGame, event: EventMessage): string {
  const t = texts.value;
  const mine = event.seat != null && event.seat === now.you;
  const who = event.seat == null ? "" : mine ? t.game.youName : seatName(now.seats[event.seat]);
  const what = (mine && t.eventsOfYou[event.kind]) || t.events[event.kind];
  const parts: string[] = [];
  if (event.kind === "move") parts.push(t.game.moved(who, event.text ?? ""));
  else if (what) parts.push(t.game.happened(who, what));
  else if (!event.outcome) return "";
  if (event.kind === "move" && event.seat != null) {
    const gained = now.points[event.seat] - before.points[event.seat];
    if (gained > 0) parts.push(`+${t.game.points(gained)}.`);
  }
  if (event.outcome) parts.push(`${endWords(event.outcome, now.seats, now.you).join(", ")}.`);
  else if (before.waiting && !now.waiting) parts.push(`${turnWords(now)}.`);
  else if (event.position) {
    const again = event.kind === "move" && event.seat === now.toMove && now.toMove === now.you;
    parts.push(`${again ? t.game.yourTurnAgain : turnWords(now)}.`);
  }
  return parts.join(" ");
}

/** Announce an event, or what a full state has brought since the last one. */
export function announceUpdate({ before, now, event, state }: GameUpdate): void {
  if (event && before) {
    const words = eventWords(before, now, event);
    if (words) announce(words);
  } else if (state && before && now.moves.length > before.moves.length) {
    const moves = now.moves.slice(before.moves.length).join(" ");
    announce(`${texts.value.game.meanwhile(moves)} ${statusWords(now)}`);
  } else if (state && before?.status !== now.status) {
    announce(statusWords(now));
  }
}

/** Whose turn it is, or how the game ended. */
const statusWords = (game: LiveGame) =>
  game.outcome ? endWords(game.outcome, game.seats, game.you).join(", ") : turnWords(game);
