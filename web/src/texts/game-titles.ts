// Titles, sizes and terms of games, for lists and menus.

import { partsOf } from "../lobby/new-game/size";
import { catalogue } from "../net/catalogue";
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

const MAX_NAMES = 3;

export function namesOf(card: GameSummary): string {
  const t = texts.value.start;
  const name = (seat: GameSummary["seats"][number]) =>
    seat.player || seat.agent ? seatName(seat) : t.free;
  const names = card.seats.map(name);
  const more = names.length - MAX_NAMES;
  return more > 0
    ? t.andMore(names.slice(0, MAX_NAMES).join(t.versus), more)
    : names.join(t.versus);
}

/** A game and its board, unless there is only one. */
export function titleOf({ game, size }: { game: string; size?: string | null }): string {
  const sizes = catalogue.value.games.find((it) => it.key === game)?.common_sizes;
  const isOnly = sizes?.length === 1 && sizes[0] === size;
  return size && !isOnly ? `${gameTitle(game)} ${sizeWords(size)}` : gameTitle(game);
}

type Terms = Pick<GameSummary, "clock" | "increment" | "rated">;

export function termsOf({ clock, increment, rated }: Terms): string {
  const t = texts.value.game;
  return `${rated ? t.rated : t.casual} · ${clockWords(clock, increment)}`;
}

/** A time per move in words, or total minutes and increment as in 5+3. */
export function clockWords(clock: number | null, increment: number | null): string {
  const t = texts.value.game;
  if (clock === null) return t.noLimit;
  return increment === null ? t.aMove(duration(clock)) : `${clock / 60}+${increment}`;
}
