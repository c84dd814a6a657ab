// An online game as the messages of the server describe it. Nothing here is shown or sent.
import { applyChange } from "../board/picture-change";
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
  until: number | null; // when a disconnected player must have reconnected, in ms
}

export interface LiveGame {
  id: string;
  seq: number;
  game: string;
  size: string;
  clock: number | null;
  increment: number | null; // null: the clock is per move
  rated: boolean;
  chat: boolean;
  marks: string[]; // of the players, in games where each has one
  hasPoints: boolean;
  you: number | null;
  moves: string[];
  position: string;
  seed: number | null; // of the computer's moves, if this device may compute them
  chatMessages: ChatMessage[];
  spectators: number;
  randomChoices: RandomChoices | null;
  picture: Picture | null;

  status: "open" | "playing" | "over";
  waiting: boolean; // for players who are away, until all are present for the first time
  seats: Seat[];
  toMove: number;
  points: number[];
  until: number | null; // when the clock of the player to move runs out, in ms
  clocks: (number | null)[]; // seconds on every clock, if players have a total time
  drawOffers: number[];
  takeback: number | null;
  rematch: number[];
  nextGame: string | null;
  out: number[]; // seats that left
  outcome: Outcome | null;
}

/** The live game that a state describes; `now` is in ms. */
export function liveGameOf(state: State, now: number): LiveGame {
  return {
    id: state.id,
    seq: state.seq,
    game: state.game,
    size: state.size,
    clock: state.clock,
    increment: state.increment ?? null,
    rated: state.rated,
    chat: state.chat,
    marks: state.marks,
    hasPoints: state.has_points,
    you: state.you,
    moves: state.moves,
    position: state.position,
    seed: state.seed ?? null,
    chatMessages: state.chat_messages ?? [],
    spectators: state.spectators ?? 0,
    randomChoices: state.random_choices ?? null,
    picture: state.picture ?? null,
    ...liveState(state, now),
  };
}

/** What draws boards here, so that the server needn't; see `core/drawer.ts`. */
export interface BoardDrawer {
  draw(board: LiveGame | State): Picture | null;
  drawNext(board: LiveGame, picture: Picture, entry: string, position: string): Picture | null;
  allows(board: LiveGame, move: string): boolean;
}

/** The live game after an event; null if something was missed, so that the state must be requested. */
export function liveGameAfter(
  game: LiveGame,
  event: EventMessage,
  now: number,
  drawer: BoardDrawer | null = null,
): LiveGame | null {
  const { kind, seat, text, entry } = event;
  const moves = [...game.moves.slice(0, event.moves - (entry ? 1 : 0)), ...(entry ? [entry] : [])];
  if (event.seq !== game.seq + 1 || moves.length !== event.moves) return null;
  const position = event.position || game.position;
  const picture = pictureAfter({ ...game, moves, position }, game, event, drawer);
  if (game.picture && !picture) return null;
  const isChat = kind === "chat" && text && seat != null;
  return {
    ...game,
    seq: event.seq,
    moves,
    position,
    picture,
    chatMessages: isChat ? [...game.chatMessages, { seat, text }] : game.chatMessages,
    ...liveState(event, now),
  };
}

function pictureAfter(
  now: LiveGame,
  before: LiveGame,
  { change, entry, position }: EventMessage,
  drawer: BoardDrawer | null,
): Picture | null {
  const { picture } = before;
  if (!position || !picture) return picture; // the board is the same
  if (change) return applyChange(picture, change);
  if (!drawer) return null;
  return entry ? drawer.drawNext(before, picture, entry, position) : drawer.draw(now);
}

/** The small state that every message about a game carries, with its countdowns as times. */
function liveState(message: State | EventMessage, now: number) {
  return {
    status: message.status,
    waiting: message.waiting ?? false,
    seats: message.seats.map((seat) => ({ ...seat, until: deadline(now, seat.reconnect_left) })),
    toMove: message.to_move,
    points: message.points,
    until: deadline(now, message.clock_left),
    clocks: message.clocks_left ?? [],
    drawOffers: message.draw_offers ?? [],
    takeback: message.takeback ?? null,
    rematch: message.rematch ?? [],
    nextGame: message.next_game ?? null,
    out: message.out ?? [],
    outcome: message.outcome ?? null,
  };
}

function deadline(now: number, seconds: number | null | undefined): number | null {
  return seconds == null ? null : now + 1000 * seconds;
}

/** Whether it is a seat's turn; nobody's while the game waits for everyone to be present. */
export const isTurnOf = (
  { status, waiting, toMove }: Pick<LiveGame, "status" | "waiting" | "toMove">,
  seat: number | null,
): boolean => status === "playing" && !waiting && toMove === seat;

/** The same after a message. */
export const isTurnIn = ({ status, waiting, to_move }: State | EventMessage, seat: number) =>
  status === "playing" && !waiting && to_move === seat;

/** Whether the clock waited for a player until now: for me, if I have just opened the page. */
export const hasJustStarted = ({ status, seq, moves, reconnect_seconds }: State): boolean =>
  status === "playing" && seq > 0 && moves.length === 0 && reconnect_seconds !== null;

/** How the game ended for this viewer. */
export type Result = "won" | "lost" | "draw" | "none" | "watched";

const WITHOUT_RESULT = ["aborted", "abandoned", "ended_by_admin", "unfinished"];

export function resultFor(outcome: Outcome, you: number | null): Result {
  if (WITHOUT_RESULT.includes(outcome.reason)) return "none";
  if (you === null) return outcome.winner == null ? "draw" : "watched";
  if (outcome.ranks[you] > 1) return "lost";
  return outcome.winner == null ? "draw" : "won";
}

/** What a listener is given: the open game before and after an event, or after a full state. */
export interface GameUpdate {
  before: LiveGame | null;
  now: LiveGame;
  event: EventMessage | null;
  state: State | null;
}
export type UpdateListener = (update: GameUpdate) => void;
