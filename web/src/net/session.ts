// The games this connection follows: the one on screen, and my other games in the background.
import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import { pendingOf } from "../board/drawing/pending";
import { errorMessage } from "../ui/announce";
import { account } from "./account";
import { ApiError, errorText, fetchJson } from "./api";
import { AwaitedRematches } from "./awaited-rematches";
import type { Connection, Unsubscribe } from "./connection";
import {
  type BoardDrawer,
  hasJustStarted,
  isTurnIn,
  isTurnOf,
  type LiveGame,
  liveGameAfter,
  liveGameOf,
  type UpdateListener,
} from "./live-game";
import { newId, Outbox, type PendingMove } from "./outbox";
import type {
  Act,
  Cell,
  EventKind,
  EventMessage,
  FromServer,
  GameSummary,
  Picture,
  State,
  Tap,
} from "./protocol.gen";
import { setEntry } from "./signal-map";

type Channel = Pick<Connection, "send" | "subscribe" | "whenReady">;

const RETRY_MS = 2000; // before asking again for a game that the server couldn't send

const OUTDATED = ["stale", "match_over", "not_your_turn"];

interface SessionOptions {
  loadMyGames?: () => Promise<Pick<GameSummary, "id">[]>;
  paceSeconds?: () => number; // between two moves of a computer player
  loadDrawer?: () => Promise<BoardDrawer>;
}

/** The page's games on this connection; nothing happens before `start`. */
export function createSession(connection: Channel, options: SessionOptions = {}): Session {
  const loadMyGames = () => fetchJson<GameSummary[]>("GET", "/api/me/games");
  const loadDrawer = () => Promise.reject();
  return new Session(connection, { loadMyGames, loadDrawer, paceSeconds: () => 0, ...options });
}

export class Session {
  private readonly openId = signal<string | null>(null);
  private readonly openGame = signal<LiveGame | null>(null);
  private readonly whyMissing = signal<string | null>(null);
  private readonly turns = signal<ReadonlyMap<string, boolean>>(new Map());
  private readonly started = signal<ReadonlyMap<string, true>>(new Map());
  private readonly outbox = new Outbox();
  private readonly rematches = new AwaitedRematches();
  private readonly notStarted = new Set<string>(); // my games that haven't started yet
  private readonly mySeats = new Map<string, number>(); // by game
  private readonly listeners = new Set<UpdateListener>();
  private drawer: BoardDrawer | null = null;
  private loadingDrawer: Promise<void> | null = null;
  private canCompute = false;
  private readonly computed = new Set<string>(); // acts for computer players
  private readonly computedByServer = new Set<string>(); // games in which this device failed to
  private readonly drawnByServer = new Set<string>(); // games that the drawer can't draw

  /** The game on screen; null until it is loaded. */
  readonly game: ReadonlySignal<LiveGame | null> = this.openGame;
  /** Why the game can't be shown. */
  readonly missing: ReadonlySignal<string | null> = this.whyMissing;
  /** The move made on screen that isn't stored yet. */
  readonly pending: ReadonlySignal<PendingMove | null> = computed(
    () => this.outbox.moves.value.get(this.openId.value ?? "") ?? null,
  );
  /** The move on screen that the server has just refused. */
  readonly refused = computed(() => {
    const move = this.outbox.refused.value;
    return move?.act.game_id === this.openId.value ? move : null;
  });
  /** My unfinished games, with whether it is my turn. */
  readonly myGames: ReadonlySignal<ReadonlyMap<string, boolean>> = this.turns;
  readonly myTurns = computed(() =>
    [...this.turns.value].filter(([, isMine]) => isMine).map(([id]) => id),
  );
  /** My games that started while another page was open, until they are opened. */
  readonly startedElsewhere: ReadonlySignal<ReadonlyMap<string, true>> = this.started;

  constructor(
    private readonly connection: Channel,
    private readonly options: Required<SessionOptions>,
  ) {}

  start(): void {
    this.connection.subscribe((message) => batch(() => this.receive(message)));
    this.connection.whenReady(() => this.resume());
    let player = account.peek()?.player.id;
    account.subscribe((it) => {
      if (it?.player.id === player) return;
      player = it?.player.id;
      this.reset();
    });
  }

