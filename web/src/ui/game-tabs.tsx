// Tabs for pages that show one game at a time.
import { texts } from "../texts";
import { gameTitle } from "../texts/names";

interface GameTabsProps {
  games: readonly string[];
  now: string;
  under: string; // the path before the game's key
  label: string;
}

export function GameTabs({ games, now, under, label }: GameTabsProps) {
  return (
    <nav class="tabs" aria-label={label}>
      {games.map((game) => (
        <a key={game} href={`${under}/${game}`} aria-current={game === now ? "page" : undefined}>
          {texts.value.games[game]?.short ?? gameTitle(game)}
        </a>
      ))}
    </nav>
  );
}
