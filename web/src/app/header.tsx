// The header: name, navigation, account. On a phone, the navigation is at the bottom.
import { useLocation } from "preact-iso";
import { GameTools } from "../game/tools/game-tools";
import { toolsInHeader } from "../game/tools/tools-in-header";
import { quickMatch } from "../lobby/seek";
import { account } from "../net/account";
import { session } from "../net/online";
import { hasServer } from "../net/site";
import { texts } from "../texts";
import { Logo } from "../ui/drawn/logo";
import { currentIn, navigation } from "./navigation";

export function Header() {
  const t = texts.value;
  const { path } = useLocation();
  return (
    <header class="top">
      <a href="/" class="wordmark">
        <Logo />
      </a>
      <nav aria-label={t.nav.label}>
        {navigation(t).map(({ href, text }) => (
          <a key={href} href={href} aria-current={currentIn(path, href)}>
            {text}
          </a>
        ))}
      </nav>
      <div class="me">
        {toolsInHeader.value && <GameTools />}
        {quickMatch.seek.value && path !== "/" && (
          <a class="button quiet compact" href="/">
            {t.start.searching}
          </a>
        )}
        <YourTurnLink path={path} />
        {hasServer() && <AccountLinks path={path} />}
      </div>
    </header>
  );
}

/** The name of the visitor, and where to get one: a guest's is lost with the browser's data. */
function AccountLinks({ path }: { path: string }) {
  const t = texts.value.account;
  const player = account.value?.player;
  return (
    <>
      {player ? (
        <a
          href="/settings"
          class="button quiet compact my-name"
          aria-current={currentIn(path, "/settings")}
        >
          {player.name}
        </a>
      ) : (
        <a href="/settings?mode=signIn" class="button quiet compact">
          {t.signIn}
        </a>
      )}
      {player?.kind !== "member" && player?.kind !== "bot" && path !== "/settings" && (
        <a href="/settings?mode=register" class="button compact register-link">
          {t.register}
        </a>
      )}
    </>
  );
}

/** A link to a game where it is my turn, or that has just started. */
function YourTurnLink({ path }: { path: string }) {
  const t = texts.value.game;
  const elsewhere = (id: string) => path !== `/game/${id}`;
  const turn = session.myTurns.value.find(elsewhere);
  const game = turn ?? [...session.startedElsewhere.value.keys()].find(elsewhere);
  if (!game) return null;
  return (
    <a class="button compact your-turn" href={`/game/${game}`}>
      {turn ? <mark>{t.yourTurn}</mark> : t.gameStarted}
    </a>
  );
}
