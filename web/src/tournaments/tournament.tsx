// One tournament: standings, ratings and crosstable.

import type { BotStanding, Tournament, TournamentDetails } from "../net/protocol.gen";
import { texts } from "../texts";
import { titleOf } from "../texts/game-titles";
import { number, signed } from "../texts/numbers";
import { EmptyPlace } from "../ui/places/empty-place";
import { RankedHead } from "../ui/ranked-head";
import { moment } from "../ui/relative-time";
import { ScrollBox } from "../ui/scroll-box";
import { CrossTable } from "./crosstable";
import { EloPlot } from "./elo-plot";
import { Progress } from "./tournament-card";

export function TournamentReport({ it }: { it: TournamentDetails }) {
  const t = texts.value.arena;
  const { tournament, head_to_head: pairings, report } = it;
  if (tournament.problem)
    return (
      <EmptyPlace scene="board" title={tournament.title} text={t.unreadable} isPage>
        <a class="button primary" href="/arena">
          {t.back}
        </a>
      </EmptyPlace>
    );
  const rated = tournament.standings.filter((bot) => bot.elo !== null);
  return (
    <div class="tournament">
      <header class="page-head">
        <div>
          <h1 class="page-title">{tournament.title}</h1>
          <Facts it={tournament} />
        </div>
        <div class="tournament-state">
          <Progress it={tournament} />
          {/* Not a page of this app: _top keeps the router from handling it. */}
          <a class="button" href={report} target="_top">
            {t.report}
          </a>
        </div>
      </header>
      <section>
        <h2 id="standings">{t.standings}</h2>
        <ScrollBox label={t.standings}>
          <Standings bots={tournament.standings} />
        </ScrollBox>
      </section>
      {rated.length > 1 && (
        <section class="card">
          <h2>{t.plot}</h2>
          <p class="hint">{t.plotHint}</p>
          <EloPlot bots={rated} />
        </section>
      )}
      {pairings.length > 0 && (
        <section class="card">
          <h2 id="cross">{t.cross}</h2>
          <p class="hint">{t.crossHint}</p>
          <ScrollBox label={t.cross}>
            <CrossTable bots={tournament.standings} pairings={pairings} />
          </ScrollBox>
        </section>
      )}
      <p>
        <a href="/arena">{t.back}</a>
      </p>
    </div>
  );
}

function Facts({ it }: { it: Tournament }) {
  const t = texts.value.arena;
  return (
    <p class="hint dotted">
      {it.game && <span>{titleOf({ game: it.game, size: it.size })}</span>}
      {it.kind && <span>{t.kinds[it.kind] ?? it.kind}</span>}
      <span>{t.bots(it.standings.length)}</span>
      <span>
        {t.changed}{" "}
        <time dateTime={new Date(it.changed * 1000).toISOString()}>{moment(it.changed)}</time>
      </span>
    </p>
  );
}

function Standings({ bots }: { bots: readonly BotStanding[] }) {
  const t = texts.value.arena;
  const heads = [t.played, t.won, t.drawn, t.lost, t.points, t.elo, t.forfeits];
  return (
    <table class="standings" aria-labelledby="standings">
      <RankedHead place={t.place} who={t.bot} columns={heads} />
      <tbody>
        {bots.map((it) => (
          <tr key={it.name}>
            <td class="number">{it.place}</td>
            <th scope="row" class="name">
              {it.name}
            </th>
            {[it.games, it.wins, it.draws, it.losses].map((n, column) => (
              <td key={heads[column]} class="number">
                {number(n)}
              </td>
            ))}
            <td class="number">
              <strong>{number(it.points, 1)}</strong>
            </td>
            <td class="number">{it.elo === null ? "–" : signed(Math.round(it.elo))}</td>
            <td class="number">{number(it.forfeits)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
