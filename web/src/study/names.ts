// The players' names in a game, played or only analysed.

import type { SeatSummary } from "../net/protocol.gen";
import { texts } from "../texts";
import { seatName } from "../texts/names";
import type { Facts, Spot } from "./analysis/move-tree";

export type Names = readonly string[];

export function namesOf(facts: Facts, seats?: readonly SeatSummary[]): Names {
  const t = texts.value.study;
  return Array.from({ length: facts.players }, (_, n) => {
    if (seats?.[n]) return seatName(seats[n]);
    const name = t.player(n + 1);
    return facts.marks[n] ? t.marked(name, facts.marks[n]) : name;
  });
}

/** A move with who made it: "12. Ann: Sb3, +1 point". */
export function moveWords(spot: Spot, names: Names): string {
  const t = texts.value.study;
  if (!spot.parent) return t.start;
  const who = spot.player;
  if (who === null) return t.wentOut(names[Number(spot.move.slice(1)) - 1] ?? spot.move);
  const words = t.moved(spot.number, names[who], spot.move);
  const gained = spot.points[who] - spot.parent.points[who];
  return gained > 0 ? `${words}, ${t.scored(texts.value.table.points(gained))}` : words;
}
