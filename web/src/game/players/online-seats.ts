// Who plays an online game, how far it is, and what was drawn at random.
import { isTurnOf, type LiveGame } from "../../net/live-game";
import type { Picture } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { seatName } from "../../texts/names";
import type { SeatView } from "./seats";
import type { RatingChange } from "./use-ratings";

const HOUR_SECONDS = 3600;

export function seatViews(
  game: LiveGame,
  ratings: readonly (number | null)[],
  scores: readonly string[] = [], // head-to-head
  changes: readonly (RatingChange | null)[] = [], // of the ratings
): SeatView[] {
  return game.seats.map((seat, n) => ({
    seat: n,
    name: seat.name,
    player: seat.player,
    agent: seat.agent,
    mark: game.marks[n],
    rating: ratings[n],
    change: changes[n],
    headToHead: scores[n],
    points: game.hasPoints && game.status !== "open" ? game.points[n] : null,
    you: n === game.you,
    out: game.seats.length > 2 && game.out.includes(n),
    turn: isTurnOf(game, n),
    hasClock: game.clock !== null && game.status !== "open",
    showsHours: (game.clock ?? 0) >= HOUR_SECONDS,
    waits: game.status === "playing" && !isTurnOf(game, n),
    until: isTurnOf(game, n) ? game.until : null,
    left: game.clocks[n] ?? nextTurn(game),
    away: game.status === "playing" && seat.away ? { until: seat.until } : null,
  }));
}

/** The seconds that a player who waits will have per move; with more than two there is no room. */
const nextTurn = (game: LiveGame) =>
  game.status === "playing" && game.increment === null && game.seats.length === 2
    ? game.clock
    : null;

/** The players above the board and below it: you are below, or else the first player. */
export function seatsAround(views: SeatView[], you: number | null): [SeatView[], SeatView[]] {
  if (views.length > 2) return [views, []];
  const below = you ?? 0;
  return [views.filter((it) => it.seat !== below), views.filter((it) => it.seat === below)];
}

/** The number of the move, and how many cells are empty; how many moves a finished game had. */
export function progressWords(game: LiveGame): string {
  const t = texts.value.game;
  if (game.outcome) return t.finished(game.moves.length);
  const parts = [
    t.moveNumber(game.moves.length + 1),
    game.picture && t.emptyCells(emptyCells(game.picture)),
  ];
  return parts.filter(Boolean).join(" · ");
}

export const emptyCells = ({ cells }: Picture): number =>
  cells.filter((it) => it.span === 1 && !it.mark && it.tint !== "shaded").length;

/** What was drawn at random: the size, and who starts. */
export function drawWords(game: LiveGame): string {
  const t = texts.value.game;
  const chosen = game.randomChoices;
  const sizes = chosen?.size_choices?.map((it) => t.sizeChoice(it.name, it.size)).join(", ");
  const first = chosen?.order?.[0];
  const agent = game.seats.find((it) => it.agent && it.agent === first);
  return [
    sizes && t.randomSize(sizes, chosen?.size ?? ""),
    first && t.randomOrder(seatName(agent ?? { name: first })),
  ]
    .filter(Boolean)
    .join(" ");
}
