// Bot tournaments: the list, or one of them.
import { useRoute } from "preact-iso";
import { fetchJson } from "../net/api";
import type { Tournament, TournamentDetails } from "../net/protocol.gen";
import { texts } from "../texts";
import { titleOf } from "../texts/game-titles";
import { useTitle } from "../ui/page-title";
import { RelativeTime } from "../ui/relative-time";
import { useLoaded, WhenLoaded } from "../ui/use-loaded";
import { OwnTournament } from "./own-tournament";
import { TournamentReport } from "./tournament";

export default function TournamentsPage() {
  const { name } = useRoute().params;
  return name ? <TournamentPage key={name} name={name} /> : <TournamentList />;
}

function TournamentList() {
  const t = texts.value.arena;
  useTitle(t.title);
  const all = useLoaded("all", () => fetchJson<Tournament[]>("GET", "/api/tournaments"));
  return (
    <div class="stack">
      <div>
        <h1 class="page-title">{t.title}</h1>
        <p>{t.about}</p>
      </div>
      <WhenLoaded it={all}>
        {(tournaments) => (
          <section class="card">
            <h2>{t.list}</h2>
            {tournaments.length === 0 && <p>{t.empty}</p>}
            <ul class="game-list">
              {tournaments.map((it) => (
                <li key={it.name}>
                  <TournamentLine it={it} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </WhenLoaded>
      <OwnTournament />
    </div>
  );
}

function TournamentLine({ it }: { it: Tournament }) {
  const t = texts.value.arena;
  const first = it.standings.find((bot) => bot.place === 1);
  return (
    <>
      <div class="player-names">
        <a href={`/arena/${it.name}`}>{it.title}</a>
      </div>
      <p class="hint">
        {it.problem && <span>{t.unreadable(it.problem)}</span>}
        {it.game && <span>{titleOf({ game: it.game, size: it.size })}</span>}
        {!it.problem && <span>{t.games(it.games, it.planned)}</span>}
        {!it.problem && <span>{it.finished ? t.finished : t.running}</span>}
        {it.finished && first && <span>{t.winner(first.name)}</span>}
        <RelativeTime at={it.changed} />
      </p>
    </>
  );
}

function TournamentPage({ name }: { name: string }) {
  const t = texts.value.arena;
  const page = useLoaded(name, () =>
    fetchJson<TournamentDetails>("GET", `/api/tournaments/${encodeURIComponent(name)}`),
  );
  useTitle(page.state === "ready" ? page.value.tournament.title : t.title);
  return (
    <div class="stack">
      <p>
        <a href="/arena">{t.back}</a>
      </p>
      {page.state !== "ready" && <h1 class="page-title">{t.title}</h1>}
      <WhenLoaded it={page}>{(it) => <TournamentReport it={it} />}</WhenLoaded>
    </div>
  );
}
