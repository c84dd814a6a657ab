// My games on this connection: the one on the table, and those that I sit at while I look elsewhere.
import { batch, computed, signal } from "@preact/signals";
import { account } from "./account";
import { ask, Refused, wordsFor } from "./api";
import { listen, send, whenReady } from "./connection";
import type { Act, Cell, FromServer, GameCard, Kind, News, State, Tap } from "./protocol.gen";
import { problem } from "./speech";
import { type Table, tableAfter, tableOf } from "./table";

export interface PendingMove {
  act: Act;
  cell: string;
  label: string;
  owner: number | null;
}

/** The game that is looked at; null while it is not known yet. */
export const table = signal<Table | null>(null);
/** The move that was made here and is not stored yet. */
export const pending = signal<PendingMove | null>(null);
/** Why the game cannot be shown. */
export const missing = signal<string | null>(null);
/** Games that I sit at, with whether it is my turn. */
export const held = signal<ReadonlyMap<string, boolean>>(new Map());
export const myTurns = computed(() => [...held.value].filter(([, mine]) => mine).map(([id]) => id));

type Hearing = (news: {
  before: Table | null;
  now: Table;
  event: News | null;
  state: State | null;
}) => void;
const hearings = new Set<Hearing>();
let looked: string | null = null;

/** Hears whatever happens at the table that is looked at. */
export function atTable(hearing: Hearing): () => void {
  hearings.add(hearing);
  return () => hearings.delete(hearing);
}

/** Sits down at a game, or watches it; the returned function leaves, but keeps one's own seat. */
export function look(game: string): () => void {
  looked = game;
  batch(() => {
    table.value = null;
    pending.value = null;
    missing.value = null;
  });
  watch();
  return () => {
    if (looked !== game) return;
    if (!held.peek().has(game)) send({ type: "unwatch", game });
    looked = null;
    table.value = null;
  };
}

export function watch(): void {
  if (looked)
    send({ type: "watch", game: looked, since: table.peek()?.seq ?? null, picture: true });
}

/** Sits down at games of one's own while one looks elsewhere; they need no pictures. */
export function attend(games: Iterable<string>): void {
  for (const game of games) if (game !== looked) send({ type: "watch", game });
}

/** Makes a move: it shows as pending at once, and is said again until it is stored. */
export function play(tap: Tap, cell: Cell): void {
  const now = table.peek();
  // Whoever clicks twice before the page shows it makes one move.
  if (!now || now.you === null || pending.peek()) return;
  const act: Act = {
    type: "act",
    game: now.game,
    id: newId(),
    kind: "move",
    seq: now.seq,
    text: tap.move,
  };
  // A letter is nobody's; a mark that only this player makes is the player's own.
  const own = cell.taps.length === 1 ? now.you : null;
  pending.value = { act, cell: cell.name, label: tap.label, owner: own };
  problem.value = "";
  send(act);
}

/** What was said and not answered yet, besides the move: with the line lost, it is said again. */
const unanswered = new Map<string, Act>();

export function act(kind: Kind, text = ""): void {
  const now = table.peek();
  if (!now) return;
  problem.value = "";
  const it: Act = { type: "act", game: now.game, id: newId(), kind, text };
  unanswered.set(it.id, it);
  send(it);
}

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((it) => it.toString(16).padStart(2, "0")).join("");
}

function hold(game: string, mine: boolean | null): void {
  if ((held.peek().get(game) ?? null) === mine) return;
  const games = new Map(held.peek());
  if (mine === null) games.delete(game);
  else games.set(game, mine);
  held.value = games;
}

function show(now: Table, event: News | null, state: State | null): void {
  const before = table.peek();
  table.value = now;
  for (const hearing of [...hearings]) hearing({ before, now, event, state });
}

function hearState(state: State): void {
  const sits = state.you !== null && state.status !== "over";
  hold(state.game, sits ? state.status === "playing" && state.to_move === state.you : null);
  if (state.game !== looked) return;
  if (!state.picture) return; // it was asked for before one looked; the one with a picture comes
  const waits = pending.peek();
  const stored = state.missed?.some((it) => it.id === waits?.act.id);
  if (waits && (waits.act.game !== looked || stored)) pending.value = null;
  for (const { id } of state.missed ?? []) unanswered.delete(id ?? "");
  show(tableOf(state, Date.now()), null, state);
  // An id is done once, however often it is said.
  for (const it of unanswered.values()) if (it.game === looked) send(it);
  if (pending.peek()) send(pending.peek()?.act as Act);
}

function hearEvent(news: News): void {
  const mine = held.peek().get(news.game);
  if (news.outcome) hold(news.game, null);
  else if (mine !== undefined && news.game !== looked) seatOf(news);
  if (news.game !== looked || !table.peek()) return;
  const before = table.peek() as Table;
  if (news.seq <= before.seq) return;
  const next = tableAfter(before, news, Date.now());
  if (next === null) return watch();
  if (news.id && news.id === pending.peek()?.act.id) pending.value = null;
  if (mine !== undefined && !news.outcome) hold(news.game, next.toMove === next.you);
  show(next, news, null);
}

const seats = new Map<string, number>(); // mine, by game

function seatOf(news: News): void {
  const seat = seats.get(news.game);
  if (seat !== undefined) hold(news.game, news.to_move === seat);
}

function hear(message: FromServer): void {
  if ("id" in message && message.id) unanswered.delete(message.id);
  switch (message.type) {
    case "state":
      if (message.you !== null) seats.set(message.game, message.you);
      return hearState(message);
    case "event":
      return hearEvent(message);
    case "ack":
      if (message.id === pending.peek()?.act.id) {
        pending.value = null;
        watch();
      }
      return;
    case "beat":
      if (looked && (message.games?.[looked] ?? 0) > (table.peek()?.seq ?? 0)) watch();
      return;
    case "watchers": {
      const now = table.peek();
      if (now && message.game === now.game) table.value = { ...now, watchers: message.count };
      return;
    }
    case "error": {
      if (message.id && message.id === pending.peek()?.act.id) pending.value = null;
      const why = wordsFor(new Refused(message.code, message.message));
      const gone = message.code === "not_found" && message.game; // given up before it began
      if (gone) hold(gone, null);
      if (message.game === looked && (gone || !table.peek())) missing.value = why;
      else if (!gone && message.code !== "not_signed_in") problem.value = why;
    }
  }
}

export function start(): void {
  listen(hear);
  whenReady(() => {
    watch();
    const others = new Set(held.peek().keys());
    const sit = () => attend(others);
    if (!account.peek()) return;
    // Whoever is here is at all of their games, whichever page they look at.
    ask<GameCard[]>("GET", "/api/me/games").then((games) => {
      for (const { id, status } of games) if (status === "playing") others.add(id);
      sit();
    }, sit);
  });
  let player = account.peek()?.player.id;
  account.subscribe((it) => {
    if (it?.player.id === player) return;
    player = it?.player.id;
    held.value = new Map();
    unanswered.clear();
  });
}
