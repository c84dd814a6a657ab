// Shown while the server can't be reached: what waits, and what works without a network.
import { deviceGames } from "../../game/device/games/stored-games";
import { connection } from "../../net/online";
import { seenGames } from "../../study/replay/seen-games";
import { texts } from "../../texts";
import { EmptyPlace } from "./empty-place";

interface OfflinePlaceProps {
  isPage?: boolean;
  onRetry: () => void;
}

export function OfflinePlace({ isPage, onRetry }: OfflinePlaceProps) {
  const t = texts.value.offlinePlace;
  const title = navigator.onLine === false ? t.title : t.unreachable;
  return (
    <div class="offline-place">
      <EmptyPlace scene="string" title={title} text={t.text} isPage={isPage} role="alert">
        <button
          type="button"
          class="primary"
          onClick={() => {
            connection.connect();
            onRetry();
          }}
        >
          {texts.value.connection.now}
        </button>
      </EmptyPlace>
      <Works />
    </div>
  );
}

function Works() {
  const t = texts.value.offlinePlace;
  const seen = seenGames().length;
  const playing = deviceGames.value.length;
  const places = [
    { href: "/", title: t.computer, hint: t.computerHint, shown: true },
    { href: "/puzzles", title: t.puzzles, hint: t.puzzlesHint, shown: true },
    { href: "/analysis", title: t.analysis, hint: t.analysisHint, shown: true },
    { href: "/device", title: t.device(playing), hint: t.deviceHint, shown: playing > 0 },
    { href: "/history", title: t.games(seen), hint: t.gamesHint, shown: seen > 0 },
    { href: "/rules", title: t.rules, hint: t.rulesHint, shown: true },
  ];
  return (
    <div class="offline-works">
      <p class="label-text">{t.works}</p>
      <ul>
        {places
          .filter((it) => it.shown)
          .map(({ href, title, hint }) => (
            <li key={href}>
              <a class="card" href={href}>
                <strong>{title}</strong>
                <span class="hint">{hint}</span>
              </a>
            </li>
          ))}
      </ul>
    </div>
  );
}
