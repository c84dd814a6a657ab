// The score of two players against each other, over all their games.
import { useEffect, useState } from "preact/hooks";
import { fetchJson } from "../../net/api";
import type { LiveGame } from "../../net/live-game";
import type { Tally } from "../../net/protocol.gen";

/** The score of each of two players against the other, such as "3 – 2"; none before they have met. */
export function useHeadToHead(game: LiveGame): readonly string[] {
  const [scores, setScores] = useState<readonly string[]>([]);
  const players = game.seats.map((it) => it.player ?? "");
  const [one, other] = players;
  const isPair = players.length === 2 && one !== "" && other !== "" && game.status !== "open";
  useEffect(() => {
    if (!isPair) return;
    let wanted = true;
    fetchJson<Tally>("GET", `/api/players/${one}/against/${other}`).then(
      (tally) => wanted && setScores(scoresOf(tally)),
      () => {}, // shown without it
    );
    return () => {
      wanted = false;
    };
  }, [isPair, one, other, game.status]);
  return scores;
}

/** The score from both sides; a draw is half a point for each. */
export function scoresOf({ games = 0, wins = 0, losses = 0, draws = 0 }: Tally): string[] {
  if (!games) return [];
  const [first, second] = [wins, losses].map((it) => halves(2 * it + draws));
  return [`${first} – ${second}`, `${second} – ${first}`];
}

function halves(n: number): string {
  const whole = Math.floor(n / 2);
  if (n % 2 === 0) return `${whole}`;
  return whole ? `${whole}½` : "½";
}
