// Quick match: the seek is resent on every connection until it leads to a game.
import { type ReadonlySignal, signal } from "@preact/signals";
import type { Connection, Unsubscribe } from "../net/connection";
import { connection } from "../net/online";
import { newId } from "../net/outbox";

export interface Seek {
  game: string;
  size: string;
  id: string; // the same on every connection
  since: number; // in ms
}

interface SeekEnds {
  found: (game: string) => void;
  failed: (code: string, message: string) => void;
}

export class QuickMatch {
  private readonly current = signal<Seek | null>(null);
  /** The seek in progress. */
  readonly seek: ReadonlySignal<Seek | null> = this.current;
  /** Whether the player does something else meanwhile: the search goes on without its page. */
  readonly inBackground = signal(false);
  private subscriptions: Unsubscribe[] = [];

  constructor(private readonly connection: Pick<Connection, "send" | "subscribe" | "whenReady">) {}

  /** Start a seek; the player must be signed in, at least as a guest. */
  start(game: string, size: string, { found, failed }: SeekEnds): void {
    this.cancel();
    const seek: Seek = { game, size, id: newId(), since: Date.now() };
    this.current.value = seek;
    this.inBackground.value = false;
    const { connection } = this;
    this.subscriptions = [
      connection.subscribe((message) => {
        if (message.type === "paired" && message.id === seek.id) {
          this.end();
          found(message.game_id);
        } else if (message.type === "error" && isRejection(message, seek)) {
          this.end();
          failed(message.code, message.message);
        }
      }),
      connection.whenReady(() => connection.send({ type: "seek", game, size, id: seek.id })),
    ];
  }

  /** Cancel the seek, if there is one. */
  cancel = (): void => {
    if (!this.current.peek()) return;
    this.end();
    this.connection.send({ type: "unseek" });
  };

  private end(): void {
    for (const unsubscribe of this.subscriptions) unsubscribe();
    this.subscriptions = [];
    this.current.value = null;
  }

  /** Cancel the seek unless it goes on in the background. */
  leave = (): void => {
    if (!this.inBackground.peek()) this.cancel();
  };
}

const isRejection = (error: { code: string; id?: string | null }, seek: Seek) =>
  error.id === seek.id || error.code === "not_signed_in";

export const quickMatch = new QuickMatch(connection);
