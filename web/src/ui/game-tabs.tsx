// A link for every game, beside one another: pages that show one game at a time begin with it.
import { gameTitle } from "../texts/names";

interface GameTabsProps {
  games: readonly string[];
  now: string;
  under: string; // the address that the game's key is added to
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
