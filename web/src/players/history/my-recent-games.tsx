// The visitor's last finished games, above those of everyone.
import { fetchJson, withQuery } from "../../net/api";
import type { ArchivePage } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { useLoaded } from "../../ui/use-loaded";
import { GameList } from "./game-list";

const SHOWN = 3; // one row

interface MyRecentGamesProps {
  me: string;
  more: string; // the address of all my games
}

export function MyRecentGames({ me, more }: MyRecentGamesProps) {
  const t = texts.value.history;
  const path = withQuery("/api/games", { player: me, limit: SHOWN });
  const page = useLoaded(path, () => fetchJson<ArchivePage>("GET", path));
  if (page.state !== "ready" || !page.value.games.length) return null;
  return (
    <section class="stack">
      <div class="spread">
        <h2>{t.myFinished}</h2>
        {page.value.before && <a href={more}>{t.allMine}</a>}
      </div>
      <GameList games={page.value.games} label={t.myFinished} />
    </section>
  );
}