  /** Call the listener with every update of the open game. */
  onUpdate(listener: UpdateListener): Unsubscribe {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Open a game, as a player or a spectator; the returned function closes it, my seat stays. */
  open(game: string): () => void {
    batch(() => {
      this.openId.value = game;
      this.openGame.value = null;
      this.whyMissing.value = null;
      setEntry(this.started, game, null);
    });
    this.watch();
    return () => {
      if (this.openId.peek() !== game) return;
      this.openId.value = null;
      this.openGame.value = null;
      this.unwatch(game);
    };
  }

  /** Ask for the open game, or for what has happened since. */
  watch(): void {
    const game = this.openId.peek();
    const since = this.openGame.peek()?.seq ?? null;
    if (!game) return;
    const [picture, pace] = [!this.drawerFor(game), this.options.paceSeconds()];
    const computes = this.canCompute && !this.computedByServer.has(game);
    this.connection.send({ type: "watch", game_id: game, since, picture, pace, computes });
  }

  /** From now on this device sends the moves of computer players in games that have a seed. */
  startComputing(): void {
    this.canCompute = true;
    this.watch();
  }

  /** The server computes them in this game. */
  stopComputing(game: string): void {
    if (this.computedByServer.has(game)) return;
    this.computedByServer.add(game);
    this.watch();
  }

  /** Make the move of a computer player in the open game. */
  playFor(seat: number, move: string): void {
    const now = this.openGame.peek();
    if (!now) return;
    const [id, seq] = [newId(), now.seq];
    const act: Act = { type: "act", game_id: now.id, id, kind: "move", seq, text: move, seat };
    this.computed.add(id);
    this.outbox.add(act);
    this.connection.send(act);
  }

  private drawerFor = (game: string) => (this.drawnByServer.has(game) ? null : this.drawer);

  /** From when it is there, boards are drawn here, and the server sends no pictures. */
  private loadDrawer(): void {
    this.loadingDrawer ??= this.options.loadDrawer().then(
      (it) => {
        this.drawer = it;
        const now = this.openGame.peek();
        if (now && !it.draw(now)) this.drawnByServer.add(now.id);
        else this.watch();
      },
      () => {}, // the server goes on sending pictures
    );
  }

  /** Follow my games in the background, without pictures. */
  follow(games: Iterable<string>): void {
    for (const game of games)
      if (game !== this.openId.peek()) this.connection.send({ type: "watch", game_id: game });
  }

  /** Follow a game that has just started while another page is open, which links to it. */
  followStarted(game: string): void {
    setEntry(this.started, game, true);
    this.follow([game]);
  }

  /** Make a move: it shows as pending at once, and is resent until it is stored. */
  play = (tap: Tap, cell: Cell): void => {
    const now = this.openGame.peek();
    // Ignore a second click before the first move is shown.
    if (!now || now.you === null || this.pending.peek()) return;
    if (this.drawerFor(now.id)?.allows(now, tap.move) === false) {
      this.drawnByServer.add(now.id); // which knows what is on the board
      return this.watch();
    }
    const act: Act = {
      type: "act",
      game_id: now.id,
      id: newId(),
      kind: "move",
      seq: now.seq,
      text: tap.move,
    };
    this.outbox.addMove({ act, ...pendingOf(tap, cell, now.you) });
    errorMessage.value = "";
    this.connection.send(act);
  };

  act(kind: EventKind, text = ""): void {
    const now = this.openGame.peek();
    if (!now) return;
    errorMessage.value = "";
    const act: Act = { type: "act", game_id: now.id, id: newId(), kind, text };
    this.outbox.add(act);
    if (kind === "rematch") this.awaitRematch(now.id, true);
    this.connection.send(act);
  }

  /** Ask for everything again on a new connection. */
  private resume(): void {
    this.watch();
    const acts = this.outbox.unacknowledged();
    this.follow(new Set(acts.map((it) => it.game_id))); // else their events wouldn't be sent here
    for (const it of acts) this.connection.send(it);
    const others = new Set([...this.turns.peek().keys(), ...this.rematches.all()]);
    if (!account.peek()) return;
    // While the page is open, the player is present in all of their games.
    this.options.loadMyGames().then(
      (games) => this.follow(new Set([...others, ...games.map(({ id }) => id)])),
      () => this.follow(others),
    );
  }

  private reset(): void {
    this.turns.value = new Map();
    this.started.value = new Map();
    this.outbox.clear();
    this.notStarted.clear();
    for (const game of this.rematches.all()) this.awaitRematch(game, false);
  }

  /** Stop following a game, unless there is still a reason to. */
  unwatch = (game: string): void => {
    const isWanted =
      game === this.openId.peek() || this.turns.peek().has(game) || this.rematches.has(game);
    if (!isWanted) this.connection.send({ type: "unwatch", game_id: game });
  };

  private awaitRematch(game: string, wanted: boolean): void {
    const dropped = this.rematches.set(game, wanted);
    if (dropped !== null) this.unwatch(dropped);
  }

  /** The rematch has been created: follow it, unless the page opens it anyway. */
  private followRematch(game: string, next: string): void {
    this.awaitRematch(game, false);
    if (game === this.openId.peek()) return;
    this.notStarted.add(next);
    this.follow([next]);
  }

  private setTurn(game: string, isMine: boolean | null): void {
    setEntry(this.turns, game, isMine);
    if (isMine === null) setEntry(this.started, game, null);
  }

  private receive(message: FromServer): void {
    switch (message.type) {
      case "state":
        if (message.you !== null) this.mySeats.set(message.id, message.you);
        return this.receiveState(message);
      case "event":
        return this.receiveEvent(message);
      case "ack": {
        const isOpen = message.id === this.pending.peek()?.act.id;
        this.outbox.acknowledge(message.id);
        if (isOpen) this.watch();
        return;
      }
      case "heartbeat": {
        const seq = message.games?.[this.openId.peek() ?? ""] ?? 0;
        if (seq > (this.openGame.peek()?.seq ?? 0)) this.watch();
        return;
      }
      case "spectators": {
        const now = this.openGame.peek();
        if (now && message.game_id === now.id)
          this.openGame.value = { ...now, spectators: message.count };
        return;
      }
      case "error":
        this.outbox.refuse(message.id);
        return this.receiveError(message);
    }
  }

  private receiveState(state: State): void {
    const { id: game, status, you } = state;
    const isMine = you !== null && status !== "over";
    this.setTurn(game, isMine ? isTurnIn(state, you) : null);
    if (isMine && (status === "open" || state.waiting)) this.notStarted.add(game);
    else if (isMine && (this.notStarted.has(game) || hasJustStarted(state))) this.onStarted(game);
    else this.notStarted.delete(game);
    for (const { id } of state.missed_events ?? []) this.outbox.acknowledge(id);
    // Only the server knows, by its id, whether my move is among what has happened.
    const move = this.outbox.moves.peek().get(game)?.act;
    if (move && state.seq > (move.seq ?? 0)) this.connection.send(move);
    if (this.rematches.has(game)) {
      if (state.next_game) this.followRematch(game, state.next_game);
      else this.awaitRematch(game, you !== null && (state.rematch ?? []).includes(you));
    }
    if (game !== this.openId.peek()) return;
    const picture = state.picture ?? this.draw(state);
    if (!picture) return; // requested in the background; the one with a picture follows
    this.whyMissing.value = null;
    this.update(liveGameOf({ ...state, picture }, Date.now()), null, state);
    this.loadDrawer();
  }

  private draw(state: State): Picture | null {
    const drawer = this.drawerFor(state.id);
    if (!drawer) return null;
    const shown = this.openGame.peek();
    const isSame = shown?.position === state.position && shown.moves.join() === state.moves.join();
    const picture = (isSame && shown.picture) || drawer.draw(state);
    if (!picture) {
      this.drawnByServer.add(state.id);
      this.watch();
    }
    return picture;
  }

  private receiveEvent(event: EventMessage): void {
    const { game_id: game, id } = event;
    const isMine = this.turns.peek().has(game);
    if (event.outcome) this.setTurn(game, null);
    if (game !== this.openId.peek()) {
      if (isMine && !event.outcome) this.updateTurn(event);
      if (this.rematches.has(game)) this.updateRematch(event);
      return this.outbox.acknowledge(id);
    }
    const before = this.openGame.peek();
    if (!before || event.seq <= before.seq) return this.outbox.acknowledge(id);
    const drawer = this.drawerFor(game);
    const next = liveGameAfter(before, event, Date.now(), drawer);
    if (next === null) {
      if (drawer && event.seq === before.seq + 1) this.drawnByServer.add(game);
      return this.watch();
    }
    this.outbox.acknowledge(id);
    if (isMine && !event.outcome) this.setTurn(game, isTurnOf(next, next.you));
    this.update(next, event, null);
  }

  private updateTurn(event: EventMessage): void {
    const { game_id: game } = event;
    const seat = this.mySeats.get(game);
    if (seat !== undefined) this.setTurn(game, isTurnIn(event, seat));
    if (!event.waiting && this.notStarted.has(game)) this.onStarted(game);
  }

  private onStarted(game: string): void {
    this.notStarted.delete(game);
    if (game !== this.openId.peek()) setEntry(this.started, game, true);
  }

  private updateRematch({ game_id: game, kind, text }: EventMessage): void {
    if (kind === "next_game" && text) this.followRematch(game, text);
    else if (kind === "decline_rematch") this.awaitRematch(game, false);
  }

  private update(now: LiveGame, event: EventMessage | null, state: State | null): void {
    const before = this.openGame.peek();
    this.openGame.value = now;
    this.awaitRematch(now.id, !now.nextGame && now.you !== null && now.rematch.includes(now.you));
    for (const listener of [...this.listeners]) listener({ before, now, event, state });
  }

  private receiveError(error: Extract<FromServer, { type: "error" }>): void {
    if (this.computed.delete(error.id ?? "")) {
      // The game has moved on, or this device computes otherwise than the server.
      if (!OUTDATED.includes(error.code) && error.game_id) this.stopComputing(error.game_id);
      return;
    }
    const why = errorText(new ApiError(error.code, error.message, requestOf(error)));
    const gone = error.code === "not_found" && error.game_id; // cancelled before it started
    if (gone) {
      this.setTurn(gone, null);
      this.awaitRematch(gone, false);
    }
    const isOpen = error.game_id === this.openId.peek();
    const isUnwatchable = isOpen && !error.id; // it answers no act, but the request to watch
    if (isOpen && (gone || (isUnwatchable && error.code === "not_allowed"))) {
      this.whyMissing.value = why;
      return;
    }
    if (!gone && error.code !== "not_signed_in") errorMessage.value = why;
    if (isUnwatchable) setTimeout(() => this.watch(), RETRY_MS);
  }
}

/** The request over HTTP that an error answers: only a game that is missing has its own words. */
const requestOf = ({ code, game_id: game }: { code: string; game_id?: string | null }) =>
  code === "not_found" && game ? `GET /api/games/${game}` : "";
