// How near the visitor is to the leaderboard, and one button to get there.
import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { quickOptions } from "../../lobby/new-game/game-options";
import { startGame } from "../../lobby/new-game/start-game";
import { gameOptions, setOptions } from "../../lobby/new-game/stored-options";
import { account } from "../../net/account";
import { catalogue, loadCatalogue } from "../../net/catalogue";
import { texts } from "../../texts";
import { gameTitle } from "../../texts/names";
import { attempt, errorMessage } from "../../ui/announce";
import { EmptyPlace } from "../../ui/places/empty-place";

/** Rated games that a member needs to be listed. */
export const MIN_RATED_GAMES = 5;

interface InvitationProps {
  game: string;
  leaders: number;
  mine: number | null; // my rated games; null without an account
}

export function Invitation({ game, leaders, mine }: InvitationProps) {
  const t = texts.value.leaders;
  const isMember = account.value?.player.kind === "member";
  const text = `${t.needed(gameTitle(game))} ${nearWords(mine ?? 0, isMember)}`;
  const action = isMember ? (
    <RatedGame game={game} />
  ) : (
    <a class="button primary" href="/settings">
      {texts.value.account.register}
    </a>
  );
  return leaders ? (
    <section class="card spread leaders-next">
      <p>{text}</p>
      {action}
    </section>
  ) : (
    <EmptyPlace scene="sheet" title={t.firstFree} text={text}>
      {action}
    </EmptyPlace>
  );
}

/** How many games are left, and that only registered players are listed. */
export function nearWords(mine: number, isMember: boolean): string {
  const t = texts.value.leaders;
  const left = MIN_RATED_GAMES - mine;
  const near = mine === 0 ? "" : left > 0 ? t.near(mine, left) : t.enough;
  return [near, isMember ? "" : t.register].filter(Boolean).join(" ");
}

/** Looks for an opponent; quick matches are rated. */
function RatedGame({ game }: { game: string }) {
  const { route } = useLocation();
  const [busy, setBusy] = useState(false);

  async function play() {
    setBusy(true);
    await attempt(async () => {
      await loadCatalogue();
      const info = catalogue.peek().games.find((it) => it.key === game);
      if (!info) return;
      setOptions({ game });
      const showError = (why: string) => {
        errorMessage.value = why;
      };
      await startGame(quickOptions(gameOptions.peek(), "quick"), info, { route, showError });
      route("/"); // which shows the search
    });
    setBusy(false);
  }

  return (
    <button type="button" class="primary" disabled={busy} onClick={play}>
      {texts.value.leaders.play}
    </button>
  );
}
