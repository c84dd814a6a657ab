// The header: name, navigation, account.

import { useEffect, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { account } from "../net/account";
import { session } from "../net/online";
import { texts } from "../texts";

export function Header() {
  const t = texts.value;
  const { path } = useLocation();
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(false), [path]);
  const links: [string, string][] = [
    ["/puzzles", t.nav.puzzles],
    ["/analysis", t.nav.analysis],
    ["/rules", t.nav.rules],
    ["/history", t.nav.history],
    ["/leaders", t.nav.leaders],
    ["/arena", t.nav.arena],
  ];
  return (
    <header class="top">
      <a href="/" class="wordmark">
        <img src="/icon.svg" alt="" width={28} height={28} />
        {t.title}
      </a>
      <YourTurnLink path={path} />
      <button
        type="button"
        class="menu-button"
        aria-expanded={open}
        aria-controls="menu"
        onClick={() => setOpen(!open)}
      >
        {t.nav.menu}
      </button>
      <nav id="menu" class={open ? "open" : ""} aria-label={t.nav.label}>
        <a href="/" aria-current={path === "/" ? "page" : undefined}>
          {t.nav.play}
        </a>
        {links.map(([href, text]) => (
          <a key={href} href={href} aria-current={path.startsWith(href) ? "page" : undefined}>
            {text}
          </a>
        ))}
        <a href="/settings" class="me" aria-current={path === "/settings" ? "page" : undefined}>
          {account.value?.player.name ?? t.nav.settings}
        </a>
      </nav>
    </header>
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
    <a class="button primary your-turn" href={`/game/${game}`}>
      {turn ? t.yourTurn : t.gameStarted}
    </a>
  );
}
