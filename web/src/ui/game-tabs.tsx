// Tabs for pages that show one game at a time.
import { gameTitle } from "../texts/names";

interface GameTabsProps {
  games: readonly string[];
  now: string;
  under: string; // the path before the game's key
  label: string;
}

export function GameTabs({ games, now, under, label }: GameTabsProps) {
  return (
    <nav class="game-tabs" aria-label={label}>
      {games.map((game) => (
        <a key={game} href={`${under}/${game}`} aria-current={game === now ? "page" : undefined}>
          {gameTitle(game)}
        </a>
      ))}
    </nav>
  );
}
