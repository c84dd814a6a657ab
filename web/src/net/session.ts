// My games on this connection: the one on the table, and those that I sit at while I look elsewhere.
import { batch, computed, type Signal, signal } from "@preact/signals";
import { type Pending, pendingOf } from "../board/drawing";
import { recall, remember } from "../settings/storage";
import { problem } from "../ui/announce";
import { account } from "./account";
import { ask, Refused, wordsFor } from "./api";
import { listen, send, whenReady } from "./connection";
import { type Table, tableAfter, tableOf } from "./live-game";
import type { Act, Cell, FromServer, GameCard, Kind, News, State, Tap } from "./protocol.gen";

export interface PendingMove extends Pending {
  act: Act;
}

const AGAIN = 2000; // ms after which a game is asked for again that the server could not give

const looked = signal<string | null>(null);
/** The game that is looked at; null while it is not known yet. */
export const table = signal<Table | null>(null);
/** Why the game cannot be shown. */
export const missing = signal<string | null>(null);

/** Moves that were made here and are not stored yet, by game. */
const moves = signal<ReadonlyMap<string, PendingMove>>(new Map());
/** The one at the table that is looked at. */
export const pending = computed(() => moves.value.get(looked.value ?? "") ?? null);

/** Games that I sit at, with whether it is my turn. */
export const held = signal<ReadonlyMap<string, boolean>>(new Map());
export const myTurns = computed(() => [...held.value].filter(([, mine]) => mine).map(([id]) => id));
/** Those of them that have begun while I looked elsewhere, until I look. */
export const begun = signal<ReadonlyMap<string, true>>(new Map());

type Hearing = (news: {
  before: Table | null;
  now: Table;
  event: News | null;
  state: State | null;
}) => void;
const hearings = new Set<Hearing>();

/** Hears whatever happens at the table that is looked at. */
export function atTable(hearing: Hearing): () => void {
  hearings.add(hearing);
  return () => hearings.delete(hearing);
}

/** Sits down at a game, or watches it; the returned function leaves, but keeps one's own seat. */
export function look(game: string): () => void {
  batch(() => {
    looked.value = game;
    table.value = null;
    missing.value = null;
    put(begun, game, null);
  });
  watch();
  return () => {
    if (looked.peek() !== game) return;
    looked.value = null;
    table.value = null;
    unwatch(game);
  };
}

/** Follows a game no longer, unless there is a reason left to. */
function unwatch(game: string): void {
  const wanted = game === looked.peek() || held.peek().has(game) || awaited.has(game);
  if (!wanted) send({ type: "unwatch", game });
}

export function watch(): void {
  const game = looked.peek();
  if (game) send({ type: "watch", game, since: table.peek()?.seq ?? null, picture: true });
}

/** Sits down at games of one's own while one looks elsewhere; they need no pictures. */
export function attend(games: Iterable<string>): void {
  for (const game of games) if (game !== looked.peek()) send({ type: "watch", game });
}

// --- what is said ---

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
  put(moves, now.game, { act, ...pendingOf(tap, cell, now.you) });
  problem.value = "";
  send(act);
}

/** What was said and not answered yet, besides moves, by id. */
const unanswered = new Map<string, Act>();

export function act(kind: Kind, text = ""): void {
  const now = table.peek();
  if (!now) return;
  problem.value = "";
  const it: Act = { type: "act", game: now.game, id: newId(), kind, text };
  unanswered.set(it.id, it);
  if (kind === "rematch") awaitNext(now.game, true);
  send(it);
}

/** An id is done once, however often it is said: with the line lost, all of it is said again. */
function sayAgain(): void {
  const acts = [...unanswered.values(), ...[...moves.peek().values()].map((it) => it.act)];
  attend(new Set(acts.map((it) => it.game))); // who does not follow a game hears nothing of it
  for (const it of acts) send(it);
}

function answered(id: string): void {
  unanswered.delete(id);
  for (const [game, it] of moves.peek()) if (it.act.id === id) put(moves, game, null);
}

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((it) => it.toString(16).padStart(2, "0")).join("");
}

// --- what I wait for ---

/** Games of mine that have not begun yet. */
const expected = new Set<string>();
/** Finished games after which I have asked for another, which may begin wherever I look. */
const awaited = new Set<string>(recall<string[]>("rematches", []));
const MOST_AWAITED = 8; // the wish itself stays, however long ago the other one has left

function awaitNext(game: string, wanted: boolean): void {
  if (wanted === awaited.has(game)) return;
  if (wanted) awaited.add(game);
  const [oldest] = awaited;
  const over = !wanted ? game : awaited.size > MOST_AWAITED ? oldest : null;
  if (over !== null) {
    awaited.delete(over);
    unwatch(over);
  }
  remember("rematches", [...awaited]);
}

/** The next game is there: I sit down at it, unless the page goes there anyway. */
function follow(game: string, next: string): void {
  awaitNext(game, false);
  if (game === looked.peek()) return;
  expected.add(next);
  attend([next]);
}

