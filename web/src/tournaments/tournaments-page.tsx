// Bot tournaments: the list, or one of them.
import { useRoute } from "preact-iso";
import { fetchJson } from "../net/api";
import type { Tournament, TournamentDetails } from "../net/protocol.gen";
import { texts } from "../texts";
import { useTitle } from "../ui/page-title";
import { EmptyPlace } from "../ui/places/empty-place";
import { PageLoaded } from "../ui/places/page-loaded";
import { useLoaded } from "../ui/use-loaded";
import { TournamentReport } from "./tournament";
import { TournamentCard } from "./tournament-card";

export default function TournamentsPage() {
  const { name } = useRoute().params;
  return name ? <TournamentPage key={name} name={name} /> : <TournamentList />;
}

function TournamentList() {
  const t = texts.value.arena;
  useTitle(t.title);
  const all = useLoaded("all", () => fetchJson<Tournament[]>("GET", "/api/tournaments"));
  return (
    <>
      <div class="page-head">
        <div>
          <h1 class="page-title">{t.title}</h1>
          <p class="hint">{t.about}</p>
        </div>
      </div>
      <PageLoaded it={all} missing={t.missing} elsewhere={["/", texts.value.notFound.back]}>
        {(tournaments) =>
          tournaments.length === 0 ? (
            <EmptyPlace scene="board" title={t.empty} text={t.emptyHint}>
              <Manual />
            </EmptyPlace>
          ) : (
            <>
              <ul class="tournament-cards" aria-label={t.title}>
                {tournaments.map((it) => (
                  <TournamentCard key={it.name} it={it} />
                ))}
              </ul>
              <p class="tournaments-foot">
                <Manual isLink />
              </p>
            </>
          )
        }
      </PageLoaded>
    </>
  );
}

/** The documentation is not a page of this app: _top keeps the router from handling it. */
function Manual({ isLink }: { isLink?: boolean }) {
  return (
    <a class={isLink ? undefined : "button"} href="/docs/how-to/tournaments.html" target="_top">
      {texts.value.arena.manual}
    </a>
  );
}

function TournamentPage({ name }: { name: string }) {
  const t = texts.value.arena;
  const page = useLoaded(name, () =>
    fetchJson<TournamentDetails>("GET", `/api/tournaments/${encodeURIComponent(name)}`),
  );
  useTitle(page.state === "ready" ? page.value.tournament.title : t.title);
  return (
    <PageLoaded it={page} isPage missing={t.missing} elsewhere={["/arena", t.back]}>
      {(it) => <TournamentReport it={it} />}
    </PageLoaded>
  );
}
