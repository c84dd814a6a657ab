// The players' ratings in a rated game, and how it changed mine.
import { useEffect, useState } from "preact/hooks";
import { fetchJson, withQuery } from "../../net/api";
import type { LiveGame } from "../../net/live-game";
import type { PlayerProfile, RatingPoint } from "../../net/protocol.gen";

/** The rating of every seat, once it is known; they change when the game is over. */
export function useRatings(game: LiveGame): readonly (number | null)[] {
  const [ratings, setRatings] = useState<readonly (number | null)[]>([]);
  const players = game.rated ? game.seats.map((it) => it.player ?? "") : [];
  useEffect(() => {
    let wanted = true;
    Promise.all(players.map((id) => ratingOf(id, game.game))).then(
      (found) => wanted && setRatings(found),
    );
    return () => {
      wanted = false;
    };
  }, [players.join(), game.game, game.status]);
  return ratings;
}

async function ratingOf(player: string, game: string): Promise<number | null> {
  if (!player) return null;
  try {
    const { games } = await fetchJson<PlayerProfile>("GET", `/api/players/${player}`);
    return games.find((it) => it.game === game)?.rating ?? null;
  } catch {
    return null; // the game goes on without it
  }
}

export interface RatingChange {
  before: number;
  after: number;
}

/** How a finished rated game changed my rating; null if it didn't, or until it is known. */
export function useRatingChange(game: LiveGame): RatingChange | null {
  const [change, setChange] = useState<RatingChange | null>(null);
  const me = game.you === null ? null : game.seats[game.you].player;
  const isRated = game.rated && game.status === "over";
  useEffect(() => {
    if (!isRated || !me) return;
    let wanted = true;
    const address = withQuery(`/api/players/${me}/ratings`, { game: game.game });
    fetchJson<RatingPoint[]>("GET", address).then(
      (points) => wanted && setChange(changeIn(points, game.id)),
      () => {}, // shown without it
    );
    return () => {
      wanted = false;
    };
  }, [isRated, me, game.id]);
  return change;
}

/** The change by one game in a list of ratings, oldest first. */
export function changeIn(points: readonly RatingPoint[], game: string): RatingChange | null {
  const at = points.findIndex((it) => it.game_id === game);
  return at > 0 ? { before: points[at - 1].rating, after: points[at].rating } : null;
}
