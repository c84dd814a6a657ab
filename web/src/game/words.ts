// What is said about a table: whose turn it is, what happened, how it ended.
import { catalogue } from "../net/catalogue";
import { type LiveGame, verdict } from "../net/live-game";
import type { EventMessage, Outcome } from "../net/protocol.gen";
import { texts } from "../texts";

export function agentName(agent: string): string {
  const [name, options] = agent.split(":");
  const known = texts.value.agents[name]?.name ?? name;
  return options ? `${known} (${options})` : known;
}

export function seatName(seat: { name: string; agent?: string | null }): string {
  return seat.agent ? agentName(seat.agent) : seat.name || texts.value.table.free;
}

/** In the visitor's language; the server's own words for a game that has none here. */
export function gameTitle(key: string): string {
  const facts = catalogue.value.games.find((it) => it.key === key);
  return texts.value.games[key]?.title ?? facts?.title ?? key;
}

/** Whose turn it is, in a few words. */
export function turnWords(table: LiveGame): string {
  const t = texts.value.table;
  if (table.status === "open") return t.waiting;
  if (table.outcome) return "";
  if (table.toMove === table.you) return t.yourTurn;
  const seat = table.seats[table.toMove];
  return seat.agent ? t.thinking(seatName(seat)) : t.turnOf(seatName(seat));
}

/** How it ended: the verdict in capitals, and why. */
export function endWords(
  outcome: Outcome,
  seats: readonly { name: string; agent?: string | null }[],
  you: number | null,
): [string, string] {
  const t = texts.value.end;
  const shared = outcome.winner == null && seats.length > 2;
  const reason = shared && outcome.reason === "full" ? "points" : outcome.reason;
  const why = t.reasons[reason] ?? reason;
  switch (verdict(outcome, you)) {
    case "none":
      return [t.none, why];
    case "won":
      return [t.won, why];
    case "watched":
      return [t.wonBy(seatName(seats[outcome.winner ?? 0])), why];
    case "lost":
      return [t.lost, shared ? t.shared(why, bestOf(outcome, seats)) : why];
    case "draw":
      return [t.draw, shared ? t.shared(why, bestOf(outcome, seats)) : why];
  }
}

function bestOf(
  outcome: Outcome,
  seats: readonly { name: string; agent?: string | null }[],
): string {
  const best = seats.filter((_, n) => outcome.ranks[n] === 1).map(seatName);
  return best.join(texts.value.end.and);
}

/** One spoken line about an event; empty if there is nothing to say. */
export function eventWords(before: LiveGame, now: LiveGame, event: EventMessage): string {
  const t = texts.value;
  const mine = event.seat != null && event.seat === now.you;
  const who = event.seat == null ? "" : mine ? t.table.youName : seatName(now.seats[event.seat]);
  const told = (mine && t.toldOfYou[event.kind]) || t.told[event.kind];
  const parts: string[] = [];
  if (event.kind === "move") parts.push(t.table.moved(who, event.text ?? ""));
  else if (told) parts.push(t.table.happened(who, told));
  else if (!event.outcome) return "";
  if (event.kind === "move" && event.seat != null) {
    const gained = now.points[event.seat] - before.points[event.seat];
    if (gained > 0) parts.push(`+${t.table.points(gained)}.`);
  }
  if (event.outcome) parts.push(`${endWords(event.outcome, now.seats, now.you).join(", ")}.`);
  else if (event.position) {
    const again = event.kind === "move" && event.seat === now.toMove && now.toMove === now.you;
    parts.push(`${again ? t.table.yourTurnAgain : turnWords(now)}.`);
  }
  return parts.join(" ");
}
