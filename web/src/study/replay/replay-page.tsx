// The replay of a game played on this server.
import { texts } from "../../texts";
import { useTitle } from "../../ui/page-title";
import { PageLoaded } from "../../ui/places/page-loaded";
import { useLoaded } from "../../ui/use-loaded";
import { loadReplay, ReplayedGame } from "./replayed-game";

export default function ReplayPage({ id }: { id: string }) {
  const t = texts.value;
  const game = useLoaded(id, () => loadReplay(id));
  useTitle(t.replay.title);
  return (
    <PageLoaded
      it={game}
      isPage
      missing={t.study.missing}
      elsewhere={["/history", t.study.otherGames]}
    >
      {(it) => <ReplayedGame key={id} first={it} />}
    </PageLoaded>
  );
}
