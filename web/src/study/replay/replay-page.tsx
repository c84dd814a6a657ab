// The replay of a game played on this server.
import { texts } from "../../texts";
import { useTitle } from "../../ui/page-title";
import { useLoaded } from "../../ui/use-loaded";
import { Missing } from "../missing";
import { loadReplay, ReplayedGame } from "./replayed-game";

export default function ReplayPage({ id }: { id: string }) {
  const t = texts.value;
  const game = useLoaded(id, () => loadReplay(id));
  useTitle(t.replay.title);
  if (game.state === "loading") return <p class="hint loading">{t.loading}</p>;
  if (game.state === "ready") return <ReplayedGame key={id} first={game.value} />;
  const { why, again } = game;
  const elsewhere: [string, string] = ["/history", t.nav.history];
  return <Missing title={t.study.missing} why={why} onRetry={again} elsewhere={elsewhere} />;
}
