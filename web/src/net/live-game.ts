// The state of an online game, and how each message changes it. Pure functions.
import { changed } from "../board/picture-change";
import type {
  ChatMessage,
  EventMessage,
  Outcome,
  Picture,
  RandomChoices,
  SeatSummary,
  State,
} from "./protocol.gen";

export interface Seat extends SeatSummary {
  until: number | null; // when a disconnected player must be back, in ms
}

export interface LiveGame {
  game: string;
  seq: number;
  status: "open" | "playing" | "over";
  key: string;
  size: string;
  clock: number | null;
  rated: boolean;
  chat: boolean;
  seats: Seat[];
  marks: string[]; // each player's mark, where it is fixed
  hasPoints: boolean;
  you: number | null;
  moves: string[];
  toMove: number;
  points: number[];
  until: number | null; // when the player to move runs out of time, in ms
  drawOffers: number[];
  takeback: number | null;
  rematch: number[];
  follows: string | null;
  outcome: Outcome | null;
  said: ChatMessage[];
  watchers: number;
  randomChoices: RandomChoices | null;
  out: number[]; // seats that left
  picture: Picture | null;
}

const LEAVING = ["resign", "timeout", "absence_timeout", "forfeit"];

/** The game that a state describes; `now` is in ms. */
export function liveGameOf(state: State, now: number): LiveGame {
  return {
    game: state.id,
    seq: state.seq,
    status: state.status,
    key: state.game,
    size: state.size,
    clock: state.clock,
    rated: state.rated,
    chat: state.chat,
    seats: state.seats.map((seat) => ({ ...seat, until: later(now, seat.reconnect_left) })),
    marks: state.marks,
    hasPoints: state.has_points,
    you: state.you,
    moves: state.moves,
    toMove: state.to_move,
    points: state.points,
    until: later(now, state.clock_left),
    drawOffers: state.draw_offers ?? [],
    takeback: state.takeback ?? null,
    rematch: state.rematch ?? [],
    follows: state.next_game ?? null,
    outcome: state.outcome ?? null,
    said: state.chat_messages ?? [],
    watchers: state.spectators ?? 0,
    randomChoices: state.random_choices ?? null,
    out: state.moves.flatMap((it) => (/^x\d+$/.test(it) ? [Number(it.slice(1)) - 1] : [])),
    picture: state.picture ?? null,
  };
}

function later(now: number, seconds: number | null | undefined): number | null {
  return seconds == null ? null : now + 1000 * seconds;
}

/** The game after an event; null if an event was missed and the state must be requested. */
export function liveGameAfter(table: LiveGame, news: EventMessage, now: number): LiveGame | null {
  if (news.seq !== table.seq + 1) return null;
  if (news.position && table.picture && !news.change) return null;
  const { kind, text = "" } = news;
  const seat = news.seat ?? null;
  const moves = movesAfter(table, news);
  if (moves.length !== news.moves) return null;
  return {
    ...table,
    seq: news.seq,
    toMove: news.to_move,
    points: news.points,
    moves,
    until: later(now, news.clock_left),
    picture: table.picture && news.change ? changed(table.picture, news.change) : table.picture,
    drawOffers: offersAfter(table, news),
    takeback:
      news.position || kind === "decline_takeback"
        ? null
        : kind === "takeback"
          ? seat
          : table.takeback,
    rematch:
      kind === "rematch" && seat !== null
        ? [...table.rematch, seat]
        : kind === "decline_rematch"
          ? []
          : table.rematch,
    follows: kind === "next_game" ? text : table.follows,
    out: seat !== null && LEAVING.includes(kind) ? [...table.out, seat] : table.out,
    said: kind === "chat" && text && seat !== null ? [...table.said, { seat, text }] : table.said,
    seats: table.seats.map((it, n) => seatAfter(it, n, news, now)),
    ...(news.outcome && { status: "over" as const, outcome: news.outcome, until: null }),
  };
}

/** The moves after an event: a player leaving a game of three or more is an entry, too. */
function movesAfter(
  { moves }: LiveGame,
  { kind, seat, text = "", moves: count }: EventMessage,
): string[] {
  if (kind === "move") return [...moves, text];
  const left = seat != null && LEAVING.includes(kind) && count > moves.length;
  return left ? [...moves, `x${seat + 1}`] : moves.slice(0, count);
}

function offersAfter(table: LiveGame, { kind, seat, position }: EventMessage): number[] {
  const offers = table.drawOffers;
  if (kind === "draw" && seat != null) return [...new Set([...offers, seat])];
  if (kind === "move") return seat != null && offers.includes(seat) ? offers : [];
  return kind === "decline_draw" || LEAVING.includes(kind) || position ? [] : offers;
}

function seatAfter(seat: Seat, number: number, news: EventMessage, now: number): Seat {
  if (number !== news.seat) return seat;
  if (news.kind === "reconnected") return { ...seat, reconnect_left: null, until: null };
  if (news.kind === "disconnected")
    return {
      ...seat,
      reconnect_left: news.reconnect_left ?? null,
      until: later(now, news.reconnect_left),
    };
  return seat;
}

/** The result from the viewer's side. */
export type Verdict = "won" | "lost" | "draw" | "none" | "watched";

export function verdict(outcome: Outcome, you: number | null): Verdict {
  if (["aborted", "abandoned", "unfinished"].includes(outcome.reason)) return "none";
  if (you === null) return outcome.winner == null ? "draw" : "watched";
  if (outcome.ranks[you] > 1) return "lost";
  return outcome.winner == null ? "draw" : "won";
}
