// The live game whose board is shown in the lobby, followed as a spectator.
import { useEffect, useState } from "preact/hooks";
import type { Connection, Unsubscribe } from "../../net/connection";
import { type LiveGame, liveGameAfter, liveGameOf } from "../../net/live-game";
import { connection, session } from "../../net/online";
import type { GameSummary } from "../../net/protocol.gen";

/** The game to show: the same as before while it lasts, else one between people that has begun. */
export function chooseGame(games: readonly GameSummary[], shown: string | null): string | null {
  if (shown !== null && games.some((it) => it.id === shown)) return shown;
  const interest = ({ seats, moves }: GameSummary) =>
    2 * Number(seats.every((it) => it.player)) + Number(moves > 0);
  const [best] = [...games].sort((a, b) => interest(b) - interest(a));
  return best?.id ?? null;
}

type Channel = Pick<Connection, "send" | "subscribe" | "whenReady">;

/** Follow a game until the returned function is called, which also ends it on the connection. */
export function followGame(
  channel: Channel,
  id: string,
  onChange: (game: LiveGame) => void,
  unwatch: (id: string) => void,
): Unsubscribe {
  let game: LiveGame | null = null;
  const watch = () => channel.send({ type: "watch", game_id: id, since: null, picture: true });
  const unsubscribe = channel.subscribe((message) => {
    if (message.type === "state" && message.id === id && message.picture) {
      game = liveGameOf(message, Date.now());
    } else if (message.type === "event" && message.game_id === id && game) {
      if (message.seq <= game.seq) return;
      game = liveGameAfter(game, message, Date.now());
      if (!game) return watch(); // something was missed
    } else return;
    onChange(game);
  });
  const unsubscribeReady = channel.whenReady(watch);
  return () => {
    unsubscribe();
    unsubscribeReady();
    unwatch(id);
  };
}

/** One of these games, as it is now; null if there is none, or until it is loaded. */
export function useFeaturedGame(games: readonly GameSummary[]): LiveGame | null {
  const [id, setId] = useState<string | null>(null);
  const [game, setGame] = useState<LiveGame | null>(null);
  const chosen = chooseGame(games, id);
  useEffect(() => setId(chosen), [chosen]);
  useEffect(() => {
    if (chosen) return followGame(connection, chosen, setGame, session.unwatch);
  }, [chosen]);
  return game?.id === chosen ? game : null;
}
