// A player's statistics in one game.

import { fetchJson, withQuery } from "../net/api";
import type { GameStatistics, RatingPoint, SeatTally } from "../net/protocol.gen";
import { texts } from "../texts";
import { gameTitle } from "../texts/names";
import { number } from "../texts/numbers";
import { ScrollBox } from "../ui/scroll-box";
import { useLoaded, WhenLoaded } from "../ui/use-loaded";
import { RatingPlot } from "./rating-plot";
import { ResultBar } from "./result-bar";

export function GameStatisticsCard({
  player,
  statistics,
}: {
  player: string;
  statistics: GameStatistics;
}) {
  const t = texts.value.player;
  const { game, rating, rated } = statistics;
  return (
    <section class="card game-statistics">
      <header>
        <h3>{gameTitle(game)}</h3>
        <dl class="player-facts">
          <div>
            <dt>{t.rating}</dt>
            <dd class="rating">{rating === null ? "–" : number(rating)}</dd>
            <dd class="hint">{rated > 0 ? t.ratedGames(rated) : t.unrated}</dd>
          </div>
          <div>
            <dt>{t.streak}</dt>
            <dd class="rating">{number(statistics.streak)}</dd>
            <dd class="hint">{t.bestStreak(statistics.best)}</dd>
          </div>
        </dl>
      </header>
      {rated > 1 && <Ratings player={player} game={game} />}
      <ResultBar tally={statistics.people} label={t.people} />
      <ResultBar tally={statistics.computer} label={t.computer} />
      {(statistics.offline?.games ?? 0) > 0 && (
        <ResultBar tally={statistics.offline} label={t.offline} />
      )}
      {statistics.seats.length > 0 && <Seats game={game} seats={statistics.seats} />}
    </section>
  );
}

function Ratings({ player, game }: { player: string; game: string }) {
  const path = withQuery(`/api/players/${player}/ratings`, { game });
  const points = useLoaded(path, () => fetchJson<RatingPoint[]>("GET", path));
  return <WhenLoaded it={points}>{(it) => <RatingPlot game={game} points={it} />}</WhenLoaded>;
}

function Seats({ game, seats }: { game: string; seats: readonly SeatTally[] }) {
  const t = texts.value.player;
  return (
    <details>
      <summary>{t.bySeat}</summary>
      <ScrollBox label={t.bySeat}>
        <table aria-label={`${gameTitle(game)}: ${t.bySeat}`}>
          <thead>
            <tr>
              <th scope="col">{t.seat}</th>
              <th scope="col">{t.against}</th>
              <th scope="col" class="number">
                {t.won}
              </th>
              <th scope="col" class="number">
                {t.drawn}
              </th>
              <th scope="col" class="number">
                {t.lost}
              </th>
            </tr>
          </thead>
          <tbody>
            {seats.map((it) => (
              <tr key={`${it.against} ${it.seat}`}>
                <th scope="row">{t.seatNumber(it.seat + 1)}</th>
                <td>{t.againstKinds[it.against] ?? it.against}</td>
                <td class="number">{number(it.wins)}</td>
                <td class="number">{number(it.draws)}</td>
                <td class="number">{number(it.losses)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </details>
  );
}
