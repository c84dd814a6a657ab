// Titles, sizes and terms of games, for lists and menus.

import { partsOf } from "../lobby/new-game/size";
import type { GameSummary } from "../net/protocol.gen";
import { texts } from ".";
import { duration } from "./duration";
import { gameTitle, seatName } from "./names";

/** 5×5, 3 players, simple: the first S-O-S wins. */
export function sizeWords(size: string): string {
  const t = texts.value;
  const { board, players, variants } = partsOf(size);
  const parts = [
    board.replace(/(\d)x(?=\d)/g, "$1×"),
    players > 2 && t.start.countOfPlayers(players),
    ...variants.map((it) => t.start.variants[it] ?? it),
  ];
  return parts.filter(Boolean).join(", ");
}

export function namesOf(card: GameSummary): string {
  const t = texts.value.start;
  const name = (seat: GameSummary["seats"][number]) =>
    seat.player || seat.agent ? seatName(seat) : t.free;
  return card.seats.map(name).join(t.versus);
}

export function titleOf({ game, size }: { game: string; size?: string | null }): string {
  return size ? `${gameTitle(game)} ${sizeWords(size)}` : gameTitle(game);
}

export function termsOf({ clock, rated }: Pick<GameSummary, "clock" | "rated">): string {
  const t = texts.value.game;
  const time = clock === null ? t.noLimit : t.aMove(duration(clock));
  return `${rated ? t.rated : t.casual} · ${time}`;
}
