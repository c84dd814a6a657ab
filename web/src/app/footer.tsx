// The links at the end of every page, and on a phone the navigation below it.
import { useLocation } from "preact-iso";
import { hasServer } from "../net/site";
import { texts } from "../texts";
import { Icon } from "../ui/drawn/icon";
import { currentIn, phoneNavigation } from "./navigation";

export function Footer() {
  const t = texts.value;
  const { path } = useLocation();
  if (/^\/(game|device)\/./.test(path)) return null; // the board fills the window
  return (
    <>
      <footer class="foot">
        {hasServer() && <a href="/leaders">{t.nav.leaders}</a>}
        <a href="/rules">{t.nav.rules}</a>
        <a href="/analysis">{t.nav.analysis}</a>
        <a href="/settings">{t.nav.settings}</a>
      </footer>
      <nav class="bar" aria-label={t.nav.label}>
        {phoneNavigation(t).map(({ href, text, icon }) => (
          <a key={href} href={href} aria-current={currentIn(path, href)}>
            <Icon name={icon} />
            {text}
          </a>
        ))}
      </nav>
    </>
  );
}
