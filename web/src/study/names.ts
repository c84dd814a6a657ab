// The players' names in a game, played or only analysed.

import type { SeatSummary } from "../net/protocol.gen";
import { texts } from "../texts";
import { seatName } from "../texts/names";
import type { Facts, TreeNode } from "./analysis/move-tree";

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
export function moveWords(node: TreeNode, names: Names): string {
  const t = texts.value.study;
  if (!node.parent) return t.start;
  const who = node.player;
  if (who === null) return t.wentOut(names[Number(node.move.slice(1)) - 1] ?? node.move);
  const words = t.moved(node.number, names[who], node.move);
  const gained = node.points[who] - node.parent.points[who];
  return gained > 0 ? `${words}, ${t.scored(texts.value.game.points(gained))}` : words;
}
