// The players' ratings in a rated game, and how it changed them.
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

/** How a finished rated game changed the rating of every seat; null until it is known. */
export function useRatingChanges(game: LiveGame): readonly (RatingChange | null)[] {
  const [changes, setChanges] = useState<readonly (RatingChange | null)[]>([]);
  const isRated = game.rated && game.status === "over";
  const players = isRated ? game.seats.map((it) => it.player ?? "") : [];
  useEffect(() => {
    let wanted = true;
    Promise.all(players.map((id) => changeOf(id, game))).then(
      (found) => wanted && setChanges(found),
    );
    return () => {
      wanted = false;
    };
  }, [players.join(), game.id]);
  return changes;
}

async function changeOf(player: string, game: LiveGame): Promise<RatingChange | null> {
  if (!player) return null;
  try {
    const address = withQuery(`/api/players/${player}/ratings`, { game: game.game });
    return changeIn(await fetchJson<RatingPoint[]>("GET", address), game.id);
  } catch {
    return null; // shown without it
  }
}

const NEW_RATING = 1000; // of a player without rated games
const MAX_LISTED = 500; // the server lists the last ones

/** The change by one game in a list of ratings, oldest first. */
export function changeIn(points: readonly RatingPoint[], game: string): RatingChange | null {
  const at = points.findIndex((it) => it.game_id === game);
  const isFirst = at === 0 && points.length < MAX_LISTED;
  if (at < 0 || (at === 0 && !isFirst)) return null;
  return { before: isFirst ? NEW_RATING : points[at - 1].rating, after: points[at].rating };
}
