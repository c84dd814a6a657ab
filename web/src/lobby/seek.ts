// Waiting for anybody: the wish is made again on every connection until it has led to a game.
import { signal } from "@preact/signals";
import { listen, send, whenReady } from "../net/connection";
import type { FromServer } from "../net/protocol.gen";
import { newId } from "../net/session";

export interface Seeking {
  game: string;
  size: string;
  id: string; // the same for one wish, however often it is said
  since: number; // in ms
}

export const seeking = signal<Seeking | null>(null);
let stop: (() => void) | null = null;

interface SeekEnds {
  found: (game: string) => void;
  refused: (code: string, message: string) => void;
}

/** Begins to wait; whoever waits must be somebody already. */
export function seek(game: string, size: string, { found, refused }: SeekEnds): void {
  cancelSeek();
  const wish: Seeking = { game, size, id: newId(), since: Date.now() };
  seeking.value = wish;
  const deaf = listen((message: FromServer) => {
    if (message.type === "paired" && message.id === wish.id) {
      end();
      found(message.game);
    } else if (message.type === "error" && refuses(message, wish)) {
      end();
      refused(message.code, message.message);
    }
  });
  const silent = whenReady(() => send({ type: "seek", game, size, id: wish.id }));
  stop = () => {
    deaf();
    silent();
  };
}

const refuses = (error: { code: string; id?: string | null }, wish: Seeking) =>
  error.id === wish.id || error.code === "not_signed_in";

function end(): void {
  stop?.();
  stop = null;
  seeking.value = null;
}

/** Waits no longer; does nothing if nobody waits. */
export function cancelSeek(): void {
  if (!seeking.peek()) return;
  end();
  send({ type: "unseek" });
}