/** Changes one entry, if it is another then; null takes it out. */
function put<T>(map: Signal<ReadonlyMap<string, T>>, game: string, value: T | null): void {
  if ((map.peek().get(game) ?? null) === value) return;
  const games = new Map(map.peek());
  if (value === null) games.delete(game);
  else games.set(game, value);
  map.value = games;
}

function hold(game: string, mine: boolean | null): void {
  put(held, game, mine);
  if (mine === null) put(begun, game, null);
}

// --- what is heard ---

function show(now: Table, event: News | null, state: State | null): void {
  const before = table.peek();
  table.value = now;
  awaitNext(now.game, !now.follows && now.you !== null && now.rematch.includes(now.you));
  for (const hearing of [...hearings]) hearing({ before, now, event, state });
}

function hearState(state: State): void {
  const { game, status, you } = state;
  const sits = you !== null && status !== "over";
  hold(game, sits ? status === "playing" && state.to_move === you : null);
  if (sits && status === "open") expected.add(game);
  else if (expected.delete(game) && sits && game !== looked.peek()) put(begun, game, true);
  for (const { id } of state.missed ?? []) answered(id ?? "");
  // Whether a move of mine is among what has happened, the server knows by its id.
  const move = moves.peek().get(game)?.act;
  if (move && state.seq > (move.seq ?? 0)) send(move);
  if (awaited.has(game)) {
    if (state.follows) follow(game, state.follows);
    else awaitNext(game, you !== null && (state.rematch ?? []).includes(you));
  }
  if (game !== looked.peek()) return;
  if (!state.picture) return; // it was asked for before one looked; the one with a picture comes
  missing.value = null;
  show(tableOf(state, Date.now()), null, state);
}

function hearEvent(news: News): void {
  const mine = held.peek().get(news.game);
  if (news.outcome) hold(news.game, null);
  if (news.game !== looked.peek()) {
    if (mine !== undefined && !news.outcome) hearElsewhere(news);
    if (awaited.has(news.game)) hearOfNext(news);
    return answered(news.id ?? "");
  }
  const before = table.peek();
  if (!before || news.seq <= before.seq) return answered(news.id ?? "");
  const next = tableAfter(before, news, Date.now());
  if (next === null) return watch();
  answered(news.id ?? "");
  if (mine !== undefined && !news.outcome) hold(news.game, next.toMove === next.you);
  show(next, news, null);
}

const seats = new Map<string, number>(); // mine, by game

function hearElsewhere(news: News): void {
  const seat = seats.get(news.game);
  if (seat !== undefined) hold(news.game, news.to_move === seat);
}

function hearOfNext({ game, kind, text }: News): void {
  if (kind === "follows" && text) follow(game, text);
  else if (kind === "no_rematch") awaitNext(game, false);
}

function hear(message: FromServer): void {
  switch (message.type) {
    case "state":
      if (message.you !== null) seats.set(message.game, message.you);
      return hearState(message);
    case "event":
      return hearEvent(message);
    case "ack": {
      const here = message.id === pending.peek()?.act.id;
      answered(message.id);
      if (here) watch();
      return;
    }
    case "beat": {
      const game = looked.peek();
      if (game && (message.games?.[game] ?? 0) > (table.peek()?.seq ?? 0)) watch();
      return;
    }
    case "watchers": {
      const now = table.peek();
      if (now && message.game === now.game) table.value = { ...now, watchers: message.count };
      return;
    }
    case "error":
      answered(message.id ?? "");
      return hearRefusal(message);
  }
}

function hearRefusal(message: Extract<FromServer, { type: "error" }>): void {
  const why = wordsFor(new Refused(message.code, message.message));
  const gone = message.code === "not_found" && message.game; // given up before it began
  if (gone) {
    hold(gone, null);
    awaitNext(gone, false);
  }
  const here = message.game === looked.peek();
  const unseen = here && !message.id; // it cannot be watched
  if (here && (gone || (unseen && message.code === "not_allowed"))) {
    missing.value = why;
    return;
  }
  if (!gone && message.code !== "not_signed_in") problem.value = why;
  if (unseen) setTimeout(watch, AGAIN);
}

export function start(): void {
  listen((message) => batch(() => hear(message)));
  whenReady(() => {
    watch();
    const others = new Set([...held.peek().keys(), ...awaited]);
    const sit = () => attend(others);
    sayAgain();
    if (!account.peek()) return;
    // Whoever is here is at all of their games, whichever page they look at.
    ask<GameCard[]>("GET", "/api/me/games").then((games) => {
      for (const { id } of games) others.add(id);
      sit();
    }, sit);
  });
  let player = account.peek()?.player.id;
  account.subscribe((it) => {
    if (it?.player.id === player) return;
    player = it?.player.id;
    held.value = new Map();
    begun.value = new Map();
    moves.value = new Map();
    unanswered.clear();
    expected.clear();
    for (const game of [...awaited]) awaitNext(game, false);
  });
}
